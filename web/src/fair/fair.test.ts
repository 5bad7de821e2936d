// The expected words were computed with the package (threedown.table.chance.Sealed), from secret 00 01 … 1f.
import { describe, expect, it } from "vitest";
import { asWords, checked, lateSeats, shuffles, type Fairness } from "./fair";

const commitment = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
const secret = Array.from({ length: 32 }, (_, i) => i.toString(16).padStart(2, "0")).join("");
const header = `{"chance":{"commitment":"${commitment}","contributions":["48656c6c6f",""],"source":"sealed"},"game":"war","names":["Brave Badger","Bot 1"],"options":{"face_down":3},"seats":2,"threedown":2,"version":2}`;
const settled = "e19fd8456b12fc61e8f6cb1705b9386a18acd1065456a2e0143844cdd4794794";
// 51 draws of a shuffle, then a few of other bounds, over the edge of a block of 32 words; none of these words is passed over.
const draws: [number, number][] = [
  [52, 43],
  [51, 6],
  [50, 7],
  [49, 38],
  [48, 46],
  [47, 35],
  [46, 7],
  [45, 39],
  [44, 5],
  [43, 28],
  [42, 20],
  [41, 29],
  [40, 35],
  [39, 18],
  [38, 27],
  [37, 21],
  [36, 8],
  [35, 29],
  [34, 2],
  [33, 16],
  [32, 11],
  [31, 3],
  [30, 11],
  [29, 26],
  [28, 16],
  [27, 3],
  [26, 14],
  [25, 23],
  [24, 19],
  [23, 17],
  [22, 9],
  [21, 19],
  [20, 9],
  [19, 15],
  [18, 8],
  [17, 6],
  [16, 14],
  [15, 3],
  [14, 7],
  [13, 1],
  [12, 6],
  [11, 0],
  [10, 9],
  [9, 5],
  [8, 2],
  [7, 4],
  [6, 5],
  [5, 1],
  [4, 3],
  [3, 2],
  [2, 1],
  [6, 0],
  [6, 3],
  [2147483647, 1644706787],
  [852516352, 174601744],
  [2147483646, 465014175],
  [6, 3],
];
const told: Fairness = {
  room: "R",
  sealed: true,
  commitment,
  secret,
  names: ["Brave Badger", "Bot 1"],
  parts: ["48656c6c6f", ""],
  options: { face_down: 3 },
  header,
  settled,
  key: secret + settled,
  block: 32,
  draws,
  how: [],
};
const hashes = ["185f8db32271fe25f561a6fc938b2e264306ec304eda518007d1764826381969", ""];
const wrong = (other: Partial<Fairness>, seen = commitment) =>
  checked({ ...told, ...other }, { commitment: seen })
    .checks.filter((one) => !one.fits)
    .map((one) => one.name);

it("a true game fits in everything", () => {
  expect(wrong({})).toEqual([]);
  expect(checked(told, null).results).toEqual(draws.map(([, result]) => result));
});

it("of a game that plays on from another only what is its own is checked: its rules, its header, its draws", () => {
  const { checks } = checked({ ...told, sealed: false, commitment: "", parts: [] }, null);
  expect(checks.map((one) => [one.name, one.fits])).toEqual([
    ["options", true],
    ["settled", true],
    ["draws", true],
  ]);
});

describe("what was changed is named, the first thing first", () => {
  it("another secret", () => expect(wrong({ secret: "ff" + secret.slice(2) })[0]).toBe("commitment"));
  it("a commitment that this browser was not shown", () => expect(wrong({}, "00")).toEqual(["seen"]));
  it("somebody's part", () => expect(wrong({ parts: ["48656c6c70", ""] })).toEqual(["parts"]));
  it("the rules", () => expect(wrong({ options: { face_down: 2 } })).toEqual(["options"]));
  it("what was settled", () => expect(wrong({ header: header.replace("Badger", "Otter") })).toEqual(["settled"]));
  it("the key", () => expect(wrong({ key: settled + secret })).toEqual(["key", "draws"]));
  it("one draw, by its place", () => {
    const changed = draws.map(([n, result], i): [number, number] => (i === 40 ? [n, result ^ 1] : [n, result]));
    const { checks } = checked({ ...told, draws: changed }, null);
    expect(checks.find((one) => !one.fits)).toEqual({ name: "draws", fits: false, said: "41: 7", found: "41: 6" });
  });
  it("a secret that is no hexadecimal", () => expect(wrong({ secret: "zz", key: "zz" })[0]).toBe("commitment"));
});

it("a word below 2³² mod n is passed over, as the contract says", () => {
  // 2³² mod 1431655766 = 1431655764: a third of all words is passed over. The package draws 68 words for these 40.
  const { results } = checked({ ...told, draws: Array.from({ length: 40 }, () => [1431655766, 0] as const) }, null);
  expect(results!.slice(0, 3)).toEqual([1186780979, 1138477469, 241415384]);
  expect(results!.slice(-3)).toEqual([1112685020, 77969064, 638758906]);
});

describe("parts that were sent as hashes first", () => {
  const promised = (part_hashes: string[], parts = told.parts): Fairness => ({
    ...told,
    parts,
    header: JSON.stringify({ chance: { commitment, contributions: parts, part_hashes } }),
  });
  const fits = (of: Fairness, name: string, part?: string, kept?: string) =>
    checked(of, { commitment, part, settled: kept }).checks.find((one) => one.name === name)?.fits;

  it("fit their hashes", () => {
    expect(fits(promised(hashes), "hashes")).toBe(true);
    expect(fits(promised(hashes, ["48656c6c70", ""]), "hashes")).toBe(false);
    expect(fits(told, "hashes")).toBeUndefined();
  });
  it("one that did not come in time is named", () => {
    expect(lateSeats(promised(hashes, ["", ""]))).toEqual([0]);
    expect(fits(promised(hashes, ["", ""]), "hashes")).toBe(true);
  });
  it("mine is there, and the deal is the one that I was shown", () => {
    expect(fits(promised(hashes), "mine", "48656c6c6f", settled)).toBe(true);
    expect(fits(promised(hashes), "mine", "00", settled)).toBe(false);
    expect(fits(told, "deal", "48656c6c6f", settled)).toBe(true);
    expect(fits(told, "deal", "48656c6c6f", commitment)).toBe(false);
  });
});

it("words are shown as words, bytes are not", () => {
  expect(asWords("48656c6c6f")).toBe("Hello");
  expect(asWords("00ff")).toBeNull();
  expect(asWords("")).toBeNull();
});

it("a run of bounds down to two is a shuffle", () => {
  expect(shuffles([4, 3, 2, 6, 6, 5, 4, 3, 2, 2])).toEqual([
    { at: 0, cards: 4 },
    { at: 4, cards: 6 },
  ]);
});
