#!/usr/bin/env python3
"""Installs a build into a folder and looks whether everything is in its place.

usage: install_test.py <cmake> <build folder>
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

CMAKE = BUILD = ""


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.prefix = pathlib.Path(cls.folder.name)
        subprocess.run([CMAKE, "--install", BUILD, "--prefix", cls.prefix], check=True, stdout=subprocess.DEVNULL)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_programs_run(self):
        version = subprocess.run([self.prefix / "bin" / "tulenh", "--version"], capture_output=True, text=True)
        self.assertRegex(version.stdout, r"^Tulenh \d+\.\d+\.\d+, ")
        built = {path.name for path in pathlib.Path(BUILD).glob("tulenh*") if path.is_file()}
        for tool in {"tulenh-match", "tulenh-openings"} & built:
            self.assertEqual(subprocess.run([self.prefix / "bin" / tool, "--help"], capture_output=True).returncode, 0)

    def test_only_what_users_need(self):
        programs = {path.name for path in (self.prefix / "bin").iterdir()}
        self.assertLessEqual(programs, {"tulenh", "tulenh-match", "tulenh-openings"})
        self.assertEqual({path.name for path in self.prefix.iterdir()}, {"bin", "share"})

    def test_data(self):
        data = self.prefix / "share" / "tulenh"
        self.assertEqual(len(list((data / "openings").glob("*.epd"))), 6)
        self.assertTrue((data / "client" / "tulenh.py").is_file())

    def test_documents_and_their_links(self):
        documents = self.prefix / "share" / "doc" / "tulenh"
        found = {str(path.relative_to(documents)) for path in documents.rglob("*.md")}
        self.assertEqual(found, {"README.md", "engine/RULES.md", "protocol/PROTOCOL.md", "protocol/README.md",
                                 "tuning/README.md"})
        for path in documents.rglob("*.md"):
            for link in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
                self.assertTrue((path.parent / link).exists(), f"{path.name}: {link}")


def main():
    global CMAKE, BUILD
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    CMAKE, BUILD = sys.argv[1:]
    unittest.main(argv=sys.argv[:1])


if __name__ == "__main__":
    main()
