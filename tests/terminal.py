"""A terminal for the tests that need one."""

import pty
import unittest


def open_terminal():
    """Both ends of a new one, as file descriptors: the test's and the program's.

    The test is skipped where the system has none, as in a chroot without /dev/pts."""
    try:
        return pty.openpty()
    except OSError as error:
        raise unittest.SkipTest(f"no terminal to be had: {error}") from error
