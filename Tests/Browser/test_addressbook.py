"""Address books and invitations by mail, as somebody meets them in a browser."""

import json

import pytest

from post import Post
from service import Service, wait_until
from test_leaving import PASSCODE, account
from test_people import acts, tick, unfold
from test_signin import NEW, follow, log_in

BOOK = """BEGIN:VCARD
VERSION:3.0
N:Muller;Ida;;;
FN:Ida from the club
item1.EMAIL;type=INTERNET;type=HOME:IDA@example.org
item1.X-ABLabel:_$!<Home>!$_
END:VCARD
BEGIN:VCARD
VERSION:4.0
FN:Rita Neu
EMAIL;TYPE=work:rita@example.org
END:VCARD
BEGIN:VCARD
VERSION:4.0
FN:José <b>Bold</b>
EMAIL:jose@example.org
END:VCARD
BEGIN:VCARD
VERSION:4.0
FN:Nobody with a mail
TEL:+41 31 000
END:VCARD
BEGIN:VCARD
VERSION:9
FN:Broken
END:VCARD
"""


TWICE = """BEGIN:VCARD
VERSION:4.0
FN:Rita Neu
EMAIL:rita@example.org
END:VCARD
BEGIN:VCARD
VERSION:4.0
FN:Rita at work
EMAIL:RITA@example.org
END:VCARD
BEGIN:VCARD
VERSION:4.0
FN:Zoe Last
EMAIL:zoe@example.org
END:VCARD
BEGIN:VCARD
VERSION:4.0
FN:Jose Before
EMAIL:jose@example.org
END:VCARD
"""


@pytest.fixture
def post():
    with Post() as post:
        yield post


@pytest.fixture
def service(tagalong, tmp_path, post):
    data = tmp_path / "data"
    data.mkdir(parents=True)
    lines = ["registration: invitation", "inviting: everybody", "mail:", f"  server: smtp://127.0.0.1:{post.port}",
             "  encryption: none", "  from: tagalong@example.org"]
    (data / "sign-in.yaml").write_text("\n".join(lines) + "\n")
    with Service(tagalong, data, "--sign-in", str(data / "sign-in.yaml")) as service:
        account(service, "add", "boss", "--admin")
        account(service, "passcode", "boss", typed=f"{PASSCODE}\n")
        for name, called in (("kim", "Kim Nowak"), ("ida", "Ida Müller")):
            account(service, "add", name)
            account(service, "passcode", name, typed=f"{PASSCODE}\n")
            acts(service, name, "people", "profile", "--name", called)
        acts(service, "ida", "people", "profile", "--shown", "name,mail", "--add", "personal:mail:ida@example.org")
        yield service


@pytest.fixture
def kim(service, page):
    """A page on which Kim has logged in."""
    log_in(page, "kim", PASSCODE)
    wait_until(lambda: page.path == "/", "the list")
    return page


def standing(page, name):
    return page.wait("[data-standing]", lambda each: name in each.text).get_attribute("data-standing")


def test_p16_a_book_says_who_is_here_who_can_be_invited_and_who_is_invited(service, kim, post, tmp_path, screenshots):
    page = kim
    (tmp_path / "book.vcf").write_text(BOOK)
    page.open("/people")
    page.wait("a[href='/people/import']").click()
    page.press("See who is here")
    page.wait_for_text("Choose a file.")
    page.wait("#book-file").send_keys(str(tmp_path / "book.vcf"))
    page.press("See who is here")
    page.wait_for_text("4 people in this file.")
    assert standing(page, "Ida from the club") == "here"
    assert standing(page, "Rita Neu") == "invitable"
    assert standing(page, "José <b>Bold</b>") == "invitable"
    assert standing(page, "Nobody with a mail") == "unreachable"
    page.wait_for_text("1 card could not be read")
    page.inspect(screenshots, "address-book")
    page.press("Ask Ida from the club")
    page.toast("Ida Müller is asked.")
    assert standing(page, "Ida from the club") == "asked"
    for box in page.all("[data-standing=invitable] input"):
        box.click()
    page.press("Invite 2 people")
    page.press("Invite", "dialog")
    page.toast("2 people are invited.")
    assert standing(page, "Rita Neu") == "invited"
    page.wait("[data-invitation='jose@example.org']")
    page.press("Withdraw the invitation of jose@example.org")
    page.gone("[data-invitation='jose@example.org']")
    page.fill("#book-search", "RITA")
    wait_until(lambda: len(page.all("[data-standing]")) == 1, "the one that is looked for")
    page.fill("#invite-mail", "rita@example.org")
    page.press("Invite", "[data-form=invite-mail]")
    page.wait_for_text("This address is invited already.")
    assert json.loads(acts(service, "kim", "people", "invitations", "--json"))[0]["mail"] == "rita@example.org"
    assert "Kim Nowak" in post.text_of(post.letters[0][1])
    assert page.complaints() == []


def test_p16_two_cards_with_one_address_get_one_invitation(service, kim, post, tmp_path):
    page = kim
    (tmp_path / "book.vcf").write_text(TWICE)
    page.open("/people/import")
    page.wait("#book-file").send_keys(str(tmp_path / "book.vcf"))
    page.press("See who is here")
    page.wait_for_text("4 people in this file.")
    # Meanwhile, on another page.
    acts(service, "kim", "people", "invite", "jose@example.org")
    for box in page.all("[data-standing=invitable] input"):
        box.click()
    page.press("Invite 4 people")
    page.press("Invite", "dialog")
    page.toast("2 people are invited.")
    for name in ("Rita Neu", "Rita at work", "Zoe Last", "Jose Before"):
        assert standing(page, name) == "invited"
    assert sorted(each["mail"].lower() for each in json.loads(acts(service, "kim", "people", "invitations", "--json"))) == [
        "jose@example.org", "rita@example.org", "zoe@example.org"]


def test_g4_whoever_is_invited_to_a_group_registers_and_finds_both(service, kim, post, screenshots):
    page = kim
    page.open("/groups")
    unfold(page, "[data-form=group]")
    page.fill("#group-name", "Riders")
    page.press("Make the group")
    page.fill("#invite-mail", "rita@example.org")
    page.press("Invite", "[data-form=invite-mail]")
    page.toast("rita@example.org is invited.")
    link = post.link("rita@example.org")
    page.open("/settings")
    page.press("Log out")
    wait_until(lambda: page.path == "/login", "the log-in")
    follow(page, link)
    page.wait_for_text("Kim Nowak invites you")
    page.wait_for_text("the invitation to Riders")
    assert page.script("return document.querySelector('#register-mail').value") == "rita@example.org"
    page.inspect(screenshots, "register-invited")
    page.fill("#register-name", "Rita Neu")
    page.fill("#new-passcode", NEW)
    page.fill("#again-passcode", NEW)
    page.press("Register")
    page.wait_for_text("You can log in now.")
    log_in(page, "rita@example.org", NEW)
    wait_until(lambda: page.path == "/", "the list")
    page.open("/inbox")
    page.wait_for_text("Kim Nowak asks you for a connection")
    page.wait_for_text("Riders")
    page.open("/people")
    page.press("Accept", "[data-request=kim]")
    page.toast("Kim Nowak is one of your contacts now.")
    assert page.complaints() == []


def test_g4_who_has_an_account_uses_the_link_with_it(service, page, post, screenshots):
    acts(service, "kim", "people", "invite", "ida.work@example.org")
    log_in(page, "ida", PASSCODE)
    wait_until(lambda: page.path == "/", "the list")
    follow(page, post.link("ida.work@example.org"))
    page.wait_for_text("Kim Nowak invites you")
    page.inspect(screenshots, "invitation-used")
    page.press("Use it with your account ida")
    page.wait("[data-request=kim]")
    follow(page, post.link("ida.work@example.org"))
    page.wait_for_text("This link was used already.")
    assert page.complaints() == []


def test_p10_contacts_are_saved_as_a_file(service, kim):
    page = kim
    acts(service, "kim", "people", "request", "ida")
    acts(service, "ida", "people", "accept", "kim", "--grant", "personal")
    page.open("/people")
    text = page.script("""
        const link = document.querySelector("a[href='/api/v1/people/contacts.vcf']");
        return fetch(link.href).then((answer) => answer.text());""")
    assert "FN:Ida Müller\r\n" in text and "EMAIL;TYPE=home:ida@example.org" in text
    assert page.complaints() == []
