"""Calibrating the distance of an item over a gateway, which here is a few lines that speak like one."""

import json

from service import wait_until

USUAL = {"rssi_1m_dbm": -59, "exponent": 2}
FOUND = {"rssi_1m_dbm": -62.1, "exponent": 2, "factor": 1.4}


class Gateway:
    """Has the tag of the keys, and measures it as soon as it is told to go on."""

    def __init__(self, service, name="attic", has_tag=True, room="Attic"):
        self.service, self.name, self.has_tag = service, name, has_tag
        self.levels, self.stored, self.measuring = [], None, None
        self.requests, self.problem = [], None
        # Whether it says nothing any more, and what it leaves out of what it says.
        self.is_mute, self.lacks, self.left = False, None, 23
        status = {"_type": "status", "state": "online", "adapters": [], "room": room}
        service.publish(f"tagalong/gateway/{name}/status", status, retain=True)
        service.listen(f"tagalong/gateway/{name}/request/calibrate", self.take)

    def state(self, **more):
        state = {"usual": USUAL, "levels": self.levels} | more
        if self.stored:
            state["stored"] = self.stored
        if len(self.levels) == 2:
            state |= {"problem": self.problem} if self.problem else {"found": FOUND}
        if self.measuring:
            state["measuring"] = self.measuring["told"]
        return state

    def answer(self, request, state="done", **more):
        message = {"_type": "response", "transaction": request["transaction"], "state": state, "tracker": "sam/keys"}
        if state in ("done", "failed"):
            message["ok"] = state == "done"
        if state != "failed":
            message["calibration"] = self.state()
        if self.lacks:
            message.pop(self.lacks)
        self.service.publish(f"tagalong/gateway/{self.name}/response/calibrate", message | more)

    def take(self, line):
        request = json.loads(line)
        self.requests.append(request)
        if self.is_mute:
            return None
        if not self.has_tag:
            return self.answer(request, "failed", error="no tag 'sam/keys' is paired with this gateway")
        if request["action"] == "measure":
            told = {"distance_m": request["distance_m"], "rssi": -75.9, "reports": 7, "left_s": self.left}
            self.measuring = {"request": request, "told": told}
            return self.answer(request, "working", message="measuring")
        if request["action"] == "store":
            self.levels, self.stored = [], {"rssi_1m_dbm": -62.1, "exponent": 2}
        if request["action"] == "forget":
            self.stored = None
        if request["action"] == "cancel" and self.measuring:
            cancelled, self.measuring = self.measuring["request"], None
            self.answer(cancelled, "failed", error="the measurement was cancelled")
        elif request["action"] == "cancel":
            self.levels = []
        return self.answer(request)

    def end(self, rssi=-75.9, error=None):
        wait_until(lambda: self.measuring, "it measures")
        request, self.measuring = self.measuring["request"], None
        if error:
            return self.answer(request, "failed", error=error)
        self.levels = self.levels + [{"distance_m": request["distance_m"], "rssi": rssi, "reports": 29}]
        return self.answer(request)

    def asked(self, action):
        return [each for each in self.requests if each["action"] == action]


def edit(page, service):
    service.item("sam/keys", "Keys")
    known = lambda: service.get("/api/v1/items/sam/keys/calibration")["gateways"]
    wait_until(known, "the console knows the gateway")
    page.open("/items/sam/keys/edit")
    page.wait("[data-form=calibration]")


def begin(page):
    page.press("Calibrate", "[data-form=calibration]")
    page.wait_for_text("Step 1 of 2")


def test_a_tag_is_measured_at_two_distances_and_the_result_is_used_and_taken_back(service, page, screenshots):
    gateway = Gateway(service)
    edit(page, service)
    begin(page)
    assert page.focused() == ["H3", "Step 1 of 2"]
    page.wait_for_text("Hold the tag 5 m away from the gateway attic (Attic), in line of sight.")
    page.wait_for_text("This tag is not calibrated")
    page.inspect(screenshots, "calibration-step")
    page.press("Measure at 5 m")
    page.wait_for_text("23 s left, 7 reports, -76 dBm")
    page.inspect(screenshots, "calibration-measuring")
    gateway.end()
    page.wait_for_text("5 m: -76 dBm, from 29 reports")
    page.wait_for_text("Step 2 of 2")
    page.press("Measure at 10 m")
    gateway.end(rssi=-82)
    page.wait_for_text("Distances were wrong by a factor of 1.4 before.")
    assert page.focused() == ["H3", "Result"]
    page.inspect(screenshots, "calibration-result")
    assert [each["distance_m"] for each in gateway.asked("measure")] == [5, 10]
    assert gateway.stored is None
    page.press("Use it")
    page.wait_for_text("The tag is calibrated")
    assert gateway.stored
    page.inspect(screenshots, "calibration-done")
    page.press("Back to the usual values")
    page.toast("What is usual for the model holds again.")
    page.wait_for_text("Step 1 of 2")
    assert gateway.stored is None


def test_what_goes_wrong_is_told_and_measured_again(service, page, screenshots):
    gateway = Gateway(service)
    edit(page, service)
    begin(page)
    page.press("Measure at 5 m")
    gateway.end(error="nothing was heard of the tag at 5 m: wake it")
    page.wait_for_text("nothing was heard of the tag at 5 m: wake it")
    page.inspect(screenshots, "calibration-silent")
    page.press("Measure at 5 m")
    gateway.end()
    gateway.problem = "the tag was heard more strongly by 9 dB where it was farther away"
    page.press("Measure at 10 m")
    gateway.end()
    page.wait_for_text("the tag was heard more strongly by 9 dB where it was farther away")
    page.press("Measure again")
    page.wait_for_text("Step 1 of 2")
    page.press("Measure at 5 m")
    page.wait_for_text("23 s left")
    page.press("Cancel", "[data-form=calibration]")
    page.wait_for_text("Step 1 of 2")
    assert "cancelled" not in page.text()


def test_a_page_that_is_loaded_anew_comes_back_to_the_measurement(service, page):
    gateway = Gateway(service)
    edit(page, service)
    begin(page)
    page.press("Measure at 5 m")
    page.wait_for_text("23 s left")
    page.driver.refresh()
    page.wait_for_text("Measuring at 5 m")
    gateway.end()
    page.wait_for_text("Step 2 of 2")
    page.driver.refresh()
    page.wait_for_text("Step 2 of 2")
    assert len(gateway.asked("measure")) == 1
    # Who comes for another reason is asked nothing.
    page.open("/")
    page.open("/items/sam/keys/edit")
    page.wait("[data-form=calibration]")
    page.button("Calibrate", "[data-form=calibration]")


def test_of_several_gateways_those_that_have_the_tag_can_be_chosen(service, page, screenshots):
    attic, den = Gateway(service), Gateway(service, "den", room="Den")
    Gateway(service, "cellar", has_tag=False)
    edit(page, service)
    wait_until(lambda: len(service.get("/api/v1/items/sam/keys/calibration")["gateways"]) == 3, "three gateways")
    page.open("/items/sam/keys/edit")
    page.wait("[data-form=calibration]")
    begin(page)
    options = [each.text for each in page.all("#calibration-gateway option")]
    assert options == ["attic (Attic)", "den (Den)"]
    page.inspect(screenshots, "calibration-gateways")
    page.all("#calibration-gateway option")[1].click()
    page.wait_for_text("away from the gateway den (Den)")
    page.press("Measure at 5 m")
    den.end()
    page.wait_for_text("Step 2 of 2")
    assert not attic.asked("measure")


def test_lengths_are_in_feet_where_that_is_chosen(service, page):
    gateway = Gateway(service)
    edit(page, service)
    page.script("localStorage.setItem('tagalong.look', JSON.stringify({units: 'imperial'}))")
    page.driver.refresh()
    page.press("Calibrate", "[data-form=calibration]")
    page.press("Measure at 15 ft")
    gateway.end()
    page.wait_for_text("15 ft: -76 dBm")
    page.press("Measure at 30 ft")
    gateway.end()
    page.wait_for_text("Result")
    assert [each["distance_m"] for each in gateway.asked("measure")] == [4.572, 9.144]


def test_without_a_gateway_that_has_the_tag_the_page_says_so(service, page, screenshots):
    Gateway(service, has_tag=False)
    edit(page, service)
    page.press("Calibrate", "[data-form=calibration]")
    page.wait_for_text("No gateway that is running has the tag of Keys")
    page.inspect(screenshots, "calibration-nobody")


def test_a_gateway_that_falls_silent_keeps_nobody_at_a_measurement(service, page):
    gateway = Gateway(service)
    edit(page, service)
    begin(page)
    page.press("Measure at 5 m")
    page.wait_for_text("7 reports")
    gateway.is_mute = True
    page.press("Cancel")
    page.wait_for_text("Step 1 of 2")
    page.wait_for_text("The gateway attic does not answer")
    # Nor where nobody cancels it.
    gateway.is_mute, gateway.measuring, gateway.left = False, None, 1
    page.press("Measure at 5 m")
    page.wait_for_text("1 s left")
    gateway.is_mute = True
    page.wait_for_text("The gateway attic does not answer")
    page.wait_for_text("Step 1 of 2")


def test_an_answer_without_what_was_asked_for_is_told_in_a_sentence(service, page):
    gateway = Gateway(service)
    gateway.lacks = "calibration"
    edit(page, service)
    page.press("Calibrate", "[data-form=calibration]")
    page.wait_for_text("No gateway that is running has the tag of Keys")
    gateway.lacks = None
    begin(page)
