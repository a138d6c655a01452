"""Pages for whoever finds an item: made by its owner, opened by a stranger in another browser, and written to."""

import base64
import re
import subprocess

import pytest

from browser import Page, make_driver
from service import wait_until
from test_leaving import PASSCODE, account, log_in

PANEL = "[data-panel=found]"
GUEST = ".found-item"
BAR = {"latitude": 46.05712, "longitude": 14.50612, "accuracy": 9}


@pytest.fixture
def sam(service, page):
    """A page of Sam's keys, who may command them."""
    service.item("sam/keys", "Keys", 3)
    service.item("sam/bag", "Bag with a rather long name that has to be broken", 2)
    account(service, "add", "boss", "--admin")
    account(service, "add", "sam", "--allow", "sam=command")
    for name in ("boss", "sam"):
        account(service, "passcode", name, typed=f"{PASSCODE}\n")
    page.open("/login")
    log_in(page, "sam")
    wait_until(lambda: page.path == "/", "the list")
    page.open("/items/sam/keys")
    page.wait_for_text("No found page yet.", PANEL)
    return page


@pytest.fixture
def stranger(service):
    """Another browser, which was never here."""
    driver = make_driver()
    page = Page(driver, service.url)
    page.window(1280, 900)
    page.theme("light")
    yield page
    driver.quit()


def unfold(page, text):
    page.wait(f"{PANEL} summary", lambda each: each.text == text).click()


def in_sight(page):
    page.script("arguments[0].scrollIntoView({block: 'start'})", page.wait(PANEL))


def make(page, message="Please call"):
    """Makes the page, and answers its path."""
    unfold(page, "Make a found page…")
    page.fill("#found-message", message)
    page.press("Make the page", PANEL)
    page.toast("The page is made.")
    page.wait_for_text("Nobody has written yet.", PANEL)
    address = page.button("Look at it", PANEL).get_attribute("href")
    assert address.startswith(f"{page.url}/found/")
    return address.removeprefix(page.url)


def test_a_stranger_writes_with_their_position_and_the_owner_has_it_at_once(service, sam, stranger, screenshots):
    page = sam
    path = make(page, "Please call,\nthere is a reward")
    wait_until(lambda: page.script("return document.querySelector('.found-code img').naturalWidth > 0"), "the QR code")
    page.inspect(screenshots, "item-found-page", lambda: in_sight(page))
    page.open("/inbox")
    page.wait_for_text("Nothing here")

    stranger.command("Emulation.setGeolocationOverride", **BAR)
    stranger.command("Browser.grantPermissions", origin=service.url, permissions=["geolocation"])
    stranger.open(path)
    stranger.wait_for_text("Keys", f"{GUEST} h1")
    stranger.wait_for_text("there is a reward", GUEST)
    assert "sam" not in stranger.text() and not stranger.all("nav, main [href^='/']")
    stranger.inspect(screenshots, "found")
    # Nothing written is nothing sent.
    stranger.press("Send")
    stranger.wait_for_text("Write something first.")
    stranger.fill("#text", "It lies at the bar.\nAsk for Lee <b>there</b>")
    stranger.fill("#contact", "+41 44 668 18 00")
    stranger.wait("#consent").click()
    stranger.wait_for_text("Your position goes along (± 9 m).")
    stranger.inspect(screenshots, "found-writing")
    stranger.press("Send")
    stranger.wait_for_text("The owner is told now.")
    stranger.inspect(screenshots, "found-thanks")
    stranger.press("Write another message")
    stranger.wait("#text")

    # In the inbox that is open, without loading anything anew.
    page.wait_for_text("Somebody has found Keys", "[data-notice]")
    page.wait_for_text("Ask for Lee <b>there</b>", "[data-notice]")
    page.wait_for_text("+41 44 668 18 00", "[data-notice]")
    link = page.wait("[data-notice] a[href^='https://www.openstreetmap.org/']")
    assert "mlat=46.057120&mlon=14.506120" in link.get_attribute("href")
    page.inspect(screenshots, "inbox-finder")
    page.open("/items/sam/keys")
    page.wait_for_text("Ask for Lee <b>there</b>", f"{PANEL} [data-message]")
    page.press("Remove this message", PANEL)
    page.press("Remove", "dialog")
    page.wait_for_text("Nobody has written yet.", PANEL)
    page.open("/inbox")
    page.wait_for_text("Nothing here")


def test_without_consent_no_position_is_sent_and_one_that_is_refused_keeps_nobody_from_writing(service, sam, stranger):
    path = make(sam)
    stranger.command("Browser.setPermission", origin=service.url, permission={"name": "geolocation"}, setting="denied")
    stranger.open(path)
    stranger.fill("#text", "Found it")
    stranger.wait("#consent").click()
    stranger.wait_for_text("The message can be sent without it.")
    assert not stranger.wait("#consent").is_selected()
    stranger.press("Send")
    stranger.wait_for_text("The owner is told now.")
    sam.wait_for_text("Found it", f"{PANEL} [data-message]")
    assert not sam.all(f"{PANEL} [data-message] a")


def test_a_position_that_comes_late_goes_along_and_where_none_comes_the_finder_decides(service, sam, stranger):
    path = make(sam)
    stranger.open(path)
    source = "navigator.geolocation.getCurrentPosition = (told, failed) => { window.told = told; window.failed = failed; }"
    stranger.script(source)
    stranger.fill("#text", "Found it")
    stranger.wait("#consent").click()
    stranger.press("Send")
    stranger.wait_for_text("Looking for your position…")
    assert "The owner is told now." not in stranger.text()
    stranger.script("window.failed()")
    stranger.wait_for_text("The message can be sent without it.")
    assert stranger.all("#text") and not stranger.wait("#consent").is_selected()
    stranger.wait("#consent").click()
    stranger.press("Send")
    stranger.wait_for_text("Looking for your position…")
    stranger.script(f"window.told({{ coords: {BAR} }})")
    stranger.wait_for_text("The owner is told now.")
    sam.wait_for_text("Was at 46.05712, 14.50612", f"{PANEL} [data-message]")
    assert len(sam.all(f"{PANEL} [data-message]")) == 1


def test_who_types_the_code_with_blanks_can_write(service, sam, stranger):
    make(sam)
    code = sam.wait(f"{PANEL} .code").text
    stranger.open(f"/found/{code.replace('-', '%20')}")
    stranger.fill("#text", "Found it")
    stranger.fill("#contact", "\u202a+41 44 668 18 00\u202c")
    stranger.press("Send")
    stranger.wait_for_text("The owner is told now.")
    sam.wait_for_text("+41 44 668 18 00", f"{PANEL} [data-message]")


def test_a_new_code_and_a_removed_page_lead_nowhere(service, sam, stranger, screenshots):
    page = sam
    path = make(page)
    before = page.wait(f"{PANEL} .code").text
    page.press("New code…", PANEL)
    page.press("Make a new code", "dialog")
    page.toast("The page has a new code.")
    wait_until(lambda: page.wait(f"{PANEL} .code").text != before, "another code")
    stranger.open(path)
    stranger.wait_for_text("This code leads nowhere")
    stranger.inspect(screenshots, "found-nowhere")
    path = page.button("Look at it", PANEL).get_attribute("href").removeprefix(page.url)
    # As it is typed from the label.
    stranger.open(f"/found/{page.wait(f'{PANEL} .code').text.lower()}")
    stranger.wait_for_text("Keys", f"{GUEST} h1")
    page.press("Remove the page…", PANEL)
    page.press("Remove", "dialog")
    page.wait_for_text("No found page yet.", PANEL)
    stranger.open(path)
    stranger.wait_for_text("This code leads nowhere")


def test_a_new_code_keeps_what_is_typed_and_another_window_opens_nothing_again(service, sam):
    page = sam
    make(page)
    unfold(page, "Change what it shows…")
    page.fill("#found-message", "Not yet saved")
    before = page.wait(f"{PANEL} .code").text
    page.press("New code…", PANEL)
    page.press("Make a new code", "dialog")
    page.toast("The page has a new code.")
    wait_until(lambda: page.wait(f"{PANEL} .code").text != before, "another code")
    assert page.wait("#found-message").get_attribute("value") == "Not yet saved"
    # Elsewhere the photo is shown meanwhile.
    subprocess.run([service.program, "account", "found-page", "set", "sam/keys", "--photo", "--data-dir", service.data], check=True)
    page.press("Save", PANEL)
    page.wait_for_text("The found page was changed meanwhile", PANEL)
    page.fill("#found-message", "Please call")
    page.open("/items/sam/keys")
    page.wait(f"{PANEL} .code")
    assert page.wait("#found-photo").is_selected()


def test_a_stranger_writes_by_the_keyboard_in_german(service, sam, stranger):
    path = make(sam)
    stranger.command("Emulation.setLocaleOverride", locale="de-DE")
    stranger.command("Network.setUserAgentOverride", userAgent="Browser", acceptLanguage="de-DE")
    stranger.open(path)
    stranger.wait_for_text("Dem Besitzer schreiben")
    assert stranger.script("return document.documentElement.lang") == "de"
    stranger.tab_to("Deine Nachricht").send_keys("Liegt an der Bar")
    stranger.tab_to("Dem Besitzer sagen, wo ich jetzt bin")
    stranger.tab_to("Senden").send_keys("\ue007")
    stranger.wait_for_text("Danke!")
    assert stranger.focused()[1] == "Danke!"
    sam.wait_for_text("Liegt an der Bar", f"{PANEL} [data-message]")


def test_without_javascript_the_name_and_the_message_are_read(service, sam, stranger):
    path = make(sam, "Please call <i>me</i>")
    stranger.command("Emulation.setScriptExecutionDisabled", value=True)
    stranger.driver.get(service.url + path)
    body = stranger.wait("body").text
    assert "Keys" in body and "Please call <i>me</i>" in body
    stranger.command("Emulation.setScriptExecutionDisabled", value=False)


def test_the_owners_browser_keeps_nothing_of_the_page(service, sam):
    path = make(sam)
    sam.wait_for_worker()
    sam.open(path)
    sam.wait_for_text("Please call", GUEST)
    source = "const done = arguments[0]; caches.match('/').then((answer) => answer?.text()).then((text) => done(text ?? ''))"
    kept = sam.driver.execute_async_script(source)
    assert 'id="bar"' in kept and "Please call" not in kept


def test_labels_are_laid_on_sheets_for_the_items_that_are_chosen(service, sam, screenshots, tmp_path):
    page = sam
    make(page)
    subprocess.run([service.program, "account", "found-page", "set", "sam/bag", "--data-dir", service.data], check=True)
    page.press("Print labels", PANEL)
    wait_until(lambda: page.path == "/labels", "the labels")
    page.wait(".label-card")
    assert [each.text.splitlines()[0] for each in page.all(".label-card")] == ["Keys"]
    page.wait("#label-sam-bag").click()
    page.fill("#copies", "13")
    wait_until(lambda: len(page.all(".label-card")) == 26 and len(page.all(".sheet")) == 2, "26 labels on two sheets")
    page.inspect(screenshots, "labels")
    size = page.script("const box = document.querySelector('.sheet').getBoundingClientRect(); return [box.width, box.height]")
    # A4 in points of CSS, 96 an inch.
    assert abs(size[0] - 794) < 4 and abs(size[1] - 1123) < 4
    page.command("Emulation.setEmulatedMedia", media="print")
    assert not page.first("header.bar", lambda each: each.is_displayed())
    assert not page.first(".labels-choice", lambda each: each.is_displayed())
    printed = base64.b64decode(page.command("Page.printToPDF", preferCSSPageSize=True, printBackground=True)["data"])
    sheets = re.findall(rb"/MediaBox ?\[0 0 (\d+)\S* (\d+)", printed)
    # A4 in points, and no empty sheet behind.
    assert [(abs(int(width) - 595) < 2, abs(int(height) - 842) < 2) for width, height in sheets] == [(True, True)] * 2
    page.theme("light")
