# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Sends messages in processes that are killed at a step: a line each, step, key and the sender's file.

It has no threads of its own, so that its forks inherit no lock of one.
"""

import os
import sys
from contextlib import contextmanager
from typing import Any
from unittest import mock

import sealedpush
from sealedpush import Sender
from sealedpush._store import Store


@contextmanager
def killed_at(step: int) -> Any:
    """Ends this process before or behind its Nth transaction or request."""
    count = [0]

    def tick() -> None:
        if count[0] == step:
            os._exit(9)
        count[0] += 1
    transaction, ask = Store.transaction, sealedpush._relay.ask

    @contextmanager
    def ticking(store: Store) -> Any:
        tick()
        with transaction(store) as db:
            yield db
            tick()
        tick()

    def asking(*arguments: Any, **more: Any) -> Any:
        tick()
        answer = ask(*arguments, **more)
        tick()
        return answer
    with mock.patch.object(Store, "transaction", ticking), mock.patch("sealedpush._relay.ask", asking):
        yield


def main() -> None:
    """Prints the exit code of each process."""
    for line in sys.stdin:
        step, key, path = line.rstrip("\n").split("\t")
        child = os.fork()
        if child == 0:
            code = 1
            try:
                with Sender(path) as sender, killed_at(int(step)):
                    sender.notify(key, idempotency_key=key)
                code = 0
            finally:
                os._exit(code)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    main()
