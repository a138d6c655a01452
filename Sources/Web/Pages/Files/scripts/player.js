// A button that plays something, at a speed that can be chosen.
import { h, icon, show as fill } from "./dom.js";
import { button } from "./parts.js";
import { strings } from "./strings.js";

const words = strings.simulation;
/// Seconds that the whole takes, unless somebody chooses.
const usual = 30;

/// Calls `onstep` with the seconds to go on by while it plays; at the end it begins anew.
export function player({ speeds, speed = speeds[0], kind = "small", onstep, isAtEnd, restart }) {
    let request = 0;
    let before = 0;
    let isChosen = false;
    const toggle = button(words.play, { kind, symbol: "play", onclick: () => (request ? stop() : begin()) });
    const rate = h("select", { class: "input", "aria-label": words.speed, onchange: () => { isChosen = true; } },
        speeds.map((each) => h("option", { value: each }, words.times(each))));
    rate.value = String(speed);

    function begin() {
        if (isAtEnd()) restart();
        before = performance.now();
        request = requestAnimationFrame(step);
        label();
    }

    function step(time) {
        // The first frame may have begun before the button was pressed.
        onstep((Math.max(0, time - before) / 1000) * Number(rate.value));
        before = time;
        request = isAtEnd() ? 0 : requestAnimationFrame(step);
        if (!request) label();
    }

    function stop() {
        if (!request) return;
        cancelAnimationFrame(request);
        request = 0;
        label();
    }

    function label() { fill(toggle, icon(request ? "pause" : "play"), h("span", {}, request ? words.pause : words.play)); }

    /// Takes the speed that goes through so many seconds in a short time, unless somebody has chosen one.
    function suit(seconds) {
        if (!isChosen) rate.value = String(speeds.find((each) => each * usual >= seconds) ?? speeds.at(-1));
    }

    return { elements: [toggle, rate], stop, suit };
}
