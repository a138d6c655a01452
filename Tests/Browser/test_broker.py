"""Who may connect to the private broker, in the settings."""

import base64
import json
import subprocess
import time
import urllib.parse

from service import HOME, wait_until
from test_accounts import boss, choose, listed, open_settings  # noqa: F401: a fixture
from test_export import downloaded, downloads_to

PANEL = "[data-panel=broker]"


def add(page, kind, name):
    # The form is drawn anew with each credential.
    page.wait(f"{PANEL} details summary").click()
    choose(page, "#client-kind", kind)
    page.fill("#client-name", name)
    page.press("Make a credential", PANEL)


def credential(page, other=None):
    """The address with the password that is shown; another one than before."""
    return page.wait(f"{PANEL} .secret input", lambda field: field.get_attribute("value") != other).get_attribute("value")


def publish(url, client, topic):
    """As a program with that address; whether it got through."""
    now = int(time.time())
    message = json.dumps({"_type": "location", "lat": HOME[0], "lon": HOME[1], "acc": 5, "tst": now, "tid": "mo"})
    command = ["mosquitto_pub", "-L", f"{url}/{topic}", "-i", client, "-q", "1", "-s"]
    return subprocess.run(command, input=message.encode(), capture_output=True).returncode == 0


def test_a_phone_gets_a_credential_another_password_and_none_any_more(service, boss, screenshots):  # noqa: F811
    page = boss
    page.wait_for_text("No client but Tagalong itself may connect.", PANEL)
    page.wait_for_text("It answers on this machine only.", PANEL)
    add(page, "Phone", "mobile")
    page.wait("#client-name-error", lambda error: error.text == "Enter owner and device, such as sam/phone.")
    page.fill("#client-name", "sam/mobile")
    page.inspect(screenshots, "settings-broker-form")
    page.press("Make a credential", PANEL)
    page.wait_for_text("Phone sam/mobile may connect.", PANEL)
    page.wait(f"{PANEL} .qr svg path")
    page.inspect(screenshots, "settings-broker")
    url = credential(page)
    told = urllib.parse.urlparse(url)
    page.script("window.copied = []; navigator.clipboard.writeText = async (text) => { window.copied.push(text); }")
    page.press("Copy the link with the settings", PANEL)
    link = wait_until(lambda: page.script("return window.copied[0]"), "the link is copied")
    settings = json.loads(base64.b64decode(urllib.parse.unquote(link.removeprefix("owntracks:///config?inline="))))
    assert settings == {
        "_type": "configuration", "mode": 0, "host": told.hostname, "port": told.port, "tls": False, "auth": True,
        "username": "sam.mobile", "password": told.password, "clientId": "sam.mobile", "deviceId": "mobile", "tid": "mo",
        "pubTopicBase": "owntracks/sam/mobile", "cleanSession": False,
    }
    assert publish(url, settings["clientId"], settings["pubTopicBase"])
    known = lambda: page.script("return fetch('/api/v1/devices').then((answer) => answer.json())")  # noqa: E731
    wait_until(lambda: any(each["tracker"] == "mobile" for each in known()["devices"]), lambda: f"it is known: {known()}")
    page.press("New password for Phone sam/mobile", PANEL)
    page.press("New password", "dialog")
    renewed = credential(page, url)
    assert not publish(url, settings["clientId"], settings["pubTopicBase"])
    assert publish(renewed, settings["clientId"], settings["pubTopicBase"])
    add(page, "Phone", "sam/mobile")
    page.wait("#client-name-error", lambda error: error.text.startswith("There is such a client already."))
    page.press("Remove Phone sam/mobile", PANEL)
    page.press("Remove", "dialog")
    page.toast("Phone sam/mobile is removed.")
    page.wait_for_text("No client but Tagalong itself may connect.", PANEL)
    assert not publish(renewed, settings["clientId"], settings["pubTopicBase"])
    events = [entry["event"] for entry in listed(service, "audit")]
    assert [each for each in events if each.startswith("broker")] == [
        "broker-client-revoked", "broker-password-changed", "broker-client-added",
    ]
    assert page.complaints() == []


def test_what_other_machines_have_to_trust_is_a_file(service, boss, tmp_path):  # noqa: F811
    page = boss
    command = [service.program, "broker", "init", "--listen", "127.0.0.1:28883", "--data-dir", service.data]
    subprocess.run(command, check=True, capture_output=True)
    open_settings(page)
    downloads_to(page, tmp_path / "downloads")
    link = page.wait(f"{PANEL} a[download]")
    page.script("arguments[0].scrollIntoView({block: 'center'})", link)
    link.click()
    assert downloaded(tmp_path / "downloads", "tagalong-authority.pem") == (service.data / "broker/tls/ca.pem").read_bytes()


def test_without_a_passcode_clients_are_listed_and_not_changed(service, page):
    subprocess.run([service.program, "broker", "add", "service", "nodes", "--data-dir", service.data], check=True, capture_output=True)
    open_settings(page)
    page.wait_for_text("Service nodes", PANEL)
    page.wait_for_text("Set a passcode and log in with it to add clients here", PANEL)
    assert page.all(f"{PANEL} button, {PANEL} form") == []
    assert page.complaints() == []
