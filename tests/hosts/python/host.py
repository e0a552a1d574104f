"""The Python host of the conformance run (H-13). The protocol stands in ``tests/xtask/src/hosts/table.rs``.

Usage: ``host.py --recordings DIR --corpus FILE --out DIR --wasm FILE``; FILE is the component or the JSON-bytes build.
"""

import argparse
import json
import statistics
import time
from pathlib import Path
from typing import Any

from switchover import Engine


def main() -> None:
    """Reads the inputs, writes the logs and the times."""
    parser = argparse.ArgumentParser()
    for name in ("--recordings", "--corpus", "--out", "--wasm"):
        parser.add_argument(name, type=Path, required=True)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    start = time.perf_counter()
    engine = Engine({}, wasm=given.wasm)
    cold_start = (time.perf_counter() - start) * 1000
    for path in sorted(given.recordings.glob("*.json")):
        recording = json.loads(path.read_text(encoding="utf-8"))
        own = Engine(recording["config"], wasm=given.wasm)
        steps = [step for turn in recording["turns"] for step in replay(own, turn)]
        write(given.out / f"{path.stem}.log", steps)
    verdicts, median = classify(engine, given.corpus)
    write(given.out / "corpus.log", verdicts)
    timing = {"coldStartMs": cold_start, "classifyMedianUs": median}
    (given.out / "timing.json").write_text(json.dumps(timing), encoding="utf-8")


def replay(engine: Engine, recorded: dict[str, Any]) -> list[str]:
    """The text of every step of one recorded turn."""
    with engine.begin(recorded["request"], recorded["snapshot"], recorded["now"]) as turn:
        first = turn.first_text or ""
        return [first, *(turn.handle_text(text(entry)) for entry in recorded["events"])]


def classify(engine: Engine, corpus: Path) -> tuple[list[str], float]:
    """A line for each row, and the median of the times in microseconds."""
    rows = [json.loads(line) for line in corpus.read_text(encoding="utf-8").splitlines()]
    verdicts, took = [], []
    for row in rows:
        start = time.perf_counter_ns()
        verdict = engine.call_text("classify", row["input"])
        took.append(time.perf_counter_ns() - start)
        verdicts.append(f"{row['id']}\t{verdict}")
    return verdicts, statistics.median(took) / 1000


def text(value: Any) -> str:
    """JSON text without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def write(path: Path, lines: list[str]) -> None:
    """One text a line, in UTF-8 and with the line ends of Unix."""
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
