"""Setting up OwnTracks on a phone by a QR code."""

import base64
import json
import time
import urllib.parse
import urllib.request

from service import HOME, wait_until
from test_accounts import boss  # noqa: F401: a fixture
from test_login import set_passcode


def settings_of(page):
    """What the phone would take over."""
    link = page.wait("a[href^='owntracks:']").get_attribute("href")
    return json.loads(base64.b64decode(urllib.parse.unquote(link.removeprefix("owntracks:///config?inline="))))


def report(service, settings):
    """As the app does it, at the address that this machine has."""
    body = {"_type": "location", "lat": HOME[0], "lon": HOME[1], "acc": 5, "tst": int(time.time()), "tid": settings["tid"]}
    login = base64.b64encode(f"{settings['username']}:{settings.get('password', '')}".encode()).decode()
    headers = {"Content-Type": "application/json", "X-Limit-U": settings["username"], "X-Limit-D": settings["deviceId"]}
    if settings["auth"]:
        headers["Authorization"] = f"Basic {login}"
    path = urllib.parse.urlparse(settings["url"]).path
    request = urllib.request.Request(f"http://127.0.0.1:{service.port}{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        assert answer.status == 200


def test_a_phone_is_set_up_by_a_code_and_reports_with_its_token(service, boss, screenshots):  # noqa: F811
    page = boss
    page.open("/add")
    page.wait("a.kind", lambda kind: kind.text == "OwnTracks phone").click()
    # The page's own address leads a phone nowhere.
    assert page.wait("#phone-address").get_attribute("value") == ""
    page.press("Show the code")
    page.wait("#phone-address-error", lambda error: error.text == "Enter an address such as https://tagalong.example:8443.")
    # What stands before the name of the machine would be lost.
    page.fill("#phone-address", "https://sam:secret@home.example:8443")
    page.press("Show the code")
    page.wait("#phone-address-error", lambda error: error.text == "Enter an address such as https://tagalong.example:8443.")
    page.fill("#phone-address", "https://home.example:8443/console?x")
    page.fill("#phone-device", "mobile phone")
    page.press("Show the code")
    page.wait("#phone-device-error", lambda error: error.text == "Enter 1 to 64 letters, digits, - and _.")
    page.fill("#phone-device", "mobile")
    page.inspect(screenshots, "add-phone")
    page.press("Show the code")
    page.wait(".qr svg path")
    page.wait_for_text("Waiting for the first position of sam/mobile…")
    page.inspect(screenshots, "add-phone-code")
    settings = settings_of(page)
    password = settings.pop("password")
    assert settings == {"_type": "configuration", "mode": 3, "url": "https://home.example:8443/pub", "username": "sam", "deviceId": "mobile", "tid": "mo", "auth": True}
    report(service, settings | {"password": password})
    page.wait_for_text("sam/mobile has reported its position.")
    page.open("/settings")
    page.wait_for_text("OwnTracks sam/mobile", "[data-panel=tokens]")
    assert page.complaints() == []


def test_without_a_passcode_the_phone_needs_no_token_and_the_page_says_so(service, page):
    page.open("/add/phone")
    page.wait_for_text("This console has no passcode yet")
    page.fill("#phone-owner", "anna")
    page.fill("#phone-address", "http://home.example:8467")
    page.press("Show the code")
    settings = settings_of(page)
    assert settings["auth"] is False and "password" not in settings
    report(service, settings)
    page.wait_for_text("anna/phone has reported its position.")
    wait_until(lambda: page.complaints() == [], page.complaints)


def test_a_phone_has_a_token_where_another_page_has_set_the_first_passcode_meanwhile(service, page):
    page.open("/add/phone")
    page.wait_for_text("This console has no passcode yet")
    page.fill("#phone-owner", "anna")
    page.fill("#phone-address", "http://home.example:8467")
    with page.another_tab():
        set_passcode(page)
        page.toast("The passcode is set.")
    page.press("Show the code")
    page.wait(".qr svg path")
    settings = settings_of(page)
    assert settings["auth"] is True and settings["password"]
    report(service, settings)
    page.wait_for_text("anna/phone has reported its position.")
    assert page.complaints() == []
