#!/usr/bin/env python3
"""What the derive costs at compile time, beside thiserror alone.

Generates crates in a temporary directory and builds each crate alone, several times, its
dependencies built before. Prints medians of CPU seconds (user and system, of cargo and rustc) and
of wall seconds, the time of an empty crate subtracted. Options: --runs N, --quick (dev only).
"""

import argparse
import pathlib
import resource
import statistics
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent

MANIFEST = """
[package]
name = "measured"
version = "0.0.0"
edition = "2024"

[workspace]

[lib]
path = "lib.rs"

[dependencies]
afp-runtime = {{ path = "{root}/afp-runtime", default-features = false, features = ["derive"] }}
thiserror = "2"

[profile.dev]
incremental = false
"""


def variant(n, with_derive):
    attribute = f"""
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true,
        expected = "amount of case {n} must be at least {{amount}} for {{name}}",
        suggestion = {{ "amount": "{{amount}}" }})]""" if with_derive else ""
    echo = "#[afp(current)] " if with_derive else ""
    return f"""
    /// Case {n} went wrong.
    #[error("case {n}: {{amount}} is too little for {{name}}")]{attribute}
    Case{n} {{ {echo}amount: u64, name: String }},"""


def enum(count, with_derive, name="E", first=0):
    derive = ", afp_runtime::AgentError" if with_derive else ""
    variants = "".join(variant(n, with_derive) for n in range(first, first + count))
    return f"#[derive(Debug, thiserror::Error{derive})]\npub enum {name} {{{variants}\n}}\n"


def registry(count, size):
    """Enums of `size` codes each, registered or not."""
    names = [f"E{first}" for first in range(0, count, size)]
    enums = "".join(enum(size, True, f"E{first}", first) for first in range(0, count, size))
    listed = ", ".join(names)
    return enums, f"pub static ALL: afp_runtime::Registry = afp_runtime::registry![{listed}];\n"


def run(folder, command):
    """CPU seconds and wall seconds of one build of the crate alone."""
    (folder / "lib.rs").touch()
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    wall, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0 or "measured` (lib) generated" in done.stderr:
        raise SystemExit(done.stderr)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, wall


def measure(folder, sources, command, runs):
    """Medians of each source, taken in turns so that noise hits all alike."""
    samples = {name: [] for name in sources}
    for round_ in range(runs + 1):
        for name, source in sources.items():
            (folder / "lib.rs").write_text(source)
            sample = run(folder, command)
            if round_ > 0:
                samples[name].append(sample)
    medians = {name: [statistics.median(axis) for axis in zip(*taken)] for name, taken in samples.items()}
    empty = medians.pop("empty")
    return {name: [value - base for value, base in zip(pair, empty)] for name, pair in medians.items()}


def show(title, medians):
    print(f"\n{title}: CPU s, wall s")
    for name, (cpu, wall) in medians.items():
        print(f"  {name:<38} {cpu:7.2f} {wall:7.2f}")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--runs", type=int, default=5)
    options.add_argument("--quick", action="store_true")
    options = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "Cargo.toml").write_text(MANIFEST.format(root=ROOT))
        (folder / "Cargo.lock").write_text((ROOT / "Cargo.lock").read_text())
        crates = {
            "empty": "",
            "thiserror alone, 1,000 variants": enum(1000, False),
            "with AgentError, 1,000 variants": enum(1000, True),
        }
        profiles = [("dev", ["cargo", "build", "--offline"])]
        if not options.quick:
            profiles.append(("release", ["cargo", "build", "--offline", "--release"]))
        for profile, command in profiles:
            medians = measure(folder, crates, command, options.runs)
            show(profile, medians)
            alone, with_derive = medians.values()
            print(f"  ratio {with_derive[0] / alone[0]:.2f} of CPU, {with_derive[1] / alone[1]:.2f} of wall (limit 2)")
        check = ["cargo", "check", "--offline"]
        medians = measure(folder, crates, check, options.runs)
        show("cargo check", medians)
        alone, with_derive = medians.values()
        print(f"  the derive and checking what it emits: {with_derive[0] - alone[0]:.2f} CPU s for 1,000 variants")
        enums, registered = registry(3000, 100)
        large = {
            "empty": "",
            "one enum of 3,000 variants": enum(3000, True),
            "that enum, registered": enum(3000, True, "E0") + registry(3000, 3000)[1],
            "30 enums of 100 variants": enums,
            "those enums, registered": enums + registered,
        }
        medians = measure(folder, large, check, options.runs)
        show("cargo check, no raised recursion limit", medians)
        for alone, registered in [
            ("one enum of 3,000 variants", "that enum, registered"),
            ("30 enums of 100 variants", "those enums, registered"),
        ]:
            cost = medians[registered][0] - medians[alone][0]
            print(f"  registry of 3,000 codes, {alone}: {cost:.2f} CPU s (limit 1)")


if __name__ == "__main__":
    main()
