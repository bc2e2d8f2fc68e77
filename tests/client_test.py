#!/usr/bin/env python3
"""The Python client (protocol/client/tulenh.py) with the engine, and with programs that misbehave.

usage: client_test.py <tulenh> [<test name pattern>...]
"""

import asyncio
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TOP = pathlib.Path(__file__).parent.parent
sys.path.insert(0, str(TOP / "protocol" / "client"))
import tulenh  # noqa: E402

ENGINE = ""
STACK = "9c1/n3t6/11/2(NFI)8/11/11/11/11/11/11/11/10C r - - 0 1 10-20"
LOST = "4c6/11/11/11/11/11/11/11/11/11/11/3C7 r - - 100 1"

# For each code what makes the engine say it: mode, position (None: the start position), and a turn.
TURNS = {
    "no-piece": (None, "e5e6"), "wrong-side": (None, "c8c7"), "reach": (None, "c5c7"), "stack": (None, "d5c5"),
    "terrain": (None, "c5b5"), "syntax": (None, "c5"), "over": (LOST, "d1d2"),
    "obstructed": ("9c1/11/11/11/11/11/11/11/11/3i7/3I7/3T6C r", "d1d3"),
    "river": ("9c1/11/11/11/11/11/4S6/11/11/11/11/10C r", "e6e7"),
    "ring": ("9c1/11/11/11/5g5/11/11/11/5F5/11/11/10C r", "f4f7"),
    "sight": ("4c6/11/11/11/11/11/11/11/11/11/11/3C7 r", "d1f1"),
}


def fake(script):
    """A program that knows the protocol as far as the script says: `line` is what it has read."""
    loop = ("import sys\nfor line in sys.stdin:\n line = line.strip()\n"
            " if line == 'quit': break\n"
            + "".join(f" {code}\n" for code in script)
            + " if line == 'uci': print('uciok')\n if line == 'isready': print('readyok')\n sys.stdout.flush()\n")
    return sys.executable, "-c", loop


class Client(unittest.IsolatedAsyncioTestCase):
    """With the engine itself."""

    async def asyncSetUp(self):
        self.engine = await tulenh.Engine.start(ENGINE, options={"Hash": 2})

    async def asyncTearDown(self):
        await self.engine.quit()

    async def test_name_and_options(self):
        self.assertRegex(self.engine.name, r"^Tulenh \d")
        self.assertNotEqual(self.engine.author, "")
        options = self.engine.options
        self.assertEqual(options["Hash"], tulenh.Option("Hash", "spin", "16", 1, 65536))
        self.assertEqual(options["Mode"].choices, ("standard", "sea", "air", "land", "raid", "total"))
        self.assertEqual((options["Debug Log File"].type, options["Debug Log File"].default), ("string", ""))
        self.assertEqual(options["Clear Hash"], tulenh.Option("Clear Hash", "button"))
        await self.engine.set_option("Mode", "sea")
        await self.engine.set_option("Clear Hash")
        await self.engine.new_game()

    async def test_positions(self):
        self.assertEqual(await self.engine.position(turns=["c5c6", "c8c7"]), [])
        self.assertRegex(await self.engine.fen(), r" r - - 2 2 0-0$")
        self.assertEqual(await self.engine.record(), ["B4,2_5,2", "B7,2_6,2"])
        warnings = await self.engine.position("4c6/11/11/11/11/11/11/11/4I6/11/7H3/4C6 r", ["e4d4"])
        self.assertEqual(len(warnings), 1)
        self.assertTrue(warnings[0].startswith("exposed: "))

    async def test_an_analysis_is_a_stream(self):
        analysis = await self.engine.analyse(depth=3)
        infos = [info async for info in analysis]
        self.assertEqual([info.depth for info in infos if info.pv][-1], 3)
        best = await analysis.best()
        self.assertEqual(infos[-1].pv[0], best.turn)
        self.assertIsInstance(infos[-1].score.cp, int)
        self.assertFalse(analysis.running)
        self.assertEqual([info async for info in analysis], [])  # the end stays the end

    async def test_win_rates(self):
        await self.engine.set_option("UCI_ShowWDL", True)
        infos = [info async for info in await self.engine.analyse(depth=2)]
        self.assertEqual({sum(info.wdl) for info in infos if info.pv}, {1000})

    async def test_a_weak_player(self):
        await self.engine.set_option("UCI_LimitStrength", True)
        await self.engine.set_option("UCI_Elo", self.engine.options["UCI_Elo"].min)
        infos = [info async for info in await self.engine.analyse(depth=3)]
        self.assertEqual(infos[-1].depth, 1)

    async def test_questions_and_stop_during_an_analysis(self):
        analysis = await self.engine.analyse()
        self.assertTrue((await anext(analysis)).depth >= 1)
        self.assertEqual(len(await self.engine.moves("c5")), 2)
        with self.assertRaises(tulenh.BusyError):
            await self.engine.position()
        with self.assertRaises(tulenh.BusyError):
            await self.engine.analyse(depth=1)
        self.assertTrue(analysis.running)
        best = await analysis.stop()
        self.assertIn(best.turn, await self.engine.moves())
        await self.engine.stop()  # nothing runs any more

    async def test_play(self):
        best = await self.engine.play(depth=2)
        self.assertIn(best.turn, await self.engine.moves())
        self.assertIsNotNone(best.ponder)
        await self.engine.position(LOST)
        self.assertEqual(await self.engine.play(depth=1), tulenh.Best(None))
        with self.assertRaises(ValueError):
            await self.engine.play()
        with self.assertRaises(ValueError):
            await self.engine.play(perft=1)

    async def test_a_cancelled_search_is_stopped(self):
        task = asyncio.create_task(self.engine.play(movetime=60_000))
        await asyncio.sleep(0.1)
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task
        await self.engine.position(turns=["c5c6"])  # at rest: not busy

    async def test_stacks_click_by_click(self):
        await self.engine.set_option("Mode", "raid")
        await self.engine.position(STACK)
        self.assertEqual((await self.engine.parts()).points, ("c9", "k1"))
        first = await self.engine.parts("c9")
        self.assertFalse(first.may_end)
        self.assertIn(tulenh.Part("Ne11s", "stay", "t"), first.parts)
        second = await self.engine.parts("c9:Ne11s")
        self.assertTrue(second.may_end)
        self.assertIn(tulenh.Part("Na11", "replace", "n"), second.parts)
        story = await self.engine.turn("c9:Ne11s,Na11,FIg9")
        self.assertEqual([part.kind for part in story.parts], ["stay", "replace", "move"])
        self.assertEqual(story.captured, (("t", "e11"), ("n", "a11")))
        self.assertEqual(story.promoted, (("+F", "g9"),))
        self.assertEqual((story.lost, story.check, story.exposed, story.result.over), ((), True, False, False))
        self.assertTrue(story.fen.startswith("9c1/N10/"))

    async def test_results(self):
        self.assertEqual(await self.engine.result(), tulenh.Result())
        await self.engine.position("9c1/11/9T1/11/11/11/11/11/11/11/11/10C r", ["j10j12"])
        self.assertEqual(await self.engine.result(), tulenh.Result("red", "commander", (200, 0)))
        await self.engine.position(LOST)
        self.assertEqual(await self.engine.result(), tulenh.Result(None, "no-capture", (0, 0)))

    async def test_every_code_is_an_exception(self):
        for code, (fen, turn) in TURNS.items():
            with self.subTest(code):
                await self.engine.position(fen)
                with self.assertRaises(tulenh.ERRORS[code]) as caught:
                    await self.engine.turn(turn)
                self.assertEqual(caught.exception.code, code)
                with self.assertRaises(tulenh.ERRORS[code]):
                    await self.engine.position(fen, [turn])
        with self.assertRaises(tulenh.FenError) as caught:
            await self.engine.position("11/11 r")
        self.assertIn("ranks", caught.exception.text)
        with self.assertRaises(tulenh.FenError):
            await self.engine.play(depth=1)  # the position was refused
        await self.engine.position()
        with self.assertRaises(tulenh.UnknownError):
            await self.engine.set_option("Nonsense", 1)
        with self.assertRaises(tulenh.RangeError):
            await self.engine.set_option("Hash", 0)
        with self.assertRaises(tulenh.MalformedError):
            await self.engine.play(depth="deep")
        with self.assertRaises(tulenh.UnknownError):
            await self.engine.play(depth=1, nonsense=True)
        self.assertIsNotNone((await self.engine.play(depth=1)).turn)  # and it goes on
        documented = set(re.findall(r"`([a-z -]+)`", re.search(
            r"codes are (.*?), so that", (TOP / "protocol/PROTOCOL.md").read_text(), re.S)[1]))
        codes = {code for part in documented for code in part.split()}
        self.assertEqual(set(tulenh.ERRORS), codes)

    async def test_a_command_is_one_line(self):
        with self.assertRaises(ValueError):
            await self.engine.position(turns=["c5c6\nquit"])

    async def test_many_at_once_are_served_one_after_another(self):
        answers = await asyncio.gather(*(self.engine.moves(point) for point in ("c5", "g5", "k5") * 5))
        self.assertEqual([len(answer) for answer in answers], [2, 8, 2] * 5)


class Misbehaviour(unittest.IsolatedAsyncioTestCase):
    """Programs that end, cannot be started or are no engines."""

    async def test_no_such_program(self):
        with self.assertRaises(tulenh.EngineDied) as caught:
            await tulenh.Engine.start("/nonexistent/engine")
        self.assertIn("/nonexistent/engine", str(caught.exception))

    async def test_a_program_that_ends_at_once_and_says_why(self):
        with self.assertRaises(tulenh.EngineDied) as caught:
            await tulenh.Engine.start("sh", "-c", "echo 'out of order' >&2; exit 3")
        self.assertEqual(caught.exception.status, 3)
        self.assertIn("out of order", str(caught.exception))

    async def test_killed_during_a_search(self):
        engine = await tulenh.Engine.start(ENGINE)
        analysis = await engine.analyse()
        await anext(analysis)
        engine._process.kill()
        with self.assertRaises(tulenh.EngineDied):
            async for _ in analysis:
                pass
        with self.assertRaises(tulenh.EngineDied):
            await analysis.best()
        with self.assertRaises(tulenh.EngineDied):
            await engine.moves()
        await engine.quit()

    async def test_killed_before_a_question(self):
        engine = await tulenh.Engine.start(ENGINE)
        engine._process.kill()
        with self.assertRaises(tulenh.EngineDied):
            await engine.moves()
        await engine.quit()
        await engine.quit()

    async def test_nonsense_ends_it(self):
        engine = await tulenh.Engine.start(*fake(["if line[:2] == 'go': print('info depth deep')"]))
        with self.assertRaises(tulenh.EngineDied):
            await (await engine.analyse(depth=1)).best()
        await engine.quit()

    async def test_codes_that_are_exposed_or_new(self):
        say = "if line[:4] == 'turn': print('info string error ' + line[5:] + ': why: not')"
        async with await tulenh.Engine.start(*fake([say])) as engine:
            with self.assertRaises(tulenh.ExposedError) as caught:
                await engine.turn("exposed")
            self.assertEqual(caught.exception.text, "why: not")
            with self.assertRaises(tulenh.EngineError) as caught:
                await engine.turn("novel")
            self.assertEqual((caught.exception.code, type(caught.exception)), ("novel", tulenh.EngineError))

    async def test_lines_of_several_pvs(self):
        lines = ["info depth 3 seldepth 5 multipv 1 score cp 31 wdl 500 300 200 nodes 12 nps 3 hashfull 4 time 5 pv c5c6 c8c7",
                 "info depth 3 multipv 2 score mate -4 upperbound novelty 7 pv c5d5", "info string not for us",
                 "info currmove c5c6 currmovenumber 1", "info depth 4 score cp 2 lowerbound", "bestmove c5c6 ponder c8c7"]
        script = [f"if line == 'go depth 3 searchmoves c5c6 c5d5': print({line!r})" for line in lines]
        async with await tulenh.Engine.start(*fake(script)) as engine:
            analysis = await engine.analyse(multipv=2, depth=3, searchmoves=["c5c6", "c5d5"], infinite=False)
            infos = [info async for info in analysis]
            self.assertEqual(infos, [
                tulenh.Info(depth=3, seldepth=5, multipv=1, score=tulenh.Score(cp=31), wdl=(500, 300, 200), nodes=12, nps=3,
                            hashfull=4, time=5, pv=("c5c6", "c8c7")),
                tulenh.Info(depth=3, multipv=2, score=tulenh.Score(mate=-4, bound="upper"), pv=("c5d5",)),
                tulenh.Info(currmove="c5c6"),
                tulenh.Info(depth=4, score=tulenh.Score(cp=2, bound="lower"))])
            self.assertEqual(await analysis.best(), tulenh.Best("c5c6", "c8c7"))


class Readme(unittest.TestCase):
    """The example in protocol/README.md does what is said there."""

    def test_the_example(self):
        text = (TOP / "protocol" / "README.md").read_text()
        example = next(code for code in re.findall(r"```python\n(.*?)```", text, re.S) if "import tulenh" in code)
        self.assertLessEqual(len([line for line in example.splitlines() if line]), 12)
        self.assertIn('"build/release/tulenh"', example)
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder) / "example.py"
            script.write_text(example.replace("build/release/tulenh", ENGINE))
            run = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60,
                                 env=os.environ | {"PYTHONPATH": str(TOP / "protocol" / "client")})
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        lines = run.stdout.splitlines()
        self.assertRegex(lines[0], r"^1 -?\d+ \('")
        self.assertRegex(lines[-1], r"^\w+ is the best turn$")


def main():
    global ENGINE
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    ENGINE = os.path.abspath(sys.argv[1])
    arguments = [argument for pattern in sys.argv[2:] for argument in ("-k", pattern)]
    unittest.main(argv=[sys.argv[0], *arguments])


if __name__ == "__main__":
    main()
