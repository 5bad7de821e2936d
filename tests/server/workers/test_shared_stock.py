"""Processes, hints: addresses take turns, and nothing is lost when a caller gives up."""

import asyncio

from threedown.server.workers.shared_stock import SharedStock


def test_an_address_that_waits_for_many_gets_one_before_the_next_address() -> None:
    """Bots of one address's 200 rooms made those of an honest table wait for 8.5 seconds."""

    async def run() -> list[str]:
        turns, order = SharedStock(["process"]), list[str]()

        async def use(by: str, name: str) -> None:
            thing = await turns.take(by)
            order.append(name)
            await asyncio.sleep(0)
            turns.give_back(thing)

        wanted = [("greedy", f"g{number}") for number in range(5)] + [("modest", "m0"), ("other", "o0")]
        await asyncio.gather(*(use(by, name) for by, name in wanted))
        return order

    assert asyncio.run(run()) == ["g0", "g1", "m0", "o0", "g2", "g3", "g4"]


def test_the_item_of_a_cancelled_caller_goes_to_the_next() -> None:
    async def run() -> None:
        turns = SharedStock(["process"])
        first = await turns.take("a")
        gone, late = asyncio.create_task(turns.take("b")), asyncio.create_task(turns.take("c"))
        await asyncio.sleep(0)
        turns.give_back(first)  # to b, who is cancelled before they notice
        gone.cancel()
        assert await late == "process"
        waiting = asyncio.create_task(turns.take("d"))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.sleep(0)
        turns.give_back("process")
        assert await turns.take("e") == "process"

    asyncio.run(run())
