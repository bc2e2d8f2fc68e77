#!/usr/bin/env python3
"""Compares whole games of the engine with the rulebook program.

  replay_check.py [FILE]...     (standard input without files)

Each line is a JSON object of one game, as the self-play tool prints it: mode, start (a FEN), turns, fens (the
FEN after each turn) and result (null, or winner `r`, `b` or `draw` and reason). The status is 1 if the
rulebook program comes to another FEN, refuses a turn or ends with another result. Run it with pypy3 where
there is one.
"""
import collections
import fileinput
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "reference"))
import ctl_reference as reference  # noqa: E402


def fault(game):
    """The first thing that differs, or None."""
    replayed = reference.replay(game["start"] + " moves " + " ".join(game["turns"]), game["mode"])
    fens = replayed["fens"]
    for number, (turn, ours, theirs) in enumerate(zip(game["turns"], game["fens"], fens)):
        if ours != theirs:
            before = game["fens"][number - 1] if number else game["start"]
            return f"turn {number + 1}, {turn} in {before}: engine {ours}, rulebook {theirs}"
    if "error" in replayed:
        return replayed["error"]
    if len(game["fens"]) != len(fens):
        return f"{len(game['fens'])} FENs for {len(fens)} turns"
    ours, theirs = game["result"], replayed["result"]
    if (ours and list(ours)) != (theirs and list(theirs)):
        return f"result: engine {ours}, rulebook {theirs}, after {fens[-1] if fens else game['start']}"
    return None


def main():
    if sys.argv[1:] and sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    games = turns = faults = 0
    ends = collections.Counter()
    for line in fileinput.input():
        if not line.strip():
            continue
        game = json.loads(line)
        games += 1
        turns += len(game["turns"])
        ends[game["mode"], game["result"][1] if game["result"] else "unfinished"] += 1
        found = fault(game)
        if found:
            faults += 1
            print(f"DIFFERENCE in game {games}, {game['mode']}: {found}", flush=True)
    for (mode, reason), count in sorted(ends.items()):
        print(f"{mode:10}{reason:12}{count:5}")
    print(f"{games} games, {turns} turns, {faults} games differ")
    return 1 if faults or not games else 0


if __name__ == "__main__":
    sys.exit(main())
