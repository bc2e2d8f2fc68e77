"""Tests of the tools with engines that misbehave:
match_test.py <tulenh-match> <tulenh-openings> <tulenh_dummy_engine> <tulenh>
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

MATCH, OPENINGS_TOOL, DUMMY, TULENH = sys.argv[1:5]
BOARD = "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/11/2IE2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4"
# Openings that differ in the counters only are enough for engines that play by the board: Blue begins in some.
OPENINGS = [f"{BOARD} {'rb'[i % 2]} - - {i} 1 0-0" for i in range(8)]
FORFEITS = "time illegal-turn garbage hang crash closed-pipe flood".split()


def engine(name, *arguments, keys=()):
    words = ["-engine", f"cmd={DUMMY}", f"name={name}"]
    if arguments:
        words.append("args=" + " ".join(arguments))
    return words + list(keys)


class MatchTest(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.book = self.path("book.epd")
        with open(self.book, "w") as file:
            file.write("\n".join(OPENINGS) + "\n")

    def path(self, name):
        return os.path.join(self.directory.name, name)

    def command(self, first, second, *options, limit="nodes=10"):
        limits = [limit] if isinstance(limit, str) else limit
        return [MATCH, *first, *second, "-each", *limits, "-srand", "1", *options]

    def run_match(self, first, second, *options, limit="nodes=10", status=0):
        """Plays a match and returns its report, checked for what must hold for all."""
        command = self.command(first, second, *options, "-json", limit=limit)
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, status, done.stderr)
        self.errors = done.stderr
        report = json.loads(done.stdout)
        every = report["report"]["results"]["all"]
        self.assertEqual(every["wins"] + every["draws"] + every["losses"], report["games"])
        self.assertEqual(sum(sum(ending.values()) for ending in report["report"]["endings"].values()), report["games"])
        self.assertIn(f"{report['games']} of {report['planned']} games", done.stderr)
        return report

    def games(self, name="games.pgn"):
        with open(self.path(name)) as file:
            return file.read().split("[Event ")[1:]

    def without_times(self, name):
        with open(self.path(name)) as file:
            return re.sub(r"\d+\.\d\ds", "", file.read())


class Failures(MatchTest):
    """Each way to fail loses every game, under its own name, and the match goes on."""

    def check(self, ending, fault, *options, limit="nodes=10", rounds="2", at="3", errors=None):
        bad = engine("bad", f"fault={fault}", f"at={at}")
        report = self.run_match(bad, engine("good"), "-rounds", rounds, "-repeat", "-pgnout",
                                "file=" + self.path("games.pgn"), *options, limit=limit)
        games = 2 * int(rounds)
        self.assertEqual(report["games"], games)
        self.assertEqual(report["report"]["endings"], {ending: {"wins": 0, "draws": 0, "losses": games}}, self.errors)
        self.assertEqual(report["report"]["forfeits"], games)
        self.assertEqual(self.errors.count(f"bad loses by {ending}"), games, self.errors)
        if errors:
            self.assertIn(errors, self.errors)
        for game in self.games():
            self.assertIn(f'[Termination "{ending}', game)
            self.assertIn('[Result "0-1"]' if '[Red "bad"]' in game else '[Result "1-0"]', game)
            points = re.search(r'\[Points "(\d+)-(\d+)"\]', game)
            self.assertGreaterEqual(int(points.group(2 if '[Red "bad"]' in game else 1)), 100)

    def test_crash_at_start(self):
        self.check("crash", "exit", at="0", errors="at its start: exit status 3")

    def test_signal_at_start(self):
        self.check("crash", "crash", at="0", errors="signal 9")

    def test_hang_at_start(self):
        self.check("hang", "hang", "-deadline", "startup=0.3", at="0", rounds="1", errors="uciok: no answer in 0.3 s")

    def test_garbage_at_start(self):
        self.check("garbage", "garbage", "-deadline", "startup=0.3", at="0", rounds="1")

    def test_flood_at_start(self):
        self.check("flood", "flood", at="0", rounds="1")

    def test_endless_line_at_start(self):
        self.check("flood", "line", at="0", rounds="1", errors="a line of more than a MiB")

    def test_closed_pipe_at_start(self):
        self.check("closed-pipe", "close", at="0", rounds="1")

    def test_never_ready(self):
        self.check("hang", "unready", "-deadline", "ready=0.3", rounds="1", errors="readyok: no answer in 0.3 s")

    def test_crash_in_mid_game(self):
        self.check("crash", "crash", errors="signal 9")

    def test_end_in_mid_game(self):
        self.check("crash", "exit", errors="exit status 3")

    def test_hang(self):
        self.check("hang", "hang", "-deadline", "move=0.3", "ready=0.3", rounds="1")

    def test_hang_with_clock(self):
        self.check("hang", "hang", "-deadline", "ready=0.3", rounds="1", limit="tc=0.5")

    def test_garbage(self):
        self.check("garbage", "garbage", "-deadline", "move=0.3", "ready=0.3", rounds="1")

    def test_a_turn_that_is_none(self):
        self.check("garbage", "nonsense", errors="bestmove castles in")

    def test_illegal_turn(self):
        self.check("illegal-turn", "illegal", errors="bestmove a1a2 in")

    def test_no_turn(self):
        self.check("illegal-turn", "none")

    def test_flood(self):
        self.check("flood", "flood", rounds="1")

    def test_endless_line(self):
        self.check("flood", "line", rounds="1")

    def test_closed_pipe(self):
        self.check("closed-pipe", "close")

    def test_slow_with_time_for_each_turn(self):
        self.check("time", "slow", rounds="1", limit="st=0.3", errors="0.350 s allowed, the margin included")

    def test_slow_with_clock(self):
        self.check("time", "slow", rounds="1", limit="tc=0.5+0.01")

    def test_slow_without_clock(self):
        self.check("time", "slow", "-deadline", "move=0.3", rounds="1", errors="0.300 s allowed")

    def test_only_the_faulty_games_are_lost(self):
        bad = engine("bad", "fault=crash", "at=4", "colour=blue")
        report = self.run_match(bad, engine("good"), "-rounds", "3", "-repeat", "-concurrency", "2")
        self.assertEqual(report["games"], 6)
        self.assertEqual(report["report"]["endings"]["crash"], {"wins": 0, "draws": 0, "losses": 3})
        self.assertEqual(report["report"]["colours"]["bad as Blue"]["losses"], 3)

    def test_both_may_fail(self):
        report = self.run_match(engine("A", "fault=exit", "at=3"), engine("B", "fault=exit", "at=3"), "-rounds", "2",
                                "-repeat")
        self.assertEqual(report["report"]["endings"]["crash"], {"wins": 2, "draws": 0, "losses": 2})

    def test_an_engine_that_stops_reading(self):
        self.check("closed-pipe", "deaf", rounds="1", errors="its process goes on")

    def test_a_second_bestmove_is_no_answer(self):
        report = self.run_match(engine("A", "fault=twice", "at=2"), engine("B"), "-rounds", "2", "-repeat")
        self.assertEqual(report["report"]["forfeits"], 0)

    def test_an_engine_that_stays_is_killed(self):
        begun = time.monotonic()
        self.run_match(engine("A", "fault=stays"), engine("B"), "-rounds", "1", "-deadline", "quit=0.2")
        self.assertLess(time.monotonic() - begun, 30)

    def test_what_an_engine_starts_ends_with_it(self):
        child = self.path("child")
        self.run_match(engine("A", f"child={child}"), engine("B"), "-rounds", "1")
        with open(child) as file:
            self.assert_gone(int(file.read()))

    def assert_gone(self, pid):
        for _ in range(200):
            try:
                with open(f"/proc/{pid}/stat") as file:
                    if file.read().rsplit(")", 1)[1].split()[0] in "ZX":
                        return
            except (FileNotFoundError, ProcessLookupError):
                return
            time.sleep(0.05)
        self.fail(f"process {pid} is still there")

    def test_engines_do_not_outlive_a_killed_runner(self):
        match = subprocess.Popen(self.command(engine("A", "think=100"), engine("B", "think=100"), "-rounds", "50"),
                                 stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        children = []
        for _ in range(200):
            children = self.children(match.pid)
            if len(children) == 2:
                break
            time.sleep(0.02)
        self.assertEqual(len(children), 2)
        match.kill()
        match.wait()
        for child in children:
            self.assert_gone(child)

    @staticmethod
    def children(pid):
        found = []
        for task in os.listdir(f"/proc/{pid}/task"):
            try:
                with open(f"/proc/{pid}/task/{task}/children") as file:
                    found += [int(child) for child in file.read().split()]
            except FileNotFoundError:
                pass
        return found


class Setup(MatchTest):
    """What the user has to mend ends the match at once, and says what."""

    def check(self, message, first, *options, status=1):
        done = subprocess.run(self.command(first, engine("B"), *options), capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, status)
        self.assertIn(message, done.stderr)
        self.assertEqual(done.stdout, "")

    def test_no_program(self):
        self.check("engine A: there is no program /nowhere/x", ["-engine", "cmd=/nowhere/x", "name=A"])

    def test_not_executable(self):
        self.check("there is no program", ["-engine", f"cmd={self.book}", "name=A"])

    def test_no_directory(self):
        self.check("engine A: there is no directory /nowhere", engine("A", keys=["dir=/nowhere"]))

    def test_script_without_interpreter(self):
        script = self.path("script")
        with open(script, "w") as file:
            file.write("nothing\n")
        os.chmod(script, 0o755)
        self.check("engine A cannot be started", ["-engine", f"cmd={script}", "name=A"])

    def test_unknown_option(self):
        self.check("engine A has no option Contempt", engine("A", keys=["option.Contempt=3"]))

    def test_refused_option(self):
        self.check("engine A does not accept its options: info string error range: Hash",
                   engine("A", keys=["option.Hash=0"]))

    def test_bad_book(self):
        with open(self.book, "a") as file:
            file.write("nonsense\n")
        self.check("book.epd, line 9: ", engine("A"), "-openings", f"file={self.book}")

    def test_a_match_is_between_two(self):
        self.check("tulenh-match: -engine must be given twice, not 3 times", engine("A"), *engine("C"), status=2)
        self.check("tulenh-match: -engine must be given twice, not 4 times", engine("A"), *engine("C"), *engine("D"),
                   status=2)

    def test_bad_command_line(self):
        self.check("tulenh-match: -rounds: '0' is not", engine("A"), "-rounds", "0", status=2)

    def test_help(self):
        done = subprocess.run([MATCH, "--help"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0)
        for option in "-engine -each -openings -sprt -resume -shard merge".split():
            self.assertIn(option, done.stdout)


class Play(MatchTest):
    def test_pairs_of_one_engine_are_even(self):
        report = self.run_match(engine("A"), engine("B"), "-rounds", "8", "-repeat", "-openings", f"file={self.book}",
                                "-concurrency", "2")
        self.assertEqual(report["report"]["pairs"], {"counts": [0, 0, 8, 0, 0], "even": 8, "alike": 8, "pairs": 8})
        every = report["report"]["results"]["all"]
        self.assertEqual((every["elo"], every["elo_error"], every["los"]), (0, 0, 0.5))
        self.assertIn("exactly even 8 of 8 (every pair)", self.errors)
        self.assertEqual(report["report"]["forfeits"], 0)

    def test_all_modes(self):
        report = self.run_match(engine("A"), engine("B", "seed=2"), "-rounds", "12", "-mode", "all", "-pgnout",
                                "file=" + self.path("games.pgn"), "-openings", f"file={self.book}", "order=random")
        modes = [re.search(r'\[Mode "(\w+)"\]', game).group(1) for game in self.games()]
        self.assertEqual(modes, "standard sea air land raid total".split() * 2)
        self.assertEqual([report["report"]["results"][mode]["games"] for mode in modes[:6]], [2] * 6)

    def test_schedule_does_not_depend_on_concurrency(self):
        reports = []
        for concurrency in "13":
            reports.append(self.run_match(engine("A"), engine("B", "seed=2"), "-rounds", "12", "-mode", "all",
                                          "-repeat", "-openings", f"file={self.book}", "order=random", "-concurrency",
                                          concurrency, "-pgnout", "file=" + self.path(f"games{concurrency}.pgn")))
        self.assertEqual(reports[0]["tallies"], reports[1]["tallies"])
        one, other = (sorted(self.without_times(f"games{c}.pgn").split("[Event ")) for c in "13")
        self.assertEqual(one, other)

    def test_move_limit_is_decided_by_points(self):
        self.run_match(engine("A"), engine("B", "seed=3"), "-rounds", "4", "-maxmoves", "15", "-mode", "raid",
                       "-pgnout", "file=" + self.path("games.pgn"))
        limited = [game for game in self.games() if '[Termination "max-moves"]' in game]
        self.assertTrue(limited)
        for game in limited:
            red, blue = map(int, re.search(r'\[Points "(\d+)-(\d+)"\]', game).groups())
            result = "1-0" if red > blue else "0-1" if blue > red else "1/2-1/2"
            self.assertIn(f'[Result "{result}"]', game)
            self.assertIn(" 15. ", game.replace("\n", " "))
            self.assertNotIn(" 16. ", game.replace("\n", " "))

    def test_battle_clock(self):
        report = self.run_match(engine("A", "think=60"), engine("B", "think=60", "seed=2"), "-rounds", "1",
                                "-gametime", "1", "-log", "file=" + self.path("log"), limit="tc=60")
        self.assertEqual(list(report["report"]["endings"]), ["game-time"])
        self.assertEqual(report["report"]["forfeits"], 0)
        with open(self.path("log")) as file:
            goes = [line for line in file if " go " in line]
        left = [int(re.search(r"gametime (\d+)", line).group(1)) for line in goes]
        self.assertEqual(left[0], 1000)
        self.assertEqual(left, sorted(left, reverse=True))
        self.assertGreaterEqual(len(left), 3)

    def test_battle_clock_follows_the_time_control(self):
        for limit, mode, expected in (("tc=60", "raid", "gametime 900000"), ("tc=60", "total", "gametime 1800000"),
                                      ("nodes=5", "raid", None), ("depth=5", "raid", None), ("st=5", "raid", None)):
            log = self.path(f"{limit}{mode}")
            self.run_match(engine("A"), engine("B"), "-rounds", "1", "-maxmoves", "1", "-mode", mode, "-log",
                           f"file={log}", limit=limit)
            with open(log) as file:
                text = file.read()
            self.assertIn(f"name Mode value {mode}", text)
            self.assertIn("dummy engine starts", text)
            if expected:
                self.assertIn(expected, text)
            else:
                self.assertNotIn("gametime", text)

    def test_resignation(self):
        report = self.run_match(engine("A", "score=-700"), engine("B"), "-rounds", "1", "-repeat", "-resign",
                                "movecount=3", "score=600")
        self.assertEqual(report["report"]["endings"], {"resign": {"wins": 0, "draws": 0, "losses": 2}})

    def test_agreed_draw(self):
        report = self.run_match(engine("A", "score=4"), engine("B", "score=-4"), "-rounds", "1", "-draw",
                                "movenumber=2", "movecount=1", "score=5")
        self.assertEqual(report["report"]["endings"], {"agreed": {"wins": 0, "draws": 1, "losses": 0}})

    def test_series(self):
        self.run_match(engine("A"), engine("B", "seed=2"), "-series", "3", "-rounds", "4", "-openings",
                       f"file={self.book}", "-pgnout", "file=" + self.path("games.pgn"), "-concurrency", "2")
        series = {}
        for game in self.games():
            round_, number = re.search(r'\[Round "(\d+)\.(\d+)"\]', game).groups()
            series.setdefault(int(round_), []).append((int(number), game))
        self.assertEqual(sorted(series), [1, 2, 3, 4])
        for round_, games in series.items():
            self.assertEqual([number for number, _ in games], [1, 2, 3])
            loser = None
            for _, game in games:
                red, blue = (re.search(rf'\[{colour} "(\w)"\]', game).group(1) for colour in ("Red", "Blue"))
                fen = re.search(r'\[FEN "\S+ (.)', game)
                begins = blue if fen and fen.group(1) == "b" else red
                if loser:
                    self.assertEqual(begins, loser)
                result = re.search(r'\[Result "(.*?)"\]', game).group(1)
                loser = {"1-0": blue, "0-1": red}.get(result)

    def test_series_are_decided_by_points(self):
        report = self.run_match(engine("A"), engine("B", "seed=2"), "-series", "3", "-rounds", "1", "-openings",
                                f"file={self.book}")
        points = report["report"]["battle_points"]
        series = report["report"]["series"]
        self.assertEqual(series["wins"], int(points[0] > points[1]))
        self.assertEqual(series["losses"], int(points[0] < points[1]))

    def test_ugi(self):
        report = self.run_match(engine("A", keys=["proto=ugi"]), engine("B", "seed=2"), "-rounds", "1", limit="tc=60")
        self.assertEqual(report["report"]["forfeits"], 0)

    def test_the_engine_plays_ugi(self):
        """Both protocols make the same engine play the same games, in every mode."""
        log = self.path("log")
        ugi, uci = (["-engine", f"cmd={TULENH}", f"name={protocol}", f"proto={protocol}"] for protocol in ("ugi", "uci"))
        report = self.run_match(ugi, uci, "-mode", "all", "-rounds", "6", "-repeat", "-maxmoves", "12", "-log",
                                f"file={log}", limit="nodes=300")
        self.assertEqual(report["report"]["forfeits"], 0)
        self.assertEqual(report["report"]["pairs"], {"counts": [0, 0, 6, 0, 0], "even": 6, "alike": 6, "pairs": 6})
        report = self.run_match(ugi, uci, "-rounds", "1", "-repeat", "-maxmoves", "3", "-log", f"file={log}",
                                limit="tc=20+0.1 option.Hash=1".split())
        self.assertEqual(report["report"]["forfeits"], 0)
        with open(log) as file:
            lines = file.readlines()
        goes = [line for line in lines if "ugi#1 << go p1time" in line]
        self.assertEqual(len(goes), 6)
        for line in goes:
            self.assertRegex(line, r"go p1time \d+ p2time \d+ p1inc 100 p2inc 100 gametime \d+$")
        self.assertFalse([line for line in lines if "ugi#1 >> " in line and "info string error" in line])

    def test_restart(self):
        log = self.path("log")
        self.run_match(engine("A", keys=["restart=on"]), engine("B"), "-rounds", "3", "-log", f"file={log}")
        with open(log) as file:
            lines = file.readlines()
        self.assertEqual(sum("A#1 << uci\n" in line for line in lines), 3)
        self.assertEqual(sum("B#1 << uci\n" in line for line in lines), 1)

    def test_sprt_stops_the_match(self):
        arguments = [engine("A"), engine("B", "fault=none"), "-rounds", "500", "-repeat", "-sprt", "elo0=0", "elo1=100",
                     "-resume", "file=" + self.path("state.json")]
        report = self.run_match(*arguments)
        self.assertLess(report["games"], 1000)
        self.assertEqual(self.run_match(*arguments)["games"], report["games"])
        self.assertEqual(report["report"]["sprt"]["decision"], "elo1 accepted")
        self.assertGreater(report["report"]["sprt"]["llr"], report["report"]["sprt"]["upper"])

    def test_games_from_a_game_file(self):
        first, second = self.path("games.pgn"), self.path("again.pgn")
        self.run_match(engine("A"), engine("B", "seed=2"), "-rounds", "2", "-pgnout", f"file={first}")
        self.run_match(engine("A"), engine("B", "seed=2"), "-rounds", "2", "-pgnout", f"file={second}", "-openings",
                       f"file={first}", "format=pgn", "plies=5")
        for game in self.games("again.pgn"):
            self.assertEqual(game.count("{book}"), 5)


class Resume(MatchTest):
    OPTIONS = ["-rounds", "16", "-mode", "all", "-repeat", "-sprt", "elo0=-300", "elo1=300", "alpha=1e-9", "beta=1e-9"]

    def options(self, name):
        return [*self.OPTIONS, "-openings", f"file={self.book}", "order=random", "-resume",
                "file=" + self.path(name + ".json"), "-pgnout", "file=" + self.path(name + ".pgn")]

    def engines(self):
        return engine("A"), engine("B", "seed=2")

    def test_killed_and_resumed(self):
        whole = self.run_match(*self.engines(), *self.options("whole"))
        kills = 0
        for attempt in range(30):
            match = subprocess.Popen(self.command(*self.engines(), *self.options("parts"), "-concurrency", "2"),
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                match.wait(0.05 + 0.02 * attempt)
                break
            except subprocess.TimeoutExpired:
                match.kill()
                match.wait()
                kills += 1
        self.assertGreater(kills, 1)
        parts = self.run_match(*self.engines(), *self.options("parts"))
        self.assertEqual(parts["games"], 32)
        self.assertEqual(parts["tallies"], whole["tallies"])
        self.assertEqual(parts["report"]["results"], whole["report"]["results"])
        one, other = (sorted(self.without_times(name).split("[Event ")) for name in ("whole.pgn", "parts.pgn"))
        self.assertEqual(one, other)

    @staticmethod
    def finished(state):
        with open(state) as file:
            return json.load(file)["finished"]

    def test_interrupted_and_resumed(self):
        command = self.command(*self.engines(), *self.options("match"), "-concurrency", "2")
        slow = [word.replace("seed=2", "seed=2 think=5") for word in command]
        match = subprocess.Popen(slow, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        state = self.path("match.json")
        while not os.path.exists(state) or not self.finished(state):
            time.sleep(0.01)
        match.send_signal(signal.SIGINT)
        out, _ = match.communicate(timeout=30)
        self.assertEqual(match.returncode, 130)
        self.assertIn("of 32 games", out)
        self.assertIn("Endings: ", out)
        self.assertLess(sum(after - first for first, after in self.finished(state)), 32)
        # The engine's arguments were others: that is another match.
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("the file is of another match: engines/1/args", done.stderr)

    def test_series_may_be_interrupted_at_any_moment(self):
        """Also when games that have just ended wait to be counted."""
        for number in range(4):
            state = self.path(f"{number}.json")
            match = subprocess.Popen(self.command(engine("A"), engine("B"), "-series", "3", "-rounds", "100000",
                                                  "-maxmoves", "1", "-concurrency", "8", "-resume", f"file={state}"),
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.addCleanup(match.kill)
            while not os.path.exists(state) or not self.finished(state):
                time.sleep(0.01)
            time.sleep(0.3)
            match.send_signal(signal.SIGINT)
            self.assertEqual(match.wait(60), 130)

    def begin_slow_match(self, **popen):
        """A match that does not end by itself for long; its first game is over."""
        state = self.path("slow.json")
        command = self.command(engine("A", "think=5"), engine("B", "think=5"), "-rounds", "10000", "-maxmoves", "5",
                               "-resume", f"file={state}")
        match = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **popen)
        self.addCleanup(match.kill)
        while not os.path.exists(state) or not self.finished(state):
            time.sleep(0.01)
        return match

    def test_the_signal_that_ends_a_match_is_named(self):
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            with self.subTest(name):
                match = self.begin_slow_match()
                match.send_signal(getattr(signal, name))
                out, errors = match.communicate(timeout=30)
                self.assertEqual(match.returncode, 130)
                self.assertIn("of 10000 games", out)
                self.assertIn("Endings: ", out)
                self.assertEqual(errors.splitlines()[-1], f"tulenh-match: {name} ended the match")
                os.remove(self.path("slow.json"))

    def test_an_ignored_signal_stays_ignored(self):
        match = self.begin_slow_match(preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        match.send_signal(signal.SIGHUP)
        with self.assertRaises(subprocess.TimeoutExpired):
            match.communicate(timeout=0.5)
        match.send_signal(signal.SIGTERM)
        _, errors = match.communicate(timeout=30)
        self.assertIn("SIGTERM ended the match", errors)

    def test_a_match_that_ends_by_itself_names_no_signal(self):
        self.run_match(*self.engines(), "-rounds", "1")
        self.assertNotIn("ended the match", self.errors)

    def test_a_drawn_seed_is_kept(self):
        command = [word for word in self.command(*self.engines(), "-rounds", "6", "-openings", f"file={self.book}",
                                                 "order=random", "-resume", "file=" + self.path("match.json"))]
        del command[command.index("-srand"):command.index("-srand") + 2]
        seeds = set()
        for _ in range(2):
            done = subprocess.run(command, capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 0, done.stderr)
            seeds.add(re.search(r"seed (\d+), 6 of 6 games", done.stdout).group(1))
        self.assertEqual(len(seeds), 1)

    def test_another_game_file_is_not_cut(self):
        games, other, state = self.path("games.pgn"), self.path("other.pgn"), "file=" + self.path("match.json")
        with open(other, "w") as file:
            file.write("; of another match\n" * 1000)
        before = os.path.getsize(other)
        options = ["-rounds", "3", "-resume", state]
        self.run_match(*self.engines(), *options, "-pgnout", f"file={games}")
        self.run_match(*self.engines(), *options, "-pgnout", f"file={other}")
        self.assertEqual(os.path.getsize(other), before)
        # The state is of that file now, and a game cut off in it is taken away.
        with open(other, "a") as file:
            file.write('[Event "half a')
        self.run_match(*self.engines(), *options, "-pgnout", f"file={other}")
        self.assertEqual(os.path.getsize(other), before)

    def test_series_go_on_where_they_were(self):
        options = ["-series", "3", "-rounds", "5", "-openings", f"file={self.book}"]
        whole = self.run_match(*self.engines(), *options, "-resume", "file=" + self.path("whole.json"))
        state = "file=" + self.path("parts.json")
        for attempt in range(20):
            match = subprocess.Popen(self.command(*self.engines(), *options, "-resume", state),
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                match.wait(0.02 + 0.01 * attempt)
                break
            except subprocess.TimeoutExpired:
                match.kill()
                match.wait()
        parts = self.run_match(*self.engines(), *options, "-resume", state)
        self.assertEqual(parts["tallies"], whole["tallies"])
        self.assertEqual(parts["report"]["series"], whole["report"]["series"])

    def test_parts_are_the_whole(self):
        options = [*self.OPTIONS, "-openings", f"file={self.book}", "order=random"]
        whole = self.run_match(*self.engines(), *options)
        parts = []
        running = []
        for part in ("1/2", "2/2"):
            parts.append(self.path(f"part{part[0]}.json"))
            running.append(subprocess.Popen(self.command(*self.engines(), *options, "-shard", part, "-json",
                                                         f"file={parts[-1]}"), stdout=subprocess.DEVNULL,
                                            stderr=subprocess.DEVNULL))
        for process in running:
            self.assertEqual(process.wait(60), 0)
        done = subprocess.run([MATCH, "merge", *parts, "-json"], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        merged = json.loads(done.stdout)
        del whole["report"]["cpu_seconds"]
        self.assertEqual(merged["report"], whole["report"])
        self.assertIn("sprt", merged["report"])
        self.assertEqual(merged["tallies"], whole["tallies"])
        self.assertIn("32 of 32 games", done.stderr)
        done = subprocess.run([MATCH, "merge", parts[0], parts[0]], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("part 1 is there twice", done.stderr)
        broken = self.path("broken.json")
        with open(broken, "w") as file:
            json.dump({"format": "tulenh-match", "version": 1}, file)
        for bad in (broken, self.path("missing.json"), self.book):
            done = subprocess.run([MATCH, "merge", parts[0], bad], capture_output=True, text=True)
            self.assertEqual(done.returncode, 1)
            self.assertIn(bad, done.stderr)

    def test_a_missing_game_file_is_noticed(self):
        self.run_match(*self.engines(), *self.options("match"))
        os.remove(self.path("match.pgn"))
        done = subprocess.run(self.command(*self.engines(), *self.options("match")), capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("games are missing", done.stderr)


class Books(MatchTest):
    def make(self, name, *options):
        return subprocess.run([OPENINGS_TOOL, "--count", "15", "--depth", "1", "--output", self.path(name), *options],
                              capture_output=True, text=True, timeout=60)

    def test_a_book(self):
        books = []
        for name, seed in (("one", "1"), ("two", "1"), ("three", "2")):
            done = self.make(name, "--mode", "sea", "--seed", seed)
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(self.path(name)) as file:
                books.append(file.read())
        self.assertEqual(books[0], books[1])
        self.assertEqual(set(books[0].splitlines()) & set(books[2].splitlines()), set())
        self.assertEqual(len(set(books[0].splitlines())), 15)
        report = self.run_match(engine("A"), engine("B"), "-mode", "sea", "-rounds", "15", "-openings",
                                "file=" + self.path("one"), "-pgnout", "file=" + self.path("games.pgn"))
        self.assertEqual(report["games"], 15)
        fens = re.findall(r'\[FEN "(.*)"\]', "".join(self.games()))
        self.assertEqual(fens, books[0].splitlines())

    def test_faults(self):
        for options, message in ((["--mode", "moon"], "unknown mode moon"), (["--turns", "0"], "--turns: 0 is not"),
                                 (["--turns", "100"], "--turns: 100 is not from 1 to 99"),
                                 (["--count", "-5"], "--count: -5 is not from 1 to 1000000"),
                                 (["--bound", "-1"], "--bound: -1 is not"), (["--seed", "-1"], "--seed: -1 is not"),
                                 (["--depth", "x"], "--depth"), (["book"], "positional")):
            done = subprocess.run([OPENINGS_TOOL, "--output", self.path("book"), *options], capture_output=True,
                                  text=True, timeout=60)
            self.assertEqual(done.returncode, 2)
            self.assertIn(message, done.stderr)
            self.assertFalse(os.path.exists(self.path("book")))
        done = self.make("missing/book")
        self.assertEqual(done.returncode, 1)
        self.assertIn("missing/book", done.stderr)


if __name__ == "__main__":
    # Whoever runs the tests may ignore signals, which the programs would inherit.
    for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_DFL)
    unittest.main(argv=sys.argv[:1] + sys.argv[5:])
