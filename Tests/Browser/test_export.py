"""The history of an item as a file, from a day to a day in the time of the browser."""

import datetime
import zoneinfo

import pytest

from service import wait_until
from test_import import gpx

ZONE = "Pacific/Auckland"


def downloads_to(page, folder):
    """Has the browser save files there without asking."""
    folder.mkdir()
    page.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))


def downloaded(folder, name):
    """What is in a file once the browser has saved all of it."""

    def is_whole():
        # While it comes there is an empty one of that name.
        return (folder / name).exists() and (folder / name).stat().st_size and not list(folder.glob("*.crdownload"))

    wait_until(is_whole, lambda: f"{name}, not {[each.name for each in folder.iterdir()]}")
    return (folder / name).read_bytes()


def choose_days(page, first, last):
    for field, day in (("#export-from", first), ("#export-to", last)):
        page.script(
            "const field = document.querySelector(arguments[0]); field.value = arguments[1];"
            "field.dispatchEvent(new Event('focusin', { bubbles: true })); field.dispatchEvent(new Event('change', { bubbles: true }))",
            field,
            day,
        )


def expectation(page, text):
    return page.wait(".export-form [role=status]", lambda line: text in line.text)


@pytest.fixture
def item(service, page, tmp_path):
    """An item with an hour of positions around the midnight of a browser far away."""
    service.item("sam/keys", "Keys")
    midnight = datetime.datetime(2024, 5, 2, tzinfo=zoneinfo.ZoneInfo(ZONE)).astimezone(datetime.timezone.utc)
    start = midnight - datetime.timedelta(minutes=10)
    walk = gpx(120, start=start)
    service.ask("POST", "/api/v1/import?item=sam/keys&name=walk.gpx", walk.encode(), kind="application/octet-stream")
    page.command("Emulation.setTimezoneOverride", timezoneId=ZONE)
    downloads_to(page, tmp_path / "downloads")
    page.open("/items/sam/keys")
    page.wait(".export-form")
    yield page
    page.command("Emulation.setTimezoneOverride", timezoneId="")


def test_the_days_of_an_export_are_those_of_the_browser_and_what_is_in_it_is_told_before(item, tmp_path, screenshots):
    item.wait_for_text(ZONE, ".export-form")
    choose_days(item, "2024-05-01", "2024-05-01")
    expectation(item, "60 positions in this time, 1 May 2024, 23:50 to 1 May 2024, 23:59.")
    item.inspect(screenshots, "item-export")
    item.press("Export", ".export-form")
    item.toast("The browser is saving the file.")
    assert downloaded(tmp_path / "downloads", "sam-keys.gpx").count(b"<trkpt") == 60
    # All of it, in another format.
    choose_days(item, "", "2024-05-02")
    expectation(item, "120 positions in this time")
    item.script("document.querySelector('#export-format').value = 'rec'")
    item.script("document.querySelector('#export-format').dispatchEvent(new Event('change', { bubbles: true }))")
    item.wait_for_text("everything that is known of each position", ".export-form")
    item.press("Export", ".export-form")
    assert downloaded(tmp_path / "downloads", "sam-keys.rec").count(b"\n") == 120


def test_an_export_that_cannot_be_says_why_and_saves_nothing(item, tmp_path):
    choose_days(item, "2024-05-03", "2024-05-01")
    item.wait("#export-to-error", lambda error: error.text == "To must not be before from.")
    item.press("Export", ".export-form")
    wait_until(lambda: item.script("return document.activeElement.id") == "export-to", "the field has the focus")
    choose_days(item, "2023-01-01", "2023-01-02")
    expectation(item, "No positions were stored in this time.")
    item.press("Export", ".export-form")
    wait_until(lambda: not item.first(".export-form [aria-busy=true]"), "it is over")
    assert list((tmp_path / "downloads").iterdir()) == []
    # Two exports at a time are for one account.
    choose_days(item, "2024-05-01", "2024-05-02")
    expectation(item, "120 positions in this time")
    item.script(
        "const plain = window.fetch; window.fetch = (address, how) =>"
        "how?.method === 'HEAD' ? Promise.resolve(new Response(null, { status: 429 })) : plain(address, how)"
    )
    item.press("Export", ".export-form")
    item.toast("Too many exports are under way.")
    assert list((tmp_path / "downloads").iterdir()) == []
