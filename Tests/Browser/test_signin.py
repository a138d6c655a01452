"""Registering, confirming a mail address, a forgotten passcode, and a deactivated account, with a mail server."""

import subprocess

import pytest

from post import Post
from service import Service, wait_until
from test_leaving import PASSCODE, account

MAIL = "rita@example.org"
NEW = "kornblume-77"


@pytest.fixture
def post():
    with Post() as post:
        yield post


@pytest.fixture
def service(tagalong, tmp_path, post):
    data = tmp_path / "data"
    data.mkdir(parents=True)
    lines = ["registration: open", "mail:", f"  server: smtp://127.0.0.1:{post.port}", "  encryption: none",
             "  from: tagalong@example.org"]
    (data / "sign-in.yaml").write_text("\n".join(lines) + "\n")
    with Service(tagalong, data, "--sign-in", str(data / "sign-in.yaml")) as service:
        account(service, "add", "boss", "--admin")
        account(service, "passcode", "boss", typed=f"{PASSCODE}\n")
        yield service


def follow(page, link):
    page.open("/" + link.split("/", 3)[3])


def register(page, mail=MAIL, name="Rita Neu"):
    page.open("/register")
    page.wait("#register-name")
    page.fill("#register-name", name)
    page.fill("#register-mail", mail)
    page.fill("#new-passcode", NEW)
    page.fill("#again-passcode", NEW)
    page.press("Register")
    page.wait_for_text("Look at your mails")


def confirm(page, link, passcode=NEW):
    follow(page, link)
    page.fill("#verify-passcode", passcode)
    page.press("Confirm")
    page.wait_for_text("Your mail address is confirmed")


def log_in(page, name, passcode):
    page.open("/login")
    page.fill("#account", name)
    page.fill("#passcode", passcode)
    page.press("Log in")


def test_p1_and_p3_the_start_page_offers_all_ways_and_wrong_fields_are_told_beside_them(service, page, post, screenshots):
    page.open("/")
    page.wait_for_text("Tagalong tells you when you leave")
    page.wait("a[href='/recover']")
    page.inspect(screenshots, "login-registering")
    page.wait("a[href='/register']").click()
    page.press("Register")
    for text in ("Enter a name.", "Enter a mail address", "Use at least 8 characters."):
        page.wait_for_text(text)
    page.fill("#register-name", "Rita Neu")
    page.fill("#register-mail", "nobody at nowhere")
    page.fill("#new-passcode", "aaaa")
    page.wait_for_text("Easy to guess")
    page.fill("#new-passcode", NEW)
    page.wait_for_text("Hard to guess")
    page.fill("#again-passcode", "another one")
    page.press("Register")
    page.wait_for_text("The passcodes do not match.")
    page.wait_for_text("Enter a mail address")
    page.inspect(screenshots, "register")
    assert not post.letters
    listed = subprocess.run([service.program, "account", "--data-dir", service.data], capture_output=True, text=True)
    assert "rita" not in listed.stdout


def test_p2_p4_and_p5_somebody_registers_confirms_and_is_led_on(service, page, post, screenshots):
    register(page)
    link = post.link(MAIL)
    # Until then there is one page, whatever is asked for.
    log_in(page, MAIL, NEW)
    page.wait_for_text("Until you have used it, nothing else can be done here.")
    page.inspect(screenshots, "verify")
    page.open("/settings")
    page.wait_for_text("Until you have used it, nothing else can be done here.")
    page.press("Send the link again")
    page.toast("Another link is on its way.")
    second = post.link(MAIL, 2)
    follow(page, second[:-4] + "AAAA")
    page.wait_for_text("This link is not right.")
    follow(page, second)
    page.wait_for_text("Welcome!")
    assert page.path == "/profile"
    page.inspect(screenshots, "profile-welcome")
    page.wait("a[href='/people']")
    page.press("Save")
    wait_until(lambda: page.path == "/people", "to find people")
    for old in (link, second):
        follow(page, old)
        page.wait_for_text("This link")


def test_p4_a_link_takes_the_passcode_of_who_has_registered(service, page, post, screenshots):
    register(page)
    link = post.link(MAIL)
    follow(page, link)
    page.wait_for_text("You have not registered?")
    page.inspect(screenshots, "verify-passcode")
    page.press("Confirm")
    page.wait_for_text("Enter your passcode.")
    page.fill("#verify-passcode", "not this one")
    page.press("Confirm")
    page.wait_for_text("Wrong passcode.")
    confirm(page, link)
    follow(page, link)
    page.fill("#verify-passcode", NEW)
    page.press("Confirm")
    page.wait_for_text("This link was used already.")


def test_p3_an_address_that_is_known_is_answered_as_any_other(service, page, post):
    register(page)
    confirm(page, post.link(MAIL))
    register(page, name="Somebody Else")
    wait_until(lambda: len(post.letters) == 2, "another mail")
    assert "Somebody Else" not in post.text_of(post.letters[1][1])
    log_in(page, MAIL, NEW)
    wait_until(lambda: page.path == "/", "the list")


def test_p6_and_p7_a_forgotten_passcode_is_replaced_and_old_sessions_end(service, page, post, screenshots):
    register(page)
    confirm(page, post.link(MAIL))
    log_in(page, MAIL, "not this one")
    page.wait_for_text("Wrong name or passcode.")
    log_in(page, "nobody@example.org", NEW)
    page.wait_for_text("Wrong name or passcode.")
    page.wait("a[href='/recover']").click()
    page.fill("#recover-mail", "nobody@example.org")
    page.press("Send the link")
    page.wait_for_text("If an account has the address nobody@example.org")
    page.open("/recover")
    page.fill("#recover-mail", MAIL)
    page.inspect(screenshots, "recover")
    page.press("Send the link")
    page.wait_for_text(f"If an account has the address {MAIL}")
    link = post.link(MAIL, 2)
    follow(page, link)
    page.fill("#new-passcode", "lavender-9-field")
    page.fill("#again-passcode", "lavender-9-field")
    page.inspect(screenshots, "recover-new")
    page.press("Set this passcode")
    page.wait_for_text("Your passcode is changed")
    follow(page, link)
    page.fill("#new-passcode", "lavender-9-field")
    page.fill("#again-passcode", "lavender-9-field")
    page.press("Set this passcode")
    page.wait_for_text("This link was used already.")
    log_in(page, MAIL, "lavender-9-field")
    wait_until(lambda: page.path == "/", "the list")


def test_p19_a_deactivated_account_says_so_and_a_mail_brings_it_back(service, page, post, screenshots):
    register(page)
    confirm(page, post.link(MAIL))
    name = next(each for each in accounts(service) if each.startswith("rita"))
    account(service, "deactivate", name)
    log_in(page, MAIL, "not this one")
    page.wait_for_text("Wrong name or passcode.")
    log_in(page, MAIL, NEW)
    page.wait_for_text("This account is deactivated.")
    page.inspect(screenshots, "login-deactivated")
    page.wait("a[href='/recover']").click()
    page.fill("#recover-mail", MAIL)
    page.press("Send the link")
    follow(page, post.link(MAIL, 2))
    page.press("Bring it back")
    page.wait_for_text("Your account is back")
    log_in(page, MAIL, NEW)
    wait_until(lambda: page.path == "/", "the list")


def accounts(service):
    command = [service.program, "account", "--data-dir", service.data]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [line.split()[0] for line in told.splitlines()[1:]]
