#!/usr/bin/env python3
"""Measures how weak players (UCI_LimitStrength) play, in positions of the engine's own games.

usage: strength_levels.py <tulenh> <Elo>... [--games N] [--judge NODES] [--seed N]

For each Elo: what a turn loses on average against the best one known, in hundredths of ten points, by a deeper
search; and of the positions in which depth 1 wants to capture, how often another turn is played, and how often one
that is worse by half an infantry. The same command gives the same figures.
"""

import argparse
import asyncio
import pathlib
import random
import sys

TOP = pathlib.Path(__file__).parent.parent
sys.path.insert(0, str(TOP / "protocol" / "client"))
import tulenh  # noqa: E402

MODES = ("standard", "sea", "air", "land", "raid", "total")
SAMPLE = 9  # every so many turns of a game a position is taken
LONGEST = 100  # turns of a game
MOST = 1000  # a turn loses no more than this, whatever comes of it
MISSED = 50  # so much worse than the capture is a turn that misses it


async def positions_of_game(engine, opening, nodes):
    """FENs from a game of the engine against itself."""
    fens, turns = [], []
    for number in range(LONGEST):
        await engine.position(opening, turns)
        if number % SAMPLE == SAMPLE - 1:
            fens.append(await engine.fen())
        best = await engine.play(nodes=nodes)
        if best.turn is None:
            break
        turns.append(best.turn)
    return fens


async def draw_positions(engine, games, seed):
    """Pairs of mode and FEN."""
    source = random.Random(seed)
    drawn = []
    for mode in MODES:
        await engine.set_option("Mode", mode)
        book = (TOP / "tuning" / "openings" / f"{mode}.epd").read_text().splitlines()
        for opening in source.sample(book, games):
            drawn += [(mode, fen) for fen in await positions_of_game(engine, opening, 1000)]
    return drawn


class Judge:
    """What turns of a position are worth by a deeper search."""

    def __init__(self, engine, nodes):
        self.engine, self.nodes, self.values = engine, nodes, {}

    async def value(self, turn=None):
        """The value of a turn, or without one of the best turn."""
        if turn not in self.values:
            only = {"searchmoves": [turn]} if turn else {}
            analysis = await self.engine.analyse(nodes=self.nodes, **only)
            async for info in analysis:
                score = info.score
                if score and score.bound is None:
                    value = score.cp if score.mate is None else MOST if score.mate > 0 else -MOST
                    self.values[turn] = max(-MOST, min(MOST, value))
        return self.values[turn]


async def measure(engine, arguments):
    losses = {elo: [] for elo in arguments.elo}
    others, missed = dict.fromkeys(arguments.elo, 0), dict.fromkeys(arguments.elo, 0)
    captures = 0
    for mode, fen in await draw_positions(engine, arguments.games, arguments.seed):
        await engine.set_option("Mode", mode)
        await engine.position(fen)
        first = await engine.play(depth=1)
        if first.turn is None:
            continue
        judge = Judge(engine, arguments.judge)
        wants_capture = bool((await engine.turn(first.turn)).captured)
        captures += wants_capture
        turns = {}
        for elo in arguments.elo:
            await engine.new_game()
            await engine.set_option("UCI_LimitStrength", True)
            await engine.set_option("UCI_Elo", elo)
            turns[elo] = (await engine.play(movetime=600_000)).turn
            await engine.set_option("UCI_LimitStrength", False)
        values = {turn: await judge.value(turn) for turn in {first.turn, *turns.values()}}
        best = max(await judge.value(), *values.values())
        for elo, turn in turns.items():
            losses[elo].append(best - values[turn])
            others[elo] += wants_capture and turn != first.turn
            missed[elo] += wants_capture and values[turn] <= values[first.turn] - MISSED
    print(f"{len(losses[arguments.elo[0]])} positions, in {captures} of them depth 1 captures")
    print("Elo    loss  other  missed")
    for elo, all_losses in losses.items():
        share = [100 * count[elo] / captures for count in (others, missed)]
        print(f"{elo:4}  {sum(all_losses) / len(all_losses):6.1f}  {share[0]:4.0f}%  {share[1]:5.1f}%")


async def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("tulenh")
    parser.add_argument("elo", type=int, nargs="+")
    parser.add_argument("--games", type=int, default=6, help="of each mode; default 6")
    parser.add_argument("--judge", type=int, default=60_000, help="nodes of the deeper search; default 60000")
    parser.add_argument("--seed", type=int, default=1, help="of the choice of openings; default 1")
    arguments = parser.parse_args()
    async with await tulenh.Engine.start(arguments.tulenh, options={"Hash": 4}) as engine:
        await measure(engine, arguments)


if __name__ == "__main__":
    asyncio.run(main())
