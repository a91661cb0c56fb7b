"""Executes the notebooks, or checks them.

    python scripts/notebooks.py [--dataset DIR] [--out DIR]
    python scripts/notebooks.py --check [--same-as DIR]

A notebook is written as a script, notebooks/NAME.py, in jupytext's percent format; NAME.ipynb is the same,
with its results. The first form makes each .ipynb anew from its script: it executes it on a dataset with all
dates of the puzzle weekday, by default `output`, and writes it to `notebooks` unless `--out` names another
folder. The second form checks that the .ipynb in `notebooks` have the scripts' cells, were executed without
an error, and are small; and that their texts and tables are those of the .ipynb in another folder. Run it in
the project's folder.
Exit code: 0 all is well, 1 something is not, 2 bad usage.
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

import jupytext
import nbclient
import nbformat

FOLDER = Path("notebooks")
MOST_BYTES = 600_000
KERNEL_FOLDERS = ["IPYTHONDIR", "JUPYTER_RUNTIME_DIR"]


def from_script(script):
    """The notebook of a script, without results. Its cells are numbered, so that each run makes the same."""
    notebook = jupytext.read(script)
    notebook.metadata.pop("jupytext", None)
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    return notebook


def execute(script, dataset, out):
    notebook = from_script(script)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="notebook-") as temporary:
        # The kernel draws into the notebook, and leaves nothing in the home folder.
        os.environ |= {"ALMANAC_DATASET": str(dataset)} | dict.fromkeys(KERNEL_FOLDERS, temporary)
        os.environ.pop("MPLBACKEND", None)
        client = nbclient.NotebookClient(notebook, kernel_name="python3", timeout=300, record_timing=False)
        client.extra_arguments = ["--log-level=ERROR"]
        client.execute(cwd=temporary)
    path = out / f"{script.stem}.ipynb"
    nbformat.write(notebook, path)
    print(f"{path.name}: {path.stat().st_size:,} bytes, executed in {time.monotonic() - began:.1f} s")


def texts(notebook):
    """The texts among the results; pictures may differ a little from machine to machine."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return [output.data["text/plain"] for output in outputs if "image/png" not in output.get("data", {})]


def defects(script, same_as):
    """Yields what is wrong with the notebook of a script."""
    path = script.with_suffix(".ipynb")
    if not path.exists():
        yield "missing"
        return
    found, wanted = nbformat.read(path, as_version=4), from_script(script)
    nbformat.validate(found)
    cells = lambda notebook: [(cell.cell_type, cell.source) for cell in notebook.cells]
    if cells(found) != cells(wanted):
        yield f"its cells are not those of {script.name}"
    code = [cell for cell in found.cells if cell.cell_type == "code"]
    if [cell.execution_count for cell in code] != list(range(1, len(code) + 1)):
        yield "it has not been executed from beginning to end"
    outputs = [output for cell in code for output in cell.outputs]
    if not outputs:
        yield "it has no results"
    if any(output.output_type == "error" or output.get("name") == "stderr" for output in outputs):
        yield "it has errors or warnings"
    elif same_as and texts(found) != texts(nbformat.read(same_as / path.name, as_version=4)):
        yield f"its results are not those in {same_as}"
    if path.stat().st_size > MOST_BYTES:
        yield f"it has {path.stat().st_size:,} bytes, more than {MOST_BYTES:,}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="check those of the repository, execute nothing")
    parser.add_argument("--same-as", type=Path, metavar="DIR", help="with .ipynb that have the same results")
    parser.add_argument("--dataset", type=Path, default=Path("output"), help="default: output")
    parser.add_argument("--out", type=Path, default=FOLDER, help="folder for the .ipynb (default: notebooks)")
    options = parser.parse_args()
    scripts = sorted(FOLDER.glob("*.py"))
    if not scripts:
        parser.error(f"there is no script in {FOLDER}")
    if not options.check:
        options.out.mkdir(parents=True, exist_ok=True)
        for script in scripts:
            execute(script, options.dataset.resolve(), options.out.resolve())
        return
    failed = False
    for script in scripts:
        found = list(defects(script, options.same_as))
        failed |= bool(found)
        print(f"{'FAIL' if found else 'ok'}   {script.stem}.ipynb{': ' if found else ''}{'; '.join(found)}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
