"""How long positions are kept, and the backup of all of them."""

import sqlite3
import subprocess

import pytest

from browser import Page
from service import Service, wait_until
from test_export import downloaded, downloads_to
from test_import import choose_device, gpx
from test_leaving import PASSCODE, account, log_in


def kept(service):
    return service.get("/api/v1/items/sam/keys/retention")


def count(service):
    return service.get("/api/v1/items/sam/keys/fixes/count")["count"]


@pytest.fixture
def settings(service, page):
    service.item("sam/keys", "Keys")
    service.ask("POST", "/api/v1/import?item=sam/keys", gpx(60).encode(), kind="application/octet-stream")
    page.open("/settings")
    choose_device(page, "#keep-device", "sam/keys")
    page.wait("#keep-usual")
    return page


def test_how_long_positions_are_kept_is_shown_changed_and_asked_for_with_how_many_would_go(service, settings, screenshots):
    settings.wait_for_text("Kept now: for ever, as for all without a limit of their own.", "[data-panel=retention]")
    settings.wait("label[for=keep-limited]").click()
    settings.press("Save", "[data-panel=retention]")
    settings.wait("#keep-days-error", lambda error: error.text == "Enter days, positions, or both.")
    settings.fill("#keep-days", "90")
    settings.press("Save", "[data-panel=retention]")
    settings.wait("dialog h2", lambda title: title.text == "Remove 60 positions?")
    settings.wait_for_text("60 of 61 positions are older than that: those of before ", "dialog")
    settings.inspect(screenshots, "settings-retention-question")
    # Nothing is changed by asking.
    assert not kept(service)["own"] and count(service) == 61
    settings.press("Cancel", "dialog")
    settings.gone("dialog")
    assert not kept(service)["own"] and count(service) == 61
    settings.press("Save", "[data-panel=retention]")
    settings.press("Save and remove", "dialog")
    settings.toast("What is older is being removed.")
    settings.wait_for_text("Kept now: for 90 days.", "[data-panel=retention]")
    assert kept(service) == {"keep_days": 90, "keep_fixes": None, "own": True}
    wait_until(lambda: count(service) == 1, "they are gone, and the newest stays")
    settings.inspect(screenshots, "settings-retention")
    # Where nothing goes, nothing is asked.
    settings.wait("label[for=keep-usual]").click()
    settings.press("Save", "[data-panel=retention]")
    settings.toast("Nothing has to be removed.")
    assert not kept(service)["own"]


def test_a_limit_that_is_none_is_told_beside_its_field(service, settings):
    settings.wait("label[for=keep-limited]").click()
    settings.fill("#keep-days", "0")
    settings.fill("#keep-fixes", "1.5")
    settings.press("Save", "[data-panel=retention]")
    settings.wait("#keep-days-error", lambda error: error.text == "Enter days, more than 0 and at most 36500.")
    settings.wait("#keep-fixes-error", lambda error: error.text == "Enter a whole number of at least 1.")
    assert not kept(service)["own"]


def test_a_backup_is_downloaded_whole_and_restored_by_the_command_that_the_page_names(
    service, settings, tagalong, tmp_path, screenshots
):
    downloads_to(settings, tmp_path / "downloads")
    settings.wait_for_text("tagalong restore FILE", "[data-panel=backup]")
    settings.inspect(screenshots, "settings-backup")
    settings.press("Download a backup")
    settings.toast("The copy is being made")
    name = wait_until(
        lambda: next((each.name for each in (tmp_path / "downloads").iterdir() if each.suffix == ".sqlite"), None),
        "the file is there",
    )
    assert downloaded(tmp_path / "downloads", name).startswith(b"SQLite format 3\0")
    with sqlite3.connect(tmp_path / "downloads" / name) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    data = tmp_path / "elsewhere"
    data.mkdir()
    subprocess.run([tagalong, "restore", tmp_path / "downloads" / name, "--data-dir", data], check=True)
    told = subprocess.run([tagalong, "items", "--data-dir", data], check=True, capture_output=True, text=True).stdout
    assert "Keys" in told


def test_a_backup_that_cannot_be_made_says_why(settings):
    for status, told in ((429, "A backup or an export is under way."), (507, "The disk of the service has too little space")):
        settings.script(
            "window.plain ??= window.fetch; const status = arguments[0]; window.fetch = (address, how) =>"
            "how?.method === 'HEAD' ? Promise.resolve(new Response(null, { status })) : window.plain(address, how)",
            status,
        )
        settings.press("Download a backup")
        settings.toast(told)


def test_each_role_is_offered_what_it_may(tagalong, tmp_path, driver):
    with Service(tagalong, tmp_path / "data") as service:
        service.item("sam/keys", "Keys")
        offers = {"boss": ["retention", "backup"], "sam": ["retention"], "guest": []}
        for name, grants in (("boss", ["--admin"]), ("sam", ["--allow", "sam=command"]), ("guest", ["--allow", "sam=history"])):
            account(service, "add", name, *grants)
            account(service, "passcode", name, typed=f"{PASSCODE}\n")
        page = Page(driver, service.url)
        for name, offered in offers.items():
            page.forget()
            page.open("/login")
            log_in(page, name)
            page.card("sam/keys")
            page.open("/settings")
            page.wait("[data-panel=about]")
            shown = [each for each in ("retention", "backup") if page.all(f"[data-panel={each}]")]
            assert shown == offered, name
        page.leave()
