"""The simulation view."""

import json
import shutil
import subprocess

import pytest

from browser import Page
from service import ROOT, Service, wait_until


@pytest.fixture
def folder(tmp_path):
    shutil.copytree(ROOT / "scenarios", tmp_path / "scenarios")
    return tmp_path / "scenarios"


@pytest.fixture
def service(tagalong, tmp_path, folder):
    with Service(tagalong, tmp_path / "data", "--scenarios", folder) as service:
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


def write(page, text):
    """Puts a text in the place of what is written, as somebody who pastes it."""
    area = page.wait("#scenario-text", lambda area: area.is_displayed())
    page.script(
        "const area = arguments[0]; area.focus(); area.select();"
        "document.execCommand('insertText', false, arguments[1])",
        area,
        text,
    )


def text(page):
    return page.wait("#scenario-text").get_attribute("value")


def shown(page):
    return json.loads(page.wait(".map-points[data-shown]").get_attribute("data-shown"))


def test_a_scenario_is_written_checked_as_one_types_run_and_saved(page, folder, screenshots):
    page.open("/simulation")
    page.press("New scenario")
    # What it begins with is a scenario.
    page.wait_for_text("15 min, 1 owner, 1 tracker, 1 gateway, 3 assertions")
    begun = text(page)
    write(page, begun.replace("owner: ana", "owner: anna"))
    page.wait_for_text("Line 14: 'anna' is not the id of an owner, did you mean 'ana'?")
    assert not page.button("Run this").is_enabled() and not page.button("Save").is_enabled()
    page.inspect(screenshots, "simulation-mistake")
    page.press("Go to line 14")
    chosen = page.script("const area = document.activeElement; return area.value.slice(area.selectionStart, area.selectionEnd)")
    assert chosen.strip().startswith("- {id: bag")
    write(page, begun.replace("by: 14m}", "by: 12m}"))
    page.wait_for_text("3 assertions")
    page.press("Run this")
    page.wait(".chart")
    page.wait_for_text("1 of 3 assertions failed")
    page.wait_for_text("by 12m")
    page.inspect(screenshots, "simulation-editor")
    page.fill("#scenario-name", "no good/name")
    page.press("Save")
    page.wait_for_text("Enter 1 to 64 letters, digits, _ or -.")
    page.fill("#scenario-name", "cafe")
    page.press("Save")
    page.wait_for_text("There is a scenario cafe already")
    page.fill("#scenario-name", "walk")
    page.press("Save")
    page.toast("Scenario walk saved.")
    assert (folder / "walk.yaml").read_text() == begun.replace("by: 14m}", "by: 12m}")
    wait_until(lambda: page.wait(".page-head select").get_attribute("value") == "walk", "it is chosen")
    # Somebody else changes it meanwhile, in an editor of another kind.
    (folder / "walk.yaml").write_text(begun)
    write(page, begun.replace("seed: 1", "seed: 2"))
    page.wait(".verdict .right")
    page.press("Save")
    page.toast("The file has changed since it was opened here")
    assert (folder / "walk.yaml").read_text() == begun
    page.press("Close")
    page.press("Discard the changes", within="dialog")
    page.press("Edit")
    page.wait_for_text("Scenario walk")
    wait_until(lambda: text(page) == begun, "it is read anew")
    page.press("Remove")
    page.press("Remove", within="dialog")
    page.toast("Scenario walk removed.")
    assert not (folder / "walk.yaml").exists()


def test_a_scenario_with_a_mistake_can_be_chosen_and_mended(page, folder):
    (folder / "wrong.yaml").write_text((folder / "cafe.yaml").read_text().replace("owner: sam", "owner: tom"))
    page.open("/simulation")
    select = page.wait(".page-head select", lambda select: select.is_displayed())
    page.script("arguments[0].value = 'wrong'; arguments[0].dispatchEvent(new Event('change', {bubbles: true}))", select)
    assert select.text.count("wrong (has a mistake)") == 1
    page.press("Edit")
    page.wait_for_text("'tom' is not the id of an owner")
    write(page, text(page).replace("owner: tom", "owner: sam"))
    page.wait(".verdict .right")
    page.press("Save")
    page.toast("Scenario wrong saved.")
    wait_until(lambda: "has a mistake" not in page.wait(".page-head select").text, "it can be run")


def test_a_fleet_is_shown_as_a_cloud_with_counts_over_time(page, screenshots):
    page.open("/simulation")
    page.press("New scenario")
    page.wait(".verdict .right")
    write(page, text(page).replace("seed: 1", "seed: 1\nnoise: urban").replace("duration: 15m", "duration: 8m").split("expect:")[0].replace("{at: 14m", "{at: 7m"))
    page.wait(".verdict .right")
    page.fill("#scenario-copies", "60")
    page.press("Run this")
    page.wait(".stacked")
    assert sum(shown(page).values()) <= 60
    seek(page, 410)
    wait_until(lambda: sum(shown(page).values()) == 60, "all are on the map")
    assert shown(page)["critical"] > 30
    assert fact(page, "Trackers") == "60"
    assert fact(page, "Truly beyond 10 m") == "60"
    assert int(fact(page, "Alerts raised")) > 30
    page.press("Close")
    page.press("Discard the changes", within="dialog")
    with page.at_the_top():
        page.picture(screenshots / "simulation-fleet.png")
    page.inspect(screenshots, "simulation-fleet")


def test_several_trackers_and_gateways_that_stay_are_on_the_map(page, screenshots):
    page.open("/simulation")
    select = page.wait(".page-head select", lambda select: select.is_displayed())
    page.script("arguments[0].value = 'two-owners'", select)
    page.press("Run")
    page.wait(".chart")
    wait_until(lambda: shown(page)["points"] == 2, "the other trackers are there")
    assert shown(page)["gateways"] > 0
    assert shown(page)["people"] == 1
    page.wait_for_text("assertions hold")
    page.inspect(screenshots, "simulation-several")


def test_what_is_written_is_not_lost_by_going_elsewhere(page):
    page.open("/simulation")
    page.press("New scenario")
    page.wait(".verdict .right")
    write(page, text(page) + "# mine\n")
    page.wait("nav a[href='/alerts']").click()
    page.wait("dialog[open]")
    page.press("Stay", within="dialog")
    assert text(page).endswith("# mine\n")


def test_a_run_can_be_stopped_and_another_begun(page):
    page.open("/simulation")
    page.press("New scenario")
    page.wait(".verdict .right")
    page.fill("#scenario-copies", "600")
    page.press("Run this")
    # The other way to begin one does not hide that this goes on.
    page.wait(".run-progress", lambda progress: progress.is_displayed())
    assert not page.button("Run").is_enabled() and not page.button("Run this").is_enabled()
    page.press("Stop")
    page.toast("Stopped.")
    assert page.focused()[1] == "Run this"
    page.fill("#scenario-copies", "1")

    def runs():
        page.press("Run this")
        return bool(page.all(".chart"))

    wait_until(runs, "the turn is free again")


def test_too_much_is_refused_in_a_sentence(page):
    page.open("/simulation")
    page.press("New scenario")
    page.wait(".verdict .right")
    write(page, text(page).replace("duration: 15m", "duration: 30d"))
    page.wait(".verdict .right")
    page.fill("#scenario-copies", "10000")
    page.press("Run this")
    page.wait_for_text("'tagalong simulate' has no such limit")


def test_without_a_directory_it_can_be_written_and_run_and_not_saved(driver, tagalong, tmp_path):
    with Service(tagalong, tmp_path / "alone") as service:
        page = Page(driver, service.url)
        page.forget()
        page.open("/simulation")
        page.press("New scenario")
        page.wait(".verdict .right")
        assert not [each for each in page.all("button") if each.text == "Save" and each.is_displayed()]
        page.press("Run this")
        page.wait_for_text("assertions hold")
        page.leave()


def test_a_trace_over_thirty_thousand_years_is_shown(page, tmp_path):
    place = {"lat": 46, "lon": 14, "distance_m": 1, "mode": "bluetooth", "battery": 100}
    lines = [json.dumps({"at_s": at, "tracker": "sam/keys"} | place) for at in (0, 1e12)]
    (tmp_path / "long.jsonl").write_text("\n".join(lines))
    page.open("/simulation")
    page.all("input[type=file]")[0].send_keys(str(tmp_path / "long.jsonl"))
    page.wait(".chart")
    page.wait_for_text("277777777:46:40")


def test_the_text_is_checked_again_once_the_service_is_back(page, service):
    page.open("/simulation")
    page.press("New scenario")
    page.wait(".verdict .right")
    service.stop()
    write(page, text(page) + "# mine\n")
    page.wait_for_text("Tagalong cannot be reached")
    service.start()
    page.wait_for_text("3 assertions")
    assert text(page).endswith("# mine\n")
