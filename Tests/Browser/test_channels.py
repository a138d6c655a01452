"""The notification channels in the settings: how they stand, a test of each, and their file."""

import pytest

from browser import Page
from receiver import Receiver
from service import HOME, Service, north_of, wait_until

SECRET = "/hooks/t0p-secret-path"
PANEL = "[data-panel=channels]"


@pytest.fixture
def receiver():
    with Receiver() as receiver:
        yield receiver


def written(data, receiver, *more):
    lines = [
        "channels:", "  home:", "    kind: webhook", f"    url: {receiver.origin}{SECRET}", "    levels: [critical]", *more
    ]
    data.mkdir(parents=True, exist_ok=True)
    (data / "notifications.yaml").write_text("\n".join(lines) + "\n")


@pytest.fixture
def service(tagalong, tmp_path, receiver):
    written(tmp_path / "data", receiver)
    with Service(tagalong, tmp_path / "data") as service:
        yield service


def line(page, text):
    return page.wait(f"{PANEL} [data-channel=home]", lambda each: text in each.text)


def open_settings(page):
    page.open("/settings")
    page.wait(f"{PANEL} [data-channel=home]")


def test_a_channel_is_tested_and_the_page_tells_what_became_of_it(page, receiver, screenshots):
    open_settings(page)
    assert f"Webhook: {receiver.origin}" in line(page, "Nothing delivered in the last 30 days").text
    assert "Critical alerts" in line(page, "home").text
    assert "t0p-secret" not in page.script("return document.documentElement.outerHTML")
    receiver.may_answer.clear()
    page.press("Send a test to home")
    line(page, "Still trying: the receiver has not answered yet")
    assert [each["item"] for each in receiver.messages] == ["Test item"]
    receiver.may_answer.set()
    line(page, "The receiver has taken the test.")
    receiver.status = 403
    page.press("Send a test to home")
    line(page, f"The receiver refused the test: {receiver.origin} answered 403.")
    assert len(receiver.messages) == 2
    receiver.stop()
    page.press("Send a test to home")
    line(page, f"The test did not get through: {receiver.origin} cannot be reached")
    assert page.focused() == ["BUTTON", "Send a test to home"]
    page.inspect(screenshots, "settings-channels-tested")


def test_a_channel_that_fails_says_since_when_and_why_and_when_it_is_tried_again(service, page, receiver, screenshots):
    receiver.status = 503
    service.item("sam/keys", "Keys")
    service.fix("sam/keys", north_of(HOME, 40))
    wait_until(lambda: receiver.messages, "the alert is sent")
    wait_until(lambda: (open_settings(page), "Nothing delivered since" in page.text())[1], "the failure is told")
    told = line(page, "Nothing delivered since").text
    assert f"{receiver.origin} answered 503. 1 message waits, the next try is at" in told
    page.inspect(screenshots, "settings-channels-failing", lambda: open_settings(page))
    receiver.status = 204
    wait_until(lambda: (open_settings(page), "Last delivered" in page.text())[1], "it gets through again")
    assert "Nothing delivered" not in line(page, "Last delivered").text


def test_the_page_checks_the_file_of_the_channels(service, page, receiver, screenshots):
    path = service.data / "notifications.yaml"
    open_settings(page)
    page.wait_for_text("the service has read it as it is", PANEL)
    assert str(path) in page.wait(PANEL).text
    path.write_text(path.read_text() + "  phone:\n    kind: fax\n")
    page.open("/settings")
    page.wait_for_text("The file of the channels has a mistake", PANEL)
    assert f"{path}:7: " in page.wait(PANEL).text and "'fax'" in page.wait(PANEL).text
    page.inspect(screenshots, "settings-channels-wrong", lambda: page.open("/settings"))
    written(service.data, receiver, "  phone:", "    kind: ntfy", "    url: https://ntfy.example/x")
    page.press("Check again")
    page.wait_for_text("It is valid; restart the service to use it", PANEL)
    assert not page.all(f"{PANEL} [data-channel=phone]")
    service.stop()
    service.start()
    page.open("/settings")
    page.wait(f"{PANEL} [data-channel=phone]")
    page.wait_for_text("the service has read it as it is", PANEL)


def test_how_channels_are_added_is_told_with_an_example_to_copy(tagalong, tmp_path, driver, screenshots):
    with Service(tagalong, tmp_path / "bare") as service:
        page = Page(driver, service.url)
        page.forget()
        page.command("Browser.grantPermissions", permissions=["clipboardReadWrite"], origin=page.url)
        page.open("/settings")
        page.wait_for_text("No channels yet.", PANEL)
        page.tab_to("Add or change channels").send_keys(" ")
        page.wait_for_text("kind: ntfy", PANEL)
        assert "notifications.yaml" in page.wait(f"{PANEL} ol code").text
        page.press("Copy the example", PANEL)
        page.toast("Copied.")
        copied = page.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])")
        page.inspect(screenshots, "settings-channels-guide")
        page.leave()
    # What is copied is a file that can be read, but for the secrets that it names.
    (tmp_path / "bare" / "notifications.yaml").write_text(copied)
    for name, text in (("hook.key", "x"), ("mail.password", "y")):
        secret = tmp_path / "bare" / name
        secret.write_text(text)
        secret.chmod(0o600)
    with Service(tagalong, tmp_path / "bare") as service:
        assert [each["kind"] for each in service.get("/api/v1/notifications")["channels"]] == [
            "ntfy", "webhook", "email", "desktop"]
