"""Logging in by another site, and one's own account in the settings, with a real provider and a mail server."""

import pytest

from post import Post
from provider import PYTHON, Provider
from service import Service, free_port, wait_until
from test_leaving import PASSCODE, account
from test_signin import log_in

pytestmark = pytest.mark.skipif(not PYTHON.exists(), reason="scripts/openid-mock installs the provider from PyPI")

MAIL = "kim@example.org"
OTHER = "kim@new.example"
PANEL = "[data-panel=signin]"


@pytest.fixture
def provider():
    with Provider() as provider:
        provider.know("7", name="Kim Lee", email=MAIL, email_verified=True, picture=f"{provider.issuer}/picture.png")
        yield provider


@pytest.fixture
def post():
    with Post() as post:
        yield post


@pytest.fixture
def service(tagalong, tmp_path, post, provider):
    data = tmp_path / "data"
    data.mkdir(parents=True)
    secret = data / "mock-secret"
    secret.write_text("hush\n")
    secret.chmod(0o600)
    # Other sites lead back to an address that is known beforehand.
    port = free_port()
    lines = ["registration: open", f"page-url: http://localhost:{port}", "mail:", f"  server: smtp://127.0.0.1:{post.port}", "  encryption: none",
             "  from: tagalong@example.org", "openid:", "  mock:", "    title: Mock", f"    issuer: {provider.issuer}",
             "    client-id: us", "    secret-file: mock-secret"]
    (data / "sign-in.yaml").write_text("\n".join(lines) + "\n")
    service = Service(tagalong, data, "--sign-in", str(data / "sign-in.yaml"))
    service.port = port
    with service:
        account(service, "add", "boss", "--admin")
        account(service, "passcode", "boss", typed=f"{PASSCODE}\n")
        yield service


def agree(page, subject):
    """Says at the other site who one is."""
    page.wait("input[name=sub]").send_keys(subject)
    page.wait("button[type=submit], input[type=submit], button:not([value=deny])").click()


def by_site(page, subject):
    page.open("/login")
    page.wait("a[href^='/api/v1/openid/mock']").click()
    agree(page, subject)
    wait_until(lambda: page.driver.current_url.startswith(page.url), "back from the other site")


def settings(page):
    page.open("/settings")
    return page.wait(PANEL)


def test_p8_the_first_log_in_fills_name_mail_and_picture_in_and_later_ones_go_straight_in(
    service, page, provider, screenshots
):
    by_site(page, "7")
    page.open("/profile")
    field = page.wait("#profile-name")
    assert field.get_attribute("value") == "Kim Lee"
    page.wait("main img[src*='/api/v1/profile/picture'], main .picture img")
    settings(page)
    page.wait_for_text(MAIL, PANEL)
    page.wait_for_text("This account has no passcode.", PANEL)
    page.wait("[data-identity=mock]")
    page.inspect(screenshots, "settings-account")
    page.press("Log out")
    page.wait("#passcode")
    by_site(page, "7")
    page.open("/profile")
    assert page.wait("#profile-name").get_attribute("value") == "Kim Lee"


def test_p8_the_only_way_in_stays_until_there_is_a_passcode(service, page, provider):
    by_site(page, "7")
    settings(page)
    page.press("Remove Mock", PANEL)
    page.press("Remove", "dialog")
    page.wait_for_text("the only way to log in", "dialog")
    page.press("Cancel", "dialog")
    page.press("Set a passcode")
    page.fill("#next", "kornblume-77")
    page.fill("#again", "kornblume-77")
    page.press("Save")
    page.toast("The passcode is set.")
    # The toast comes before everything is drawn anew.
    wait_until(lambda: "has no passcode" not in page.text(), "the passcode is known to the page")
    page.wait(PANEL)
    page.press("Remove Mock", PANEL)
    page.press("Remove", "dialog")
    page.wait_for_text("Enter your passcode.", "dialog")
    page.fill("dialog input", "not this one")
    page.press("Remove", "dialog")
    page.wait_for_text("Wrong passcode.", "dialog")
    page.fill("dialog input", "kornblume-77")
    page.press("Remove", "dialog")
    page.toast("Mock lets you in no more.")
    page.gone("[data-identity=mock]")


def kim(service):
    account(service, "add", "kim")
    account(service, "passcode", "kim", typed=f"{PASSCODE}\n")


def test_p8_somebody_who_is_logged_in_takes_another_sites_identity(service, page, provider, screenshots):
    kim(service)
    log_in(page, "kim", PASSCODE)
    wait_until(lambda: page.path == "/", "the list")
    settings(page)
    page.press("Log in with Mock as well", PANEL)
    agree(page, "9")
    page.wait_for_text("Log in with Mock from now on?", "dialog")
    page.inspect(screenshots, "settings-identity")
    page.fill("dialog input", PASSCODE)
    page.press("Confirm", "dialog")
    page.toast("Mock lets you in now.")
    page.wait("[data-identity=mock]")
    page.press("Log out")
    page.wait("#passcode")
    by_site(page, "9")
    settings(page)
    page.wait("[data-identity=mock]")


def test_p19_one_s_own_address_is_added_and_changed_and_the_account_is_deactivated(service, page, post, screenshots):
    kim(service)
    log_in(page, "kim", PASSCODE)
    wait_until(lambda: page.path == "/", "the list")
    settings(page)
    page.wait_for_text("No mail address is known.", PANEL)
    page.press("Deactivate the account", PANEL)
    page.wait_for_text("An administrator can bring it back.", "dialog")
    page.press("Cancel", "dialog")
    for place, address in enumerate((MAIL, OTHER)):
        page.press("Change the address" if place else "Add an address", PANEL)
        page.fill("#own-mail", "nobody at nowhere")
        page.press("Send the link", PANEL)
        page.wait_for_text("Enter a mail address", PANEL)
        page.fill("#own-mail", address)
        page.press("Send the link", PANEL)
        page.fill("dialog input", PASSCODE)
        page.press("Send the link", "dialog")
        page.wait_for_text(f"A mail to {address} is on its way.", PANEL)
        page.inspect(screenshots, f"settings-mail-{place}")
        page.open("/" + post.link(address).split("/", 3)[3])
        wait_until(lambda: page.path == "/", "the list")
        settings(page)
        page.wait_for_text(address, PANEL)
    told = "Your mail address was changed"
    wait_until(lambda: any(to == MAIL and letter["Subject"] == told for to, letter in post.letters), "a farewell")
    page.press("Deactivate the account", PANEL)
    page.wait_for_text("You are logged out everywhere", "dialog")
    page.inspect(screenshots, "settings-deactivate")
    page.fill("dialog input", PASSCODE)
    page.press("Deactivate the account", "dialog")
    page.wait("#passcode", lambda each: each.is_displayed())
    log_in(page, OTHER, PASSCODE)
    page.wait_for_text("This account is deactivated.")
