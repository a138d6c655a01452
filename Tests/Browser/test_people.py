"""People, groups and the inbox, as somebody meets them in a browser; others act on the command line meanwhile."""

import json
import subprocess

import pytest

from service import wait_until
from test_leaving import PASSCODE, account


def acts(service, name, *words):
    """Somebody else does something among people; answers what the command printed."""
    command = [service.program, *words, "--as", name, "--data-dir", service.data]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def kim(service, page):
    """A page on which Kim has logged in, who owns the keys; Lee and Ida are there, too."""
    service.item("kim/keys", "Keys")
    account(service, "add", "boss", "--admin")
    account(service, "passcode", "boss", typed=f"{PASSCODE}\n")
    account(service, "add", "kim", "--allow", "kim=command")
    account(service, "passcode", "kim", typed=f"{PASSCODE}\n")
    account(service, "add", "lee")
    account(service, "add", "ida")
    acts(service, "kim", "people", "profile", "--name", "Kim Nowak", "--town", "Zug", "--shown", "name,town")
    for name, *told in (("lee", "Lee Dubois", "Bern"), ("ida", "Ida Müller", "Thun")):
        acts(service, name, "people", "profile", "--name", told[0], "--town", told[1], "--shown", "name,town",
             "--add", f"personal:phone:+41 31 000 {name}", "--add", "work:address:Kramgasse 49")
    page.open("/login")
    page.fill("#account", "kim")
    page.fill("#passcode", PASSCODE)
    page.press("Log in")
    wait_until(lambda: page.path == "/", "the list")
    return page


def person(page, name, text="", within="main"):
    return page.wait(f"{within} [data-person={name}]", lambda each: text in each.text)


def unfold(page, selector):
    page.wait(f"{selector} summary").click()


def tick(page, selector):
    page.script("document.querySelector(arguments[0]).click()", selector)


def test_a_profile_is_filled_in_and_found(service, kim, screenshots):
    page = kim
    page.open("/profile")
    page.wait("#profile-name")
    page.fill("#profile-name", "")
    page.press("Save")
    page.wait_for_text("Enter a name.")
    page.fill("#profile-name", "Kim שלום <b>Bold</b>")
    page.fill("#profile-town", "Zürich")
    tick(page, "#shown-town")
    page.press("Add a number or address")
    page.fill(".entry .input:nth-child(3)", "+41 44 111 22 33")
    page.inspect(screenshots, "profile")
    page.press("Save")
    page.toast("Your profile is saved.")
    told = json.loads(acts(service, "kim", "people", "profile", "--json"))
    assert (told["name"], told["town"], told["shown"]) == ("Kim שלום <b>Bold</b>", "Zürich", ["name"])
    assert [(each["section"], each["kind"], each["value"]) for each in told["entries"]] == [
        ("personal", "phone", "+41 44 111 22 33")]
    # The name is found, the town is not.
    assert "kim" in acts(service, "lee", "people", "find", "bold")
    assert "kim" not in acts(service, "lee", "people", "find", "zurich")
    page.fill("#profile-town", "Bern")
    tick(page, "nav.subpages a[href='/people']")
    page.press("Stay", "dialog")
    assert page.path == "/profile"
    assert page.complaints() == []


def test_p13_and_p14_somebody_is_found_asked_and_shows_so(service, kim, screenshots):
    page = kim
    page.open("/people")
    page.wait_for_text("No contacts yet")
    page.fill("#people-search", "mull")
    page.press("Search everybody")
    person(page, "ida", "Thun")
    assert not page.all("[data-person=lee]")
    page.inspect(screenshots, "people-found")
    page.fill("#people-search", "nobody at all")
    page.press("Search everybody")
    page.wait_for_text("has “nobody at all”")
    page.fill("#people-search", '"ida muller"')
    page.press("Search everybody")
    person(page, "ida").find_element("css selector", "a").click()
    page.wait_for_text("Ask for a connection")
    # Nothing of what was not granted, nor that there is any.
    assert "+41" not in page.text() and "Personal" not in page.wait("header.person").text
    tick(page, "#ask-grant-work")
    tick(page, "#ask-want-personal")
    page.inspect(screenshots, "person-stranger")
    page.press("Ask")
    page.wait_for_text("You let them see: Work. You ask for: Personal.")
    assert json.loads(acts(service, "ida", "people", "requests", "--json"))[0]["account"] == "kim"
    page.press("Withdraw")
    page.wait_for_text("Ask for a connection")
    assert page.complaints() == []


def test_p9_to_p12_a_request_is_accepted_its_level_changed_and_the_contact_removed(service, kim, screenshots):
    page = kim
    page.open("/people")
    page.wait_for_text("No contacts yet")
    acts(service, "lee", "people", "request", "kim", "--grant", "personal", "--want", "work")
    # It comes by itself, with a count in the bar.
    page.wait("[data-request=lee]")
    page.wait(".tabs .count", lambda each: each.text == "1")
    page.inspect(screenshots, "people-asked")
    # Nothing is granted that nobody has ticked; and what was ticked stays when another one asks.
    tick(page, "#grant-lee-work")
    acts(service, "ida", "people", "request", "kim")
    page.wait("[data-request=ida]")
    assert page.script("return document.querySelector('#grant-lee-work').checked")
    page.press("Accept", "[data-request=lee]")
    page.toast("Lee Dubois is one of your contacts now.")
    person(page, "lee", "Bern", "[role=region]")
    page.fill("#people-search", "du")
    person(page, "lee")
    page.fill("#people-search", "ee")
    page.wait_for_text("None of your contacts has a name with a word that begins with “ee”.")
    page.fill("#people-search", "")
    person(page, "lee").find_element("css selector", "a").click()
    page.wait("a[href='tel:+4131000lee'], a[href^='tel:+4131000']")
    assert "Kramgasse" not in page.text()
    assert page.script("return document.querySelector('#level-work').checked")
    tick(page, "#level-personal")
    page.press("Save", "[data-form=level]")
    page.toast("Saved. Lee Dubois sees it at once.")
    page.press("Share something", "[data-form=things]")
    page.inspect(screenshots, "person-contact")
    page.press("Save", "[data-form=things]")
    page.toast("What you share with Lee Dubois is saved.")
    line = json.loads(acts(service, "kim", "people", "list", "--json"))[0]
    assert (line["account"], line["level"]) == ("lee", ["personal", "work"])
    # What was just said may still stand over it.
    tick(page, "main .button.danger")
    page.press("Cancel", "dialog")
    tick(page, "main .button.danger")
    page.press("Remove this contact", "dialog")
    wait_until(lambda: page.path == "/people", "the contacts")
    page.gone("[role=region] [data-person=lee]")
    assert "kim" in acts(service, "lee", "people", "inbox")
    assert page.complaints() == []


def test_g1_to_g6_a_group_is_made_joined_changed_left_and_deleted(service, kim, screenshots):
    page = kim
    acts(service, "kim", "people", "request", "lee")
    acts(service, "lee", "people", "accept", "kim")
    page.open("/groups")
    page.wait_for_text("No groups yet")
    unfold(page, "[data-form=group]")
    page.press("Make the group")
    page.wait_for_text("Enter a name.")
    page.fill("#group-name", "Riders")
    page.fill("#group-description", "Every Sunday.\nBring a pump.")
    page.inspect(screenshots, "groups-adding")
    page.press("Make the group")
    page.wait_for_text("Every Sunday.")
    group = page.path.rsplit("/", 1)[1]
    page.press("Invite", "[data-form=invite]")
    page.toast("Lee Dubois is invited.")
    acts(service, "lee", "groups", "join", group)
    page.open(f"/groups/{group}")
    person(page, "lee")
    page.press("Share something", "[data-form=membership]")
    page.press("Save", "[data-form=membership]")
    page.toast("Saved. The members see it at once.")
    page.inspect(screenshots, "group")
    page.press("Make admin")
    page.toast("Lee Dubois is an admin now.")
    page.press("Remove Lee Dubois")
    page.press("Remove", "dialog")
    page.toast("Lee Dubois is removed.")
    page.gone("[data-person=lee]")
    page.press("Leave")
    page.press("Leave", "dialog")
    page.toast("the group has no other admin")
    # What was just said may still stand over it.
    tick(page, "main .button.danger")
    page.press("Delete the group", "dialog")
    page.wait_for_text("No groups yet")
    assert "Riders" in acts(service, "lee", "people", "inbox")
    assert page.complaints() == []


def test_p17_the_inbox_tells_what_comes_and_what_was_read(service, kim, screenshots):
    page = kim
    page.open("/inbox")
    page.wait_for_text("Nothing here")
    acts(service, "lee", "people", "request", "kim")
    notice = page.wait("[data-notice]", lambda each: "Lee Dubois asks you for a connection" in each.text)
    assert "New" in notice.text
    acts(service, "ida", "people", "request", "kim")
    wait_until(lambda: len(page.all("[data-notice]")) == 2, "the second one")
    page.wait(".tabs .count", lambda each: each.text == "2")
    page.inspect(screenshots, "inbox")
    page.press("Mark all as read")
    page.gone(".tabs .count:not([hidden])")
    page.gone("[data-notice].unread")
    unfold(page, "[data-form=silenced]")
    tick(page, "#kind-share")
    page.press("Save", "[data-form=silenced]")
    page.toast("Saved.")
    page.open("/inbox")
    unfold(page, "[data-form=silenced]")
    wait_until(lambda: page.script("return document.querySelector('#kind-share')?.checked") is False, "what is silenced")
    page.wait("[data-notice] a").click()
    page.wait_for_text("Asks for a connection")
    page.press("Reject")
    page.toast("They are not told.")
    assert page.complaints() == []
