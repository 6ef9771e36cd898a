"""The notebook runs, with a share of its usual updates."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("matplotlib")
pytest.importorskip("ipykernel")

NOTEBOOK = Path(__file__).parent.parent / "notebooks" / "learn.ipynb"


@pytest.mark.filterwarnings("ignore")
def test_it_learns_to_beat_chance(monkeypatch):
    monkeypatch.setenv("QUINTAIN_UPDATES", "12")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    told = "".join(output.get("text", "") for cell in notebook.cells for output in cell.get("outputs", []))
    assert "after 12 updates" in told
