"""Adding a thing over a gateway, which here is a few lines that speak like one."""

import json

from service import wait_until
from test_edit import png

TAG = {"time": "2026-05-01T09:00:00.250Z", "address": "C0:FF:EE:00:12:34", "adapter": "00:1A:7D:DA:71:13"}
OTHER = TAG | {"address": "C0:FF:EE:00:56:78", "name": "Puck", "profile": "itag", "model": "Puck", "rssi": -60}


class Gateway:
    """Hears one tag, and pairs with it once its number was confirmed."""

    def __init__(self, service, health="scanning", error=None):
        self.service, self.error = service, error
        self.requests = []
        # A slow one holds back what it would do with an answer, until it goes on.
        self.is_slow, self.held = False, None
        self.tell(health)
        service.listen("tagalong/gateway/attic/request/scan", self.scan)
        service.listen("tagalong/gateway/attic/request/pair", self.pair)

    def tell(self, health):
        adapter = {"name": "hci0", "health": health, "address": TAG["adapter"]}
        status = {"_type": "status", "state": "online", "adapters": [adapter], "carried_by": "sam"}
        self.service.publish("tagalong/gateway/attic/status", status, retain=True)
        known = lambda: [each["adapters"][0]["health"] for each in self.service.get("/api/v1/gateways")["gateways"]]
        wait_until(lambda: known() == [health], "the console knows the gateway")

    def answer(self, verb, request, state, **more):
        message = {"_type": "response", "transaction": request["transaction"], "state": state} | more
        if state in ("done", "failed"):
            message["ok"] = state == "done"
        self.service.publish(f"tagalong/gateway/attic/response/{verb}", message)

    def scan(self, line):
        tag = TAG | {"name": "iTAG", "profile": "itag", "model": "iTag clone", "rssi": -48}
        self.answer("scan", json.loads(line), "done", tags=[tag, OTHER])

    def pair(self, line):
        request = json.loads(line)
        self.requests.append(request)
        if "confirm" not in request:
            self.answer("pair", request, "working", message="asking the tag who it is")
            if self.error:
                return self.answer("pair", request, "failed", error=self.error)
            return self.answer("pair", request, "confirm", message="does the tag show 012345?", number=12345)
        if self.is_slow:
            self.held = request
        else:
            self.end(request)

    def go_on(self):
        self.end(self.held)

    def end(self, request):
        if not request["confirm"]:
            return self.answer("pair", request, "failed", error="the tag shows another number")
        self.service.reported("sam/violin")
        self.service.publish("tagalong/sam/violin/desired", {"_type": "desired", "version": 1, "item": "Violin"}, True)
        return self.answer("pair", request, "done", message="sam/violin is paired", tracker="sam/violin")


def choose(page):
    page.open("/add")
    page.wait("button.tag", lambda tag: "iTAG" in tag.text).click()


def to_question(page, path=None):
    """Up to the question for the number, with a photo where there is one."""
    choose(page)
    page.wait("#name").send_keys("Violin")
    if path:
        page.all("input[type=file]")[0].send_keys(str(png(path / "photo.png", 40, 40)))
        page.wait(".photo-preview img")
    page.press("Pair")
    page.wait_for_text("Does the tag show 012345?")


def test_1_1_1_the_view_has_a_title_a_photo_picker_a_name_field_and_two_buttons(service, page, screenshots):
    Gateway(service)
    choose(page)
    assert page.wait("h1").text == "Add an item"
    chosen, taken = page.wait("#name") and page.all("input[type=file]")
    assert chosen.get_attribute("accept") == taken.get_attribute("accept") == "image/jpeg,image/png,image/webp"
    assert page.wait("#name").get_attribute("placeholder") == "Enter item's name"
    assert page.wait("#owner").get_attribute("value") == "sam"
    assert page.button("Pair") and page.button("Back")
    assert taken.get_attribute("capture") == "environment"
    page.inspect(screenshots, "add-name")
    # 1-2-5: back leads to where one was.
    page.press("Back")
    page.wait("button.tag")


def test_1_5_1_a_tag_is_chosen_named_confirmed_and_registered(service, page, screenshots):
    gateway = Gateway(service)
    choose(page)
    page.press("Pair")
    page.wait("#name-error", lambda error: error.text == "Enter a name.")
    assert gateway.requests == []
    page.fill("#name", "Violin")
    # 1-2-6: without a photo there is a placeholder.
    assert page.wait(".photo-preview").text == "V"
    page.press("Pair")
    page.wait_for_text("Does the tag show 012345?")
    assert page.focused() == ["H2", "Pairing Violin"]
    page.picture(screenshots / "add-confirm.png", full=False)
    page.inspect(screenshots, "add-confirm")
    assert gateway.requests[0]["tag"] == TAG["address"]
    assert (gateway.requests[0]["owner"], gateway.requests[0]["item"]) == ("sam", "Violin")
    page.press("Yes, it does")
    page.wait_for_text("Violin is added.")
    assert page.focused() == ["A", "Show Violin"]
    page.inspect(screenshots, "add-done")
    page.press("Show Violin")
    page.wait("h1", lambda title: title.text == "Violin")
    assert page.path == "/items/sam/violin"


def test_a_tag_is_paired_by_the_keyboard_alone(service, page):
    gateway = Gateway(service)
    page.open("/add")
    page.wait("button.tag", lambda tag: "iTAG" in tag.text)
    page.tab_to("iTAG").send_keys("\ue007")
    wait_until(lambda: page.script("return document.activeElement.id") == "name", "one can type the name")
    page.driver.switch_to.active_element.send_keys("Violin\ue007")
    page.wait_for_text("Does the tag show 012345?")
    page.tab_to("Yes, it does").send_keys("\ue007")
    page.wait_for_text("Violin is added.")
    page.driver.switch_to.active_element.send_keys("\ue007")
    page.wait("h1", lambda title: title.text == "Violin")
    assert gateway.requests[1]["confirm"] is True


def test_1_2_4_a_photo_that_was_chosen_is_kept_with_the_new_item(service, page, tmp_path):
    Gateway(service)
    choose(page)
    page.wait("#name").send_keys("Violin")
    page.all("input[type=file]")[0].send_keys(str(png(tmp_path / "first.png", 40, 40)))
    first = page.wait(".photo-preview img").get_attribute("src")
    # Retaken: the second takes the place of the first.
    page.all("input[type=file]")[0].send_keys(str(png(tmp_path / "second.png", 80, 60)))
    page.wait(".photo-preview img", lambda image: image.get_attribute("src") != first)
    page.press("Pair")
    page.press("Yes, it does")
    page.wait_for_text("Violin is added.")
    wait_until(lambda: "photo" in service.items()["sam/violin"], "the photo is kept")


def test_a_failure_is_told_and_can_be_tried_again(service, page, screenshots):
    gateway = Gateway(service, error="the tag did not answer for 30 s")
    choose(page)
    page.wait("#name").send_keys("Violin")
    page.press("Pair")
    page.wait_for_text("the tag did not answer for 30 s")
    page.inspect(screenshots, "add-failed")
    gateway.error = None
    page.press("Try again")
    page.wait_for_text("Does the tag show 012345?")
    page.press("No")
    page.wait_for_text("the tag shows another number")


def test_1_5_1_a_gateway_whose_bluetooth_is_off_says_so(service, page, screenshots):
    gateway = Gateway(service, health="off")
    page.open("/add")
    page.wait_for_text("Bluetooth is off at this gateway. Turn it on, then scan again.")
    page.inspect(screenshots, "add-off")
    gateway.tell("scanning")
    page.press("Scan again")
    page.wait("button.tag")


def test_without_a_gateway_the_page_says_what_is_needed(page, screenshots):
    page.open("/add")
    page.wait_for_text("No gateway is connected")
    page.button("Try again")
    page.inspect(screenshots, "add-nobody")


def test_what_was_said_of_one_tag_is_not_stored_with_another(service, page, tmp_path):
    Gateway(service)
    choose(page)
    page.wait("#name").send_keys("Violin")
    page.all("input[type=file]")[0].send_keys(str(png(tmp_path / "photo.png", 40, 40)))
    page.wait(".photo-preview img")
    page.press("Back")
    # The same tag again: it is all still there, and to be seen.
    page.wait("button.tag", lambda tag: "iTAG" in tag.text).click()
    assert page.wait("#name").get_attribute("value") == "Violin"
    page.wait(".photo-preview img")
    page.press("Back")
    page.wait("button.tag", lambda tag: "Puck" in tag.text).click()
    assert page.wait("#name").get_attribute("value") == ""
    assert page.all(".photo-preview img") == []
    page.fill("#name", "Violin")
    page.press("Pair")
    page.press("Yes, it does")
    page.wait_for_text("Violin is added.")
    assert "photo" not in service.items()["sam/violin"]


def test_what_is_typed_outlives_that_the_page_is_loaded_anew(service, page, tmp_path):
    Gateway(service)
    choose(page)
    page.wait("#name").send_keys("Violin")
    page.all("input[type=file]")[0].send_keys(str(png(tmp_path / "photo.png", 40, 40)))
    page.wait(".photo-preview img")
    wait_until(lambda: "data:image" in page.script("return sessionStorage['tagalong.draft'] ?? ''"), "it is kept")
    page.driver.refresh()
    page.wait(".photo-preview img")
    assert page.wait("#name").get_attribute("value") == "Violin"
    # Who leaves and comes back begins anew.
    page.press("Back")
    page.wait("nav a[href='/']").click()
    page.wait("main .empty")
    page.wait("nav a[href='/add']").click()
    page.wait("button.tag", lambda tag: "iTAG" in tag.text).click()
    assert page.wait("#name").get_attribute("value") == ""


def test_the_question_is_found_again_with_name_and_photo_when_the_page_is_loaded_anew(service, page, tmp_path, screenshots):
    gateway = Gateway(service)
    to_question(page, tmp_path)
    page.driver.refresh()
    page.wait_for_text("Does the tag show 012345?")
    assert page.wait("h2").text == "Pairing Violin"
    page.inspect(screenshots, "add-found-again")
    page.press("Yes, it does")
    page.wait_for_text("Violin is added.")
    wait_until(lambda: "photo" in service.items()["sam/violin"], "the photo is kept")
    assert len(gateway.requests) == 2
    # It is over: the next visit begins anew.
    page.open("/add")
    page.wait("button.tag")


def test_the_question_is_found_in_another_tab_and_in_a_browser_that_was_never_here(service, page):
    Gateway(service)
    to_question(page)
    with page.another_tab():
        page.open("/add")
        page.wait_for_text("Does the tag show 012345?")
    page.forget()
    page.open("/add")
    page.wait_for_text("Does the tag show 012345?")
    assert page.wait("h2").text == "Pairing Violin"
    page.press("Yes, it does")
    page.wait_for_text("Violin is added.")
    page.wait_for_text("A photo that was chosen in another browser is stored by that one")


def test_of_two_tabs_with_the_same_question_the_second_says_that_it_is_answered(service, page):
    gateway = Gateway(service)
    to_question(page)
    with page.another_tab() as (first, second):
        page.open("/add")
        page.wait_for_text("Does the tag show 012345?")
        gateway.is_slow = True
        page.press("Yes, it does")
        wait_until(lambda: gateway.held, "the gateway has the answer")
        page.driver.switch_to.window(first)
        page.press("No")
        page.wait_for_text("The question was answered in another tab or browser.")
        gateway.go_on()
        page.wait_for_text("Violin is added.")
        page.driver.switch_to.window(second)
        page.wait_for_text("Violin is added.")
    confirms = [each["confirm"] for each in gateway.requests if "confirm" in each]
    assert confirms == [True]


def test_the_focus_stays_with_the_pairing_when_its_question_is_answered(service, page):
    gateway = Gateway(service)
    to_question(page)
    gateway.is_slow = True
    page.press("Yes, it does")
    wait_until(lambda: gateway.held, "the gateway has the answer")
    wait_until(lambda: page.focused() == ["H2", "Pairing Violin"], lambda: page.focused())
    gateway.go_on()
    page.wait_for_text("Violin is added.")


def test_a_pairing_can_be_cancelled_also_after_the_page_was_loaded_anew(service, page):
    gateway = Gateway(service)
    to_question(page)
    page.driver.refresh()
    page.press("Cancel the pairing")
    page.wait_for_text("The pairing was cancelled.")
    assert [each["confirm"] for each in gateway.requests if "confirm" in each] == [False]
    page.press("Back")
    assert page.wait("#name").get_attribute("value") == "Violin"


def test_a_service_that_was_restarted_during_a_pairing_says_that_it_does_not_know(service, page, screenshots):
    Gateway(service)
    to_question(page)
    service.stop()
    page.wait_for_text("Tagalong cannot be reached at present.")
    service.start()
    page.wait_for_text("What came of the pairing of Violin is not known")
    page.inspect(screenshots, "add-lost")
    page.button("Scan again")
