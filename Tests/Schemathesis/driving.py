# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Runs schemathesis against a server, and holds its answers against the document."""

import json
import os
import subprocess
import sys
from pathlib import Path

import yaml

HERE = Path(__file__).parent
CHECKS = (
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
    "response_schema_conformance",
)


def drive(document: Path, url: str, hooks: str, variables: dict[str, str], is_long: bool, folder: Path, *more: str) -> None:
    """Sends the requests; the hooks write `answers` in the folder."""
    amount = ["--phases", "fuzzing", "--max-examples", "22"]
    if is_long:
        amount = ["--phases", "coverage,fuzzing,stateful", "--max-examples", "200"]
    environment = os.environ | {"SCHEMATHESIS_HOOKS": hooks, "PYTHONPATH": str(HERE)} | variables
    command = [
        Path(sys.executable).parent / "st", "run", document, "--url", url, "--seed", "1",
        "--checks", ",".join(CHECKS), "--request-timeout", "20", "--warnings", "off", "--no-color",
        "--generation-database", "none", "--continue-on-failure", *amount, *more,
    ]
    code = subprocess.run(command, cwd=folder, env=environment).returncode
    (folder / "code").write_text(str(code))


def documented(document: Path) -> set[str]:
    """The statuses of the document."""
    paths = yaml.safe_load(document.read_text())["paths"]
    return {
        f"{method.upper()} {path} {status}"
        for path, operations in paths.items()
        for method, operation in operations.items() if method != "parameters"
        for status in operation["responses"] if status != "503"
    }


def judge(document: Path, folder: Path, elsewhere: set[str]) -> None:
    """Ends the process with 1 unless each answer was as the document says, and each of it came."""
    answers = json.loads((folder / "answers").read_text())
    total = sum(answers.values())
    good = sum(count for answer, count in answers.items() if answer.rsplit(" ", 1)[1].startswith("2"))
    missing = sorted(documented(document) - elsewhere - set(answers))
    print(f"{total} answers, {good} of them 2xx ({good / total:.0%})")
    for answer in missing:
        print(f"never answered: {answer}")
    sys.exit(int((folder / "code").read_text()) or bool(missing) or good < 0.3 * total)
