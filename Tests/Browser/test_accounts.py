"""Accounts, what is shared with them, and tokens, in the settings."""

import json
import subprocess
import urllib.error
import urllib.request

import pytest

from service import wait_until
from test_leaving import PASSCODE, account

PANEL = "[data-panel=accounts]"
TOKENS = "[data-panel=tokens]"


@pytest.fixture
def boss(service, page):
    """A page on which the administrator has logged in; Sam has keys and a bag."""
    service.item("sam/keys", "Keys")
    service.item("sam/bag", "Bag")
    account(service, "add", "boss", "--admin")
    account(service, "passcode", "boss", typed=f"{PASSCODE}\n")
    page.open("/login")
    page.fill("#passcode", PASSCODE)
    page.press("Log in")
    wait_until(lambda: page.path == "/", "the list")
    open_settings(page)
    return page


def open_settings(page):
    page.open("/settings")
    page.wait("[data-panel=about]")


def listed(service, what="list"):
    command = [service.program, "account", *what.split(), "--json", "--data-dir", service.data]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def choose(page, selector, text):
    page.script(
        "const [select, text] = arguments;"
        "select.value = [...select.options].find((each) => each.text === text).value;"
        "select.dispatchEvent(new Event('change', {bubbles: true}))", page.wait(selector), text
    )


def line(page, name, text=""):
    return page.wait(f"{PANEL} [data-account={name}]", lambda each: text in each.text)


def test_an_account_is_added_shared_with_given_a_passcode_and_removed(service, boss, screenshots):
    page = boss
    assert "boss (you)" in line(page, "boss", "Administrator: may do everything").text
    assert not page.all(f"{PANEL} [data-account=boss] button")
    page.press("Add an account", PANEL)
    page.press("Add the account", PANEL)
    page.wait_for_text("Enter a name.", PANEL)
    page.fill("#account-name", "kim!")
    page.fill("#account-new", PASSCODE)
    page.fill("#account-again", "another one")
    page.press("Add the account", PANEL)
    page.wait_for_text("The passcodes do not match.", PANEL)
    page.fill("#account-again", PASSCODE)
    page.press("Share something", PANEL)
    choose(page, f"{PANEL} .grant select", "Keys of sam")
    page.press("Add the account", PANEL)
    page.wait_for_text("Enter a name of 1 to 64 letters, digits", PANEL)
    page.inspect(screenshots, "settings-accounts-adding")
    page.fill("#account-name", "boss")
    page.press("Add the account", PANEL)
    page.wait_for_text("There is an account boss already.", PANEL)
    assert [each["name"] for each in listed(service)] == ["boss"]
    page.fill("#account-name", "kim")
    page.press("Add the account", PANEL)
    page.toast("kim is added and can log in.")
    line(page, "kim", "Keys of sam: area only, now")
    assert page.focused()[1] == "Add an account"
    assert [each["grants"] for each in listed(service)] == [[], ["sam/keys=last:area"]]

    page.press("Change kim", PANEL)
    page.press("Share something", PANEL)
    choose(page, f"{PANEL} .grant:nth-child(2) select:first-child", "All items of sam")
    choose(page, f"{PANEL} .grant:nth-child(2) select:nth-child(2)", "positions now and before, alerts, export")
    page.inspect(screenshots, "settings-accounts-changing")
    page.press("Save what is shared", PANEL)
    page.toast("What is shared with kim is saved.")
    line(page, "kim", "All items of sam: positions now and before")
    assert set(listed(service)[1]["grants"]) == {"sam/keys=last:area", "sam=history"}
    assert page.focused()[1] == "Change kim"

    page.press("Change kim", PANEL)
    form = f"{PANEL} [data-form=passcode]"
    page.fill(f"{form} input", "evergreen-7")
    page.press("Reset the passcode", form)
    page.wait_for_text("The passcodes do not match.", form)
    page.fill(f"{form} .field:nth-child(2) input", "evergreen-7")
    page.press("Reset the passcode", form)
    page.toast("kim has a new passcode.")
    service.ask("POST", "/api/v1/session", {"account": "kim", "passcode": "evergreen-7"})

    page.press("Remove kim", PANEL)
    page.press("Cancel", "dialog")
    line(page, "kim")
    page.press("Remove kim", PANEL)
    page.press("Remove", "dialog")
    page.toast("kim is removed.")
    page.gone(f"{PANEL} [data-account=kim]")
    assert [each["name"] for each in listed(service)] == ["boss"]
    events = [each["event"] for each in listed(service, "audit") if each.get("account") == "kim"]
    assert {"account-added", "grants-changed", "passcode-set", "account-removed"} <= set(events)
    assert all("source" in each for each in listed(service, "audit") if each.get("account") == "kim")
    assert page.complaints() == []


def test_who_is_shared_with_sees_the_change_at_once(service, boss, driver):
    page = boss
    account(service, "add", "kim")
    account(service, "passcode", "kim", typed=f"{PASSCODE}\n")
    open_settings(page)
    line(page, "kim", "Nothing is shared with it")
    with_session(service, page, "kim", [])
    page.press("Change kim", PANEL)
    page.press("Share something", PANEL)
    choose(page, f"{PANEL} .grant select:first-child", "Bag of sam")
    page.press("Save what is shared", PANEL)
    page.toast("What is shared with kim is saved.")
    with_session(service, page, "kim", ["sam/bag"])


def with_session(service, page, name, expected):
    """What an account sees that logs in."""
    body = json.dumps({"account": name, "passcode": PASSCODE}).encode()
    request = urllib.request.Request(
        f"{service.url}/api/v1/session", body, {"Content-Type": "application/json"}, method="POST"
    )
    with urllib.request.urlopen(request) as answer:
        cookie = "; ".join(each.split(";")[0] for each in answer.headers.get_all("Set-Cookie"))
    request = urllib.request.Request(f"{service.url}/api/v1/items", headers={"Cookie": cookie})
    with urllib.request.urlopen(request) as answer:
        items = json.load(answer)["items"]
    assert [f"{each['owner']}/{each['tracker']}" for each in items] == expected


def ask_with(service, token):
    request = urllib.request.Request(f"{service.url}/api/v1/items", headers={"Authorization": f"Bearer {token}"})
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def test_a_token_is_created_copied_and_revoked(service, boss, screenshots):
    page = boss
    page.command("Browser.grantPermissions", permissions=["clipboardReadWrite"], origin=page.url)
    page.wait_for_text("No tokens yet.", TOKENS)
    page.tab_to("Create a token").send_keys(" ")
    page.fill("#token-label", "Home Assistant")
    choose(page, "#token-scope", "see positions and history")
    choose(page, "#token-lifetime", "after 30 days")
    page.inspect(screenshots, "settings-tokens-form")
    page.press("Create the token", TOKENS)
    secret = page.wait(f"{TOKENS} .secret input").get_attribute("value")
    assert secret.startswith("tgl_") and "it is not shown again" in page.wait(f"{TOKENS} .secret").text
    page.press("Copy the token", TOKENS)
    page.toast("Copied.")
    assert page.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])") == secret
    page.inspect(screenshots, "settings-tokens-created")
    assert ask_with(service, secret) == 200
    told = listed(service, "token list")
    assert [(each["account"], each["label"], each["scope"]) for each in told] == [
        ("boss", "Home Assistant", "read-history")]
    open_settings(page)
    each = page.wait(f"{TOKENS} [data-token]", lambda each: "Home Assistant" in each.text)
    assert "Of boss: may see positions and history" in each.text and "expires" in each.text
    assert secret not in page.script("return document.documentElement.outerHTML")
    page.press("Revoke Home Assistant", TOKENS)
    page.press("Revoke", "dialog")
    page.toast("Home Assistant is revoked.")
    page.wait_for_text("No tokens yet.", TOKENS)
    assert ask_with(service, secret) == 401 and listed(service, "token list") == []
    assert page.complaints() == []


def test_before_there_is_a_passcode_the_page_says_what_comes_first(page, screenshots):
    open_settings(page)
    page.wait_for_text("Set a passcode first", PANEL)
    assert not page.all(f"{PANEL} button") and not page.all(TOKENS)
    page.inspect(screenshots, "settings-accounts-first", lambda: open_settings(page))
