/* War by hand, for comparison: one card face down, won cards go back in random order, who cannot complete a war
 * loses. The same generator (PCG32), keys and order of draws as threedown, so both play the very same games.
 *
 * gcc -O3 -march=native -o war war.c && ./war GAMES SEED
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PACK = 52, RING = 64, TURN_CAP = 10000 };

typedef struct {
    uint64_t state, increment;
} Generator;

typedef struct {
    uint8_t card[RING];
    unsigned top, end;
} Packet;

static uint64_t splitmix64(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

static uint32_t next_word(Generator *g) {
    uint64_t state = g->state;
    g->state = state * 6364136223846793005u + g->increment;
    uint32_t folded = (uint32_t)(((state >> 18) ^ state) >> 27);
    uint32_t turned = (uint32_t)(state >> 59);
    return (folded >> turned) | (folded << (-turned & 31));
}

static uint32_t below(Generator *g, uint32_t n) {
    uint64_t product = (uint64_t)next_word(g) * n;
    if ((uint32_t)product < n) {
        uint32_t refused = -n % n;
        while ((uint32_t)product < refused) product = (uint64_t)next_word(g) * n;
    }
    return (uint32_t)(product >> 32);
}

static void shuffle(Generator *g, uint8_t *cards, unsigned count) {
    for (unsigned n = count; n > 1; n--) {
        unsigned other = below(g, n);
        uint8_t card = cards[n - 1];
        cards[n - 1] = cards[other];
        cards[other] = card;
    }
}

static uint8_t draw(Packet *p) {
    return p->card[p->top++ % RING];
}

static void put_under(Packet *p, uint8_t card) {
    p->card[p->end++ % RING] = card;
}

static unsigned held(const Packet *p) { return p->end - p->top; }

static int rank(uint8_t card) { return card >> 2; }

/* The pot goes under a packet in random order: each draw among n gives the place, counted from the top, of the
 * next card to go; the lowest card left fills the gap. */
static void pour_shuffled(Generator *g, uint8_t *pot, unsigned count, Packet *winner) {
    for (unsigned n = count; n > 1; n--) {
        unsigned place = below(g, n);
        put_under(winner, pot[place]);
        pot[place] = pot[n - 1];
    }
    put_under(winner, pot[0]);
}

/* One game; returns the winner (2: the cap was reached, 3: a draw) and counts its turns. */
static int play(Generator *g, int *turns) {
    uint8_t pack[PACK], pot[PACK];
    Packet packet[2] = {{.top = 0, .end = 0}, {.top = 0, .end = 0}};
    for (int i = 0; i < PACK; i++) pack[i] = (uint8_t)i;
    shuffle(g, pack, PACK);
    /* The last card dealt to a player lies on top of his packet. */
    for (int i = PACK - 1; i >= 0; i--) put_under(&packet[i % 2], pack[i]);

    *turns = 0;
    for (;;) {
        uint8_t *top = pot + PACK; /* the pot grows downwards: the card laid last is at *top */
        ++*turns;
        uint8_t a = draw(&packet[0]), b = draw(&packet[1]);
        *--top = a;
        *--top = b;
        while (rank(a) == rank(b)) {
            if (!held(&packet[0]) || !held(&packet[1])) return held(&packet[0]) ? 0 : held(&packet[1]) ? 1 : 3;
            *--top = draw(&packet[0]);
            *--top = draw(&packet[1]);
            if (!held(&packet[0]) || !held(&packet[1])) return held(&packet[0]) ? 0 : held(&packet[1]) ? 1 : 3;
            *--top = a = draw(&packet[0]);
            *--top = b = draw(&packet[1]);
        }
        int winner = rank(a) > rank(b) ? 0 : 1;
        pour_shuffled(g, top, (unsigned)(pot + PACK - top), &packet[winner]);
        if (!held(&packet[1 - winner])) return winner;
        if (*turns == TURN_CAP) return 2;
    }
}

int main(int argc, char **argv) {
    uint64_t games = argc > 1 ? strtoull(argv[1], 0, 10) : 100000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], 0, 10) : 0;
    const uint64_t gamma = 0x9E3779B97F4A7C15u;
    uint64_t run = splitmix64(seed + gamma), all_turns = 0, ended[4] = {0};
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (uint64_t game = 0; game < games; game++) {
        uint64_t key = splitmix64(game * gamma + run);
        Generator g = {splitmix64(key + gamma), splitmix64(key + 2 * gamma) | 1};
        int turns;
        ended[play(&g, &turns)]++;
        all_turns += (uint64_t)turns;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) * 1e-9;
    printf("{\"games\": %" PRIu64 ", \"turns\": %" PRIu64 ", \"wins\": [%" PRIu64 ", %" PRIu64 "], \"draws\": %" PRIu64
           ", \"unfinished\": %" PRIu64 ", \"seconds\": %.6f}\n",
           games, all_turns, ended[0], ended[1], ended[3], ended[2], seconds);
    return 0;
}
