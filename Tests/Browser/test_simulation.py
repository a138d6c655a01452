"""The simulation view."""

import subprocess

import pytest

from service import ROOT, Service, wait_until


@pytest.fixture
def service(tagalong, tmp_path):
    with Service(tagalong, tmp_path / "data", "--scenarios", ROOT / "scenarios") as service:
        yield service


def seek(page, second):
    page.script(
        "const seek = document.getElementById('seek'); seek.value = arguments[0];"
        "seek.dispatchEvent(new Event('input', {bubbles: true}))",
        second,
    )


def fact(page, name):
    return page.script(
        "return [...document.querySelectorAll('dt')].find((each) => each.innerText === arguments[0])"
        ".nextElementSibling.innerText",
        name,
    )


def test_a_scenario_is_loaded_played_paused_and_searched(page, screenshots):
    page.open("/simulation")
    select = page.wait(".page-head select", lambda select: select.is_displayed())
    page.script("arguments[0].value = 'cafe'", select)
    page.press("Run")
    page.wait(".chart")
    page.press("Play")
    page.button("Pause")
    wait_until(lambda: page.wait(".clock").text.split(" / ")[0] != "0:00", "it plays")
    page.press("Pause")
    page.button("Play")
    seek(page, 60)
    assert fact(page, "Level") == "Near"
    assert fact(page, "Mode") == "Bluetooth"
    seek(page, 400)
    assert fact(page, "Level") == "Left behind"
    assert fact(page, "Mode") == "Cellular"
    assert float(fact(page, "True distance").split()[0]) > 100
    assert len(page.all(".ring")) == 3
    # What the engine itself held likely, and not only the ends of it.
    assert len(page.all(".bell .band")) >= 1
    assert "%" in page.wait(".bell").get_attribute("aria-label")
    page.wait_for_text("Near again")
    seek(page, 320)
    page.picture(screenshots / "simulation.png")
    page.inspect(screenshots, "simulation")


def test_a_trace_is_opened_from_a_file_and_exported(page, tagalong, tmp_path):
    trace = tmp_path / "cafe.jsonl"
    subprocess.run([tagalong, "simulate", ROOT / "scenarios/cafe.yaml", "--quiet", "--trace", trace], check=True)
    page.open("/simulation")
    page.all("input[type=file]")[0].send_keys(str(trace))
    page.wait(".chart")
    page.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path / "saved"))
    page.press("Export the trace")
    saved = tmp_path / "saved/cafe.jsonl"
    wait_until(lambda: saved.exists() and saved.read_bytes() == trace.read_bytes(), "the same trace is saved")


def test_a_file_that_is_no_trace_is_refused(page, tmp_path):
    (tmp_path / "notes.jsonl").write_text("hello\n")
    page.open("/simulation")
    page.all("input[type=file]")[0].send_keys(str(tmp_path / "notes.jsonl"))
    page.wait_for_text("This is not a trace")
