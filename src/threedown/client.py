"""The wire from Python: a guest, his rooms, and a room's socket that resumes by itself.

>>> async def play(live: Live, choose: Callable[[Message], str]) -> Message:
    """Plays a room to its end: ``choose`` is given the last table or step and names a choice of its question.

    Returns the ``over`` message; raises :class:`Refused` for a choice that is not legal.
    """
    you, answered = None, None
    async for message in live:
        if message["type"] == "over":
            return message
        if message["type"] == "refused" and message["reason"] != "stale":
            raise Refused({"title": message["reason"]})
        if message["type"] not in ("table", "step"):
            continue
        you = message.get("you", you)
        if you is None or message["view"] is None or message["view"]["over"] or message["seq"] == answered:
            continue
        answered, question = message["seq"], message["question"]
        if question is None:
            await live.go()
        elif question["seat"] is None:  # a race: everybody plays his own card as fast as he can
            if f"seat {you}" in question["choices"]:
                await live.choose(f"seat {you}")
        elif question.get("choices"):
            await live.choose(choose(message))
    raise AssertionError("a room's socket is open until somebody leaves it")
