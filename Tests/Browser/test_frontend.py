"""What a front end that was written for the OwnTracks Recorder does, against the console."""

import json
import time

from service import HOME, north_of, wait_until

# As the Recorder's front end does it: it asks five questions one after the other, and opens the socket when all of them
# are answered; each position in it has it ask for the last ones again. Without a socket it tries each second for ever.
CLIENT = """
window.told = {opened: 0, closed: 0, texts: [], refreshed: [], trouble: []};
const ask = async (path) => (await fetch(path)).json();
const refresh = async () => { window.told.refreshed.push((await ask("/api/0/last")).map((each) => each.tst)); };
const connect = () => {
    const socket = new WebSocket(location.origin.replace("http", "ws") + "/ws/last");
    socket.onopen = () => { window.told.opened += 1; socket.send("LAST"); };
    socket.onclose = () => { window.told.closed += 1; setTimeout(connect, 1000); };
    socket.onmessage = (message) => {
        window.told.texts.push(message.data);
        if (message.data !== "LAST" && JSON.parse(message.data)._type === "location") refresh();
    };
};
(async () => {
    for (const user of (await ask("/api/0/list")).results) {
        for (const device of (await ask(`/api/0/list?user=${user}`)).results) {
            (await ask(`/api/0/locations?user=${user}&device=${device}&format=json`)).data.sort((a, b) => a.tst - b.tst);
        }
    }
    await refresh();
    await ask("/api/0/version");
    connect();
})().catch((error) => window.told.trouble.push(`${error}`));
"""


def post(service, place, tst):
    message = {"_type": "location", "lat": place[0], "lon": place[1], "tst": tst}
    service.ask("POST", "/pub?u=sam&d=phone", message)


def test_front_end_connects_once_and_looks_again_upon_a_position(page, service):
    now = int(time.time()) - 600
    post(service, HOME, now)
    page.open()
    page.script(CLIENT)
    told = lambda: page.script("return window.told")
    wait_until(lambda: "LAST" in told()["texts"], lambda: json.dumps(told()))
    assert told()["refreshed"][0] == [now]
    for step in range(1, 4):
        post(service, north_of(HOME, step), now + 60 * step)
        wait_until(lambda: told()["refreshed"][-1] == [now + 60 * step], lambda: json.dumps(told()))
    assert (told()["opened"], told()["closed"], told()["trouble"]) == (1, 0, [])


def test_front_end_is_told_goodbye_and_comes_back_after_a_restart(page, service):
    now = int(time.time()) - 600
    post(service, HOME, now)
    page.open()
    page.script(CLIENT)
    told = lambda: page.script("return window.told")
    wait_until(lambda: told()["opened"] == 1, lambda: json.dumps(told()))
    service.stop()
    wait_until(lambda: told()["closed"] >= 1, lambda: json.dumps(told()))
    service.start()
    wait_until(lambda: told()["opened"] == 2 and "LAST" in told()["texts"], lambda: json.dumps(told()))
