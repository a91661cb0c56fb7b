"""Runs a command and fails if it takes more memory than it may.

    peak_memory.py MOST_MIB COMMAND...

Prints the peak of the resident memory of the command, in mebibytes.
"""

import resource
import subprocess
import sys


def main() -> int:
    most, command = int(sys.argv[1]), sys.argv[2:]
    code = subprocess.run(command, check=False).returncode
    # In kibibytes on Linux, in bytes on macOS.
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / unit
    print(f"peak of memory: {peak:.0f} MiB of {most} MiB")
    if code != 0:
        return code
    if peak > most:
        print("that is too much", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
