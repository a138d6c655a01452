"""Alerts with the page closed, by a push service of the tests.

Chromium subscribes with Google's service only, so `PushManager.subscribe` and `getSubscription` are the only things here that
are not real: they give the endpoint and the keys of the push service of the test. What comes there is handed to the real
worker by the DevTools protocol.
"""

import json
import urllib.request

import pytest
import websocket

from pushservice import PushService, data
from service import HOME, Service, north_of, wait_until
from test_reminders import SHOWN

FAKE = """
(() => {
    if (!("PushManager" in window)) return;
    const key = "test.subscribed", given = %s;
    const subscription = () => localStorage.getItem(key) ? {
        toJSON: () => given, endpoint: given.endpoint, options: {},
        unsubscribe: async () => { localStorage.removeItem(key); return true; },
    } : null;
    PushManager.prototype.getSubscription = async () => subscription();
    PushManager.prototype.subscribe = async (options) => {
        if (!options.userVisibleOnly) throw new Error("browsers want userVisibleOnly");
        localStorage.setItem(key, options.applicationServerKey);
        return subscription();
    };
})();
"""

BADGES = """
window.badges = [];
navigator.setAppBadge = async (count) => { window.badges.push(count); };
navigator.clearAppBadge = async () => { window.badges.push(0); };
"""


class Tools:
    """The DevTools protocol with its events, which the driver does not hand on."""

    def __init__(self, page):
        address = page.driver.capabilities["goog:chromeOptions"]["debuggerAddress"]
        with urllib.request.urlopen(f"http://{address}/json/list") as answer:
            targets = json.load(answer)
        target = next(each for each in targets if each["type"] == "page" and each["url"].startswith(page.url))
        self.socket = websocket.create_connection(target["webSocketDebuggerUrl"], suppress_origin=True, timeout=180)
        self.number = 0
        self.events = []
        self.worker = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def receive(self):
        message = json.loads(self.socket.recv())
        if "method" in message:
            self.events.append(message)
        return message

    def send(self, method, session=None, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        self.socket.send(json.dumps(request | ({"sessionId": session} if session else {})))
        while True:
            message = self.receive()
            if message.get("id") == self.number:
                assert "error" not in message, message
                return message["result"]

    def event(self, method, condition):
        while True:
            for each in self.events:
                if each["method"] == method and condition(each["params"]):
                    return each["params"]
            self.receive()

    def deliver(self, page, message):
        """Hands a message to the worker, as the browser does with one of its push service, and waits until it is shown: who
        asks for the notifications before that removes them, as the browser finds them nowhere."""
        self.send("ServiceWorker.enable")
        found = self.event("ServiceWorker.workerRegistrationUpdated", lambda told: told["registrations"])
        registration = next(each for each in found["registrations"] if each["scopeURL"].startswith(page.url))
        for method, more in (("clearEvents", {}), ("setRecording", {"shouldRecord": True}), ("startObserving", {})):
            self.send(f"BackgroundService.{method}", service="notifications", **more)
        self.events.clear()
        self.send(
            "ServiceWorker.deliverPushMessage", origin=page.url, registrationId=registration["registrationId"],
            data=message,
        )
        self.displayed()
        self.send("ServiceWorker.disable")

    def displayed(self):
        """Waits until a notification is shown that came since the last message, or the last press."""
        self.event(
            "BackgroundService.backgroundServiceEventReceived",
            lambda told: told["backgroundServiceEvent"]["eventName"] == "Notification displayed",
        )

    def click(self, page, tag, action=""):
        """Presses a notification, or a button of it: in the worker, which may bring no page to the front without a finger."""
        if not self.worker:
            self.send("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=False, flatten=True)
            told = self.event(
                "Target.attachedToTarget", lambda told: told["targetInfo"]["url"] == f"{page.url}/worker.js"
            )
            self.worker = told["sessionId"]
        source = f"""(async () => {{
            WindowClient.prototype.focus = async function () {{ return this; }};
            const [notification] = await registration.getNotifications({{ tag: {json.dumps(tag)} }});
            const action = {json.dumps(action)};
            self.dispatchEvent(new NotificationEvent("notificationclick", {{ notification, action }}));
        }})()"""
        self.events.clear()
        self.send("Runtime.evaluate", self.worker, expression=source, awaitPromise=True)


NOTIFICATIONS = """
const done = arguments[0];
navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
    .then((all) => done(all.map((each) => ({ title: each.title, body: each.body, tag: each.tag, silent: Boolean(each.silent) }))));
"""


def notifications(page):
    return page.driver.execute_async_script(NOTIFICATIONS)


@pytest.fixture
def push():
    with PushService() as push:
        yield push
        assert push.faults == []


@pytest.fixture
def service(tagalong, tmp_path, push):
    with Service(tagalong, tmp_path / "data", "--push-origin", push.origin) as service:
        yield service


@pytest.fixture
def page(page, push):
    page.command("Browser.grantPermissions", permissions=["notifications"], origin=page.url)
    scripts = [FAKE % json.dumps(push.subscription()), BADGES]
    added = [page.command("Page.addScriptToEvaluateOnNewDocument", source=each)["identifier"] for each in scripts]
    yield page
    for each in added:
        page.command("Page.removeScriptToEvaluateOnNewDocument", identifier=each)


def subscribe(page):
    page.open("/settings")
    page.wait_for_worker()
    page.wait("#push").click()
    page.toast("Alerts come to this browser from now on.")
    return page.wait("[data-device]", lambda line: "(this browser)" in line.text)


def walk_away(service, metres=40):
    service.fix("sam/keys", north_of(HOME, metres))


def come_back(service):
    service.fix("sam/keys", north_of(HOME, 1))


def test_an_alert_comes_with_the_page_closed_is_shown_by_the_worker_and_leads_to_the_item(service, page, push):
    service.item("sam/keys", "Keys")
    subscribe(page)
    page.leave()
    walk_away(service)
    wait_until(lambda: push.messages, "the alert comes")
    # Farther away is the same episode.
    walk_away(service, 60)
    wait_until(lambda: service.items()["sam/keys"]["distance_m"] > 50, "the second one is known")
    come_back(service)
    wait_until(lambda: "Keys is near again" in push.titles(), push.titles)
    assert push.titles() == ["Keys may be lost", "Keys is near again"]
    lost, near = push.messages
    far, where = lost["body"].split("\n")
    assert far.startswith("Keys is about ") and far.endswith(" from its owner.")
    assert where.startswith("Last stored position: 46.0")
    assert [each["Urgency"] for each in push.headers] == ["high", "normal"]
    assert push.headers[0]["Topic"] == push.headers[1]["Topic"]
    # For the key that the browser was given.
    page.open("/alerts")
    assert push.sender == page.script("return localStorage.getItem('test.subscribed')")
    assert len(data(push.sender)) == 65
    with Tools(page) as tools:
        tools.deliver(page, json.dumps(lost))
        shown = wait_until(lambda: notifications(page), "a notification")
        assert shown == [{"title": lost["title"], "body": lost["body"], "tag": "sam/keys", "silent": False}]
        # Good news take its place, without a sound.
        tools.deliver(page, json.dumps(near))
        wait_until(lambda: notifications(page)[0]["title"] == near["title"], lambda: notifications(page))
        assert [(each["tag"], each["silent"]) for each in notifications(page)] == [("sam/keys", True)]
        tools.click(page, "sam/keys")
        wait_until(lambda: page.path == "/items/sam/keys", lambda: page.path)
        wait_until(lambda: not notifications(page), "it is gone")


def test_a_message_that_cannot_be_read_is_shown_too(service, page):
    page.open("/alerts")
    page.wait_for_worker()
    with Tools(page) as tools:
        tools.deliver(page, "no JSON")
        shown = wait_until(lambda: notifications(page), "a notification")
        assert [each["title"] for each in shown] == ["Tagalong"]


def test_a_browser_is_tried_out_listed_and_removed_in_the_settings(service, page, push, screenshots):
    line = subscribe(page)
    assert "nothing sent yet" in line.text
    page.press("Send a test to Chrome on Linux (this browser)")
    wait_until(lambda: push.titles() == ["A test from Tagalong"], push.titles)
    page.toast("The push service has taken a test for Chrome on Linux (this browser).")
    page.wait("[data-device]", lambda line: "The last one was sent" in line.text)
    page.inspect(screenshots, "settings-push", lambda: page.wait("[data-device]"))
    # It is there after the page was loaded anew, too.
    page.open("/settings")
    assert page.wait("#push").is_selected()
    push.status = 403
    page.press("Send a test to Chrome on Linux (this browser)")
    page.toast("answered 403")
    page.press("Send no more alerts to Chrome on Linux (this browser)")
    wait_until(lambda: not service.get("/api/v1/push/subscriptions")["subscriptions"], "it is removed")
    page.gone("[data-device]")
    assert not page.wait("#push").is_selected()
    assert page.script("return localStorage.getItem('test.subscribed')") is None


def test_a_browser_has_quiet_hours_of_its_own(service, page, push, screenshots):
    subscribe(page)
    form = page.wait("[data-form=push-quiet]")
    assert "No quiet hours" in form.text
    form.find_element("tag name", "summary").click()
    switch, start, end = form.find_elements("tag name", "input")
    assert not start.is_displayed()
    switch.click()
    page.script("for (const each of arguments) each.value = '22:00'", start, end)
    page.press("Save the quiet hours")
    page.wait("[data-form=push-quiet] .error", lambda error: error.text == "Enter two different times.")
    assert page.script("return document.activeElement === arguments[0]", end)
    page.script("arguments[0].value = '07:30'; arguments[0].dispatchEvent(new Event('input', { bubbles: true }))", end)
    page.inspect(screenshots, "settings-push-quiet", lambda: page.wait("[data-form=push-quiet]"))
    page.press("Save the quiet hours")
    page.toast("The quiet hours of Chrome on Linux (this browser) are saved.")
    page.wait("[data-form=push-quiet]", lambda form: "Quiet hours: " in form.text)
    # They stay with the subscription when the page is loaded anew, which tells the console of it again.
    page.open("/settings")
    form = page.wait("[data-form=push-quiet]", lambda form: "Quiet hours: " in form.text)
    subscriptions = lambda: service.get("/api/v1/push/subscriptions")["subscriptions"]
    assert [each["quiet"] for each in subscriptions()] == ["22:00-07:30"]
    form.find_element("tag name", "summary").click()
    form.find_element("tag name", "input").click()
    page.press("Save the quiet hours")
    page.wait("[data-form=push-quiet]", lambda form: "No quiet hours" in form.text)
    assert "quiet" not in subscriptions()[0]


def test_a_browser_that_has_ended_its_subscription_is_forgotten(service, page, push):
    service.item("sam/keys", "Keys")
    subscribe(page)
    page.leave()
    push.status = 410
    walk_away(service)
    wait_until(lambda: not service.get("/api/v1/push/subscriptions")["subscriptions"], "it is forgotten")
    assert push.titles() == ["Keys may be lost"]


def last_event(service):
    events = service.get("/api/v1/reminder-events")["events"]
    return events[0]["event"] if events else None


def shown_reminder(page, tag):
    return next((each for each in notifications(page) if each["tag"] == tag), None)


def test_a_reminder_comes_with_the_page_closed_and_its_buttons_answer_it(service, page, push):
    service.item("sam/keys", "Keys")
    # Told once, when the keys are away from the phone.
    asked = {"name": "Take the keys", "thing": {"thing": "keys", "is": "away"}}
    made = service.ask("POST", "/api/v1/reminders/sam", asked)
    tag = f"reminder/sam/{made['id']}"
    subscribe(page)
    walk_away(service)
    wait_until(lambda: "Take the keys" in push.titles(), push.titles)
    number = push.titles().index("Take the keys")
    told, headers = push.messages[number], push.headers[number]
    assert told["body"] == "Item: not with its owner"
    assert (told["tag"], told["reminder"]) == (tag, f"sam/{made['id']}")
    assert [each["action"] for each in told["actions"]] == ["dismiss", "snooze", "later"]
    assert (headers["Urgency"], headers["TTL"]) == ("high", "3600")
    # A page that is open would close what is shown of it.
    page.driver.get(f"{page.url}/health")
    with Tools(page) as tools:
        for action, event in (("snooze", "snoozed"), ("later", "snoozed"), ("dismiss", "dismissed")):
            before = len(service.get("/api/v1/reminder-events")["events"])
            # One of the version before does not say which event it tells, and answers what is told.
            message = {key: each for key, each in told.items() if (key, action) != ("event", "snooze")}
            tools.deliver(page, json.dumps(message))
            wait_until(lambda: shown_reminder(page, tag), "it is shown")
            tools.click(page, tag, action)
            wait_until(
                lambda: len(service.get("/api/v1/reminder-events")["events"]) == before + 1, f"{action} is told"
            )
            assert last_event(service) == event
            wait_until(lambda: not shown_reminder(page, tag), "what is answered is not shown any more")
        # What is left of it on another device takes back nothing of that.
        tools.deliver(page, json.dumps(told))
        wait_until(lambda: shown_reminder(page, tag), "it is shown")
        tools.click(page, tag, "snooze")
        tools.displayed()
        assert shown_reminder(page, tag)["body"].startswith("It is over") and last_event(service) == "dismissed"
        # The keys are there again, so there is nothing to put off; that is said in its place, without a sound.
        come_back(service)
        wait_until(
            lambda: service.get(f"/api/v1/reminders/sam/{made['id']}")["state"]["status"] == "waiting", "it is over"
        )
        tools.deliver(page, json.dumps(told))
        wait_until(lambda: shown_reminder(page, tag), "it is shown")
        tools.click(page, tag, "snooze")
        tools.displayed()
        said = shown_reminder(page, tag)
        assert said["body"].startswith("It is over") and said["silent"]
    assert push.titles().count("Take the keys") == 1


def test_a_reminder_that_comes_as_a_message_is_not_notified_of_by_an_open_page_beside_it(service, page, push):
    service.item("sam/keys", "Keys")
    made = service.ask("POST", "/api/v1/reminders/sam", {"name": "Take the keys", "thing": {"thing": "keys", "is": "away"}})
    subscribe(page)
    page.open()
    page.script("localStorage.setItem('tagalong.notify', 'on')")
    page.wait(".connection.live")
    page.script(SHOWN)
    shown = lambda: page.script("return window.shown.filter((each) => each.tag.startsWith('reminder/')).length")
    walk_away(service)
    wait_until(lambda: "Take the keys" in push.titles(), push.titles)
    # The page says so all the same, within itself.
    page.toast("Reminder: Take the keys")
    come_back(service)
    state = lambda: service.get(f"/api/v1/reminders/sam/{made['id']}")["state"]["status"]
    wait_until(lambda: state() == "waiting", state)
    assert shown() == 0
    # Without messages the page does it.
    page.script("localStorage.removeItem('test.subscribed')")
    walk_away(service)
    wait_until(shown, "a notification")
    assert shown() == 1


def test_a_button_of_a_reminder_that_does_not_get_through_stays(service, page):
    page.open("/alerts")
    page.wait_for_worker()
    told = {
        "title": "Umbrella", "body": "Weather: rain", "tag": "reminder/sam/umbrella", "link": "/alerts",
        "reminder": "sam/umbrella", "actions": [{"action": "dismiss", "title": "Dismiss"}], "alert": "reminder-1",
        "quiet": False,
    }
    with Tools(page) as tools:
        tools.deliver(page, json.dumps(told))
        wait_until(lambda: shown_reminder(page, told["tag"]), "it is shown")
        service.stop()
        tools.click(page, told["tag"], "dismiss")
        tools.displayed()
        assert shown_reminder(page, told["tag"])["body"] == "That did not get through. Try again."


def test_the_number_of_lost_items_stands_in_title_and_badge(service, page):
    service.item("sam/keys", "Keys")
    page.open()
    wait_until(lambda: page.driver.title == "Your things · Tagalong", lambda: page.driver.title)
    icon = "return document.querySelector('link[rel=icon]').getAttribute('href')"
    assert page.script(icon) == "/icon.svg"
    walk_away(service)
    wait_until(lambda: page.driver.title == "(1) Your things · Tagalong", lambda: page.driver.title)
    assert page.script(icon) == "/icon-lost.svg"
    wait_until(lambda: page.script("return window.badges.at(-1)") == 1, "the badge")
    page.open("/alerts")
    wait_until(lambda: page.driver.title == "(1) Alerts · Tagalong", lambda: page.driver.title)
    come_back(service)
    wait_until(lambda: page.driver.title == "Alerts · Tagalong", lambda: page.driver.title)
    wait_until(lambda: page.script("return window.badges.at(-1)") == 0, "the badge is gone")
