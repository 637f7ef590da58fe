"""Runs the functions of a file that are marked as laws, and says of each whether it holds: `ok` or `FAILED`, as all
tests here do.

SPDX-License-Identifier: MIT
"""
import sys
import traceback

LAWS = []


def law(function):
    LAWS.append(function)
    return function


def raises(kind, words, call, *arguments, **named):
    """The call raises this kind of exception, whose message has these words."""
    try:
        call(*arguments, **named)
    except kind as error:
        assert words in str(error), f"{error!r} does not say {words!r}"
        return error
    raise AssertionError(f"no {kind.__name__} was raised")


def run():
    failed = 0
    for function in LAWS:
        name = function.__name__.replace("_", " ")
        try:
            function()
            print(f"ok      {name}")
        except Exception:
            traceback.print_exc(file=sys.stdout)
            print(f"FAILED  {name}")
            failed += 1
    sys.exit(failed > 0)
