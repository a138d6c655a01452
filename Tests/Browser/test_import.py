"""Files with positions are checked, and imported into the history of an item or a phone."""

import contextlib
import datetime

import pytest
from selenium.webdriver.common.keys import Keys

from browser import Page
from service import Service, wait_until
from test_leaving import PASSCODE, account, log_in

START = datetime.datetime(2024, 5, 1, 9, tzinfo=datetime.timezone.utc)


def gpx(points, start=START):
    """A walk with so many points, ten seconds apart."""
    times = [start + datetime.timedelta(seconds=10 * number) for number in range(points)]
    lines = [
        f'<trkpt lat="{46.05 + number / 10000:.5f}" lon="14.50000"><time>{time:%Y-%m-%dT%H:%M:%SZ}</time></trkpt>'
        for number, time in enumerate(times)
    ]
    return '<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>\n' + "\n".join(lines) + "\n</trkseg></trk></gpx>\n"


TIMELINE = """{"semanticSegments": [{"startTime": "2024-05-02T08:00:00.000Z", "endTime": "2024-05-02T10:00:00.000Z",
"timelinePath": [{"point": "46.0500000°, 14.5000000°", "time": "2024-05-02T08:10:00.000Z"},
{"point": "46.0510000°, 14.5000000°", "time": "2024-05-02T08:20:00.000Z"}]}]}
"""
REC = '2024-05-03T09:00:00Z\t*                 \t{"_type":"location","lat":46.05,"lon":14.5,"tst":1714726800}\n'


def write(folder, **files):
    """Files, called by the underscores of their names' dots."""
    paths = {}
    for name, text in files.items():
        stem, ending = name.rsplit("_", 1)
        paths[name] = folder / f"{stem}.{ending}"
        paths[name].write_text(text)
    return paths


def choose(page, *paths):
    page.wait("[data-panel=import] input[type=file]").send_keys("\n".join(map(str, paths)))


def drop(page, name, text):
    """Drops a file beside all that is made for it."""
    page.script(
        "const all = new DataTransfer(); all.items.add(new File([arguments[1]], arguments[0]));"
        "const how = { dataTransfer: all, bubbles: true, cancelable: true };"
        "document.querySelector('h1').dispatchEvent(new DragEvent('dragover', how));"
        "window.wasTaken = !document.querySelector('h1').dispatchEvent(new DragEvent('drop', how))",
        name,
        text,
    )
    assert page.script("return window.wasTaken"), "the browser would open the file in place of the page"


def choose_device(page, field, device):
    """Chooses an item or a phone in a field of the settings."""
    page.wait(f"{field} option[value='{device}']")
    page.script(
        "const field = document.querySelector(arguments[0]); field.value = arguments[1];"
        "field.dispatchEvent(new Event('change', { bubbles: true }))",
        field,
        device,
    )


def press(page, selector):
    """Presses what the bar above may cover."""
    element = page.wait(selector)
    page.script("arguments[0].scrollIntoView({ block: 'center' })", element)
    element.click()


def row(page, name, state):
    """What is said of a file once it is in a state."""
    return page.wait(f"[data-file='{name}'][data-state={state}]")


def said(page, name, state, text):
    return wait_until(lambda: text in row(page, name, state).text and row(page, name, state), lambda: f"{text}: {page.text()}")


def stored(service, device="sam/keys", day="2024-05"):
    found = service.get(f"/api/v1/items/{device}/fixes?from={day}-01T00:00:00Z&to={day}-28T00:00:00Z")
    return len(found["fixes"])


@contextlib.contextmanager
def slowly(page, bytes_a_second):
    """With a connection that takes so much."""
    page.command("Network.enable")
    conditions = {"offline": False, "latency": 0, "downloadThroughput": -1}
    page.command("Network.emulateNetworkConditions", **conditions, uploadThroughput=bytes_a_second)
    try:
        yield
    finally:
        page.command("Network.emulateNetworkConditions", **conditions, uploadThroughput=-1)


@pytest.fixture
def settings(service, page):
    service.item("sam/keys", "Keys")
    page.open("/settings")
    choose_device(page, "#import-device", "sam/keys")
    return page


def test_a_file_is_checked_before_it_is_stored_and_a_second_time_stores_nothing(service, settings, tmp_path, screenshots):
    files = write(tmp_path, walk_gpx=gpx(100))
    choose(settings, files["walk_gpx"])
    found = said(settings, "walk.gpx", "ready", "100 positions to import, 1 May 2024")
    assert "09:00" in found.text or ":" in found.text
    settings.wait_for_text("1 file is ready to be imported, 100 positions.", "[data-panel=import] [role=status]")
    assert stored(service) == 0
    settings.press("Import 1 file")
    said(settings, "walk.gpx", "done", "100 positions imported")
    settings.wait_for_text("1 file imported, 100 positions.", "[data-panel=import] [role=status]")
    assert stored(service) == 100
    choose(settings, files["walk_gpx"])
    said(settings, "walk.gpx", "nothing", "Nothing new: all 100 positions are there already.")
    assert not settings.first("[data-panel=import] .button.primary", lambda each: each.is_displayed())
    settings.press("Clear the list")
    settings.gone("[data-file]")
    assert stored(service) == 100


def test_several_files_of_several_kinds_are_taken_and_each_that_is_refused_says_why_and_where(
    service, settings, tmp_path, screenshots
):
    bad = gpx(3).replace('lat="46.05010"', 'lat="96.05010"')
    files = write(tmp_path, Timeline_json=TIMELINE, keys_rec=REC, bad_gpx=bad, map_kml="<kml/>", note_txt="hello")
    choose(settings, *files.values())
    said(settings, "Timeline.json", "ready", "2 positions to import")
    said(settings, "keys.rec", "ready", "1 position to import")
    said(settings, "bad.gpx", "refused", "bad.gpx:3: position 2: ")
    said(settings, "map.kml", "refused", "KML cannot be imported. Export GPX")
    said(settings, "note.txt", "refused", "note.txt: this is none of the files that can be read")
    settings.wait_for_text("2 files are ready to be imported, 3 positions. 3 files were refused.", "[data-panel=import]")

    def show_list():
        settings.script("document.querySelector('.import-files').scrollIntoView({ block: 'center' })")

    settings.inspect(screenshots, "settings-import", show_list)
    # What is bad is left out when that is wanted, and told.
    press(settings, "#import-skip")
    said(settings, "bad.gpx", "ready", "2 positions to import")
    assert "1 position is left out." in row(settings, "bad.gpx", "ready").text
    press(settings, "[data-file='bad.gpx'] summary")
    said(settings, "bad.gpx", "ready", "bad.gpx:3: position 2: ")
    settings.press("Import 3 files")
    settings.wait_for_text("3 files imported, 5 positions.", "[data-panel=import] [role=status]")
    assert stored(service) == 5


def test_a_file_is_dropped_anywhere_on_the_page_and_imported_into_the_history_of_a_phone(service, settings):
    drop(settings, "walk.gpx", gpx(12))
    said(settings, "walk.gpx", "ready", "12 positions to import")
    # As it would go to another, it is looked at once more.
    choose_device(settings, "#import-device", "sam/phone")
    wait_until(lambda: settings.first("[data-panel=import] .button.primary", lambda each: each.is_displayed()), "it is checked")
    settings.press("Import 1 file")
    said(settings, "walk.gpx", "done", "12 positions imported")
    assert stored(service) == 0 and stored(service, "sam/phone") == 12


def test_without_an_item_nothing_is_sent_and_the_field_says_so(service, page):
    service.item("sam/keys", "Keys")
    page.open("/settings")
    page.wait("#import-device")
    drop(page, "walk.gpx", gpx(3))
    page.wait("#import-device-error", lambda error: error.text == "Choose whose positions these are.")
    row(page, "walk.gpx", "waiting")
    # From an item's page it is chosen already.
    page.open("/items/sam/keys")
    page.press("Import positions", "main")
    page.wait("#import-device", lambda select: select.get_attribute("value") == "sam/keys")
    wait_until(lambda: "Choose files" in (page.focused()[1] or ""), lambda: f"the files, not {page.focused()}")


def test_what_is_cancelled_stores_nothing_and_shows_how_far_it_was(service, settings, tmp_path):
    files = write(tmp_path, walk_gpx=gpx(2000), late_gpx=gpx(10, START + datetime.timedelta(days=1)))
    choose(settings, *files.values())
    said(settings, "walk.gpx", "ready", "2,000 positions to import")
    said(settings, "late.gpx", "ready", "10 positions to import")
    with slowly(settings, 4096):
        settings.press("Import 2 files")
        said(settings, "walk.gpx", "storing", "Sending, ")
        assert settings.wait("[data-file='walk.gpx'] progress").is_displayed()
        # Who would leave is asked.
        settings.wait(".tabs a[href='/alerts']").click()
        settings.wait("dialog h2", lambda title: title.text == "Cancel the import?")
        settings.press("Stay", "dialog")
        settings.press("Cancel", "[data-panel=import]")
        said(settings, "walk.gpx", "cancelled", "Cancelled. Nothing of it was stored.")
    # What was not begun can be imported still.
    said(settings, "late.gpx", "ready", "10 positions to import")
    assert stored(service) == 0
    settings.press("Import 1 file")
    said(settings, "late.gpx", "done", "10 positions imported")
    assert stored(service) == 10


def test_files_are_chosen_and_imported_by_the_keyboard_alone(service, settings, tmp_path):
    files = write(tmp_path, walk_gpx=gpx(4))
    settings.tab_to("Choose files")
    choose(settings, files["walk_gpx"])
    said(settings, "walk.gpx", "ready", "4 positions to import")
    settings.tab_to("Import 1 file").send_keys(Keys.ENTER)
    said(settings, "walk.gpx", "done", "4 positions imported")
    assert settings.focused()[0] != "BODY"


def test_who_is_no_administrator_is_not_offered_an_import(tagalong, tmp_path, driver):
    with Service(tagalong, tmp_path / "data") as service:
        service.item("sam/keys", "Keys")
        account(service, "add", "boss", "--admin")
        account(service, "passcode", "boss", typed=f"{PASSCODE}\n")
        account(service, "add", "sam", "--allow", "sam=command")
        account(service, "passcode", "sam", typed=f"{PASSCODE}\n")
        page = Page(driver, service.url)
        for name, is_offered in (("sam", False), ("boss", True)):
            page.forget()
            page.open("/login")
            log_in(page, name)
            page.card("sam/keys")
            page.open("/settings")
            page.wait("[data-panel=about]")
            assert bool(page.all("[data-panel=import]")) == is_offered
            page.open("/items/sam/keys")
            page.wait(".fixes li")
            assert bool(page.all("a[href='/settings?item=sam/keys']")) == is_offered
        page.leave()
