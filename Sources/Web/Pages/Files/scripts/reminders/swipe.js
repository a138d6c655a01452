// A line that is swept aside by a finger: what is behind it says what comes of that.

/// How far it has to be swept, as a share of its width, and the points from which a movement is one.
const [enough, least] = [0.4, 12];

/// Calls `onswipe` when the line was swept towards its beginning. A mouse selects text, so only fingers and pens sweep; lists still
/// scroll up and down.
export function swipeAway(line, onswipe) {
    let start = null;
    let way = 0;
    const sign = () => (getComputedStyle(line).direction === "rtl" ? 1 : -1);

    function move(offset) {
        line.style.setProperty("--swept", `${offset}px`);
        line.classList.toggle("swept", offset !== 0);
        line.classList.toggle("swept-far", Math.abs(offset) >= enough * line.offsetWidth);
    }

    line.addEventListener("pointerdown", (event) => {
        if (event.pointerType === "mouse" || !event.isPrimary) return;
        [start, way] = [{ x: event.clientX, y: event.clientY }, 0];
    });
    line.addEventListener("pointermove", (event) => {
        if (!start || !event.isPrimary) return;
        const [x, y] = [event.clientX - start.x, event.clientY - start.y];
        if (!way && Math.abs(y) > least) start = null;
        if (!start || (!way && x * sign() < least)) return;
        if (!way) line.setPointerCapture(event.pointerId);
        way = Math.max(0, x * sign());
        move(way * sign());
    });
    for (const kind of ["pointerup", "pointercancel"]) {
        line.addEventListener(kind, (event) => {
            const isSwept = kind === "pointerup" && start && way >= enough * line.offsetWidth && event.isPrimary;
            const wasMoved = way > 0;
            [start, way] = [null, 0];
            move(0);
            // The click that a finger ends with is no wish to open what is in the line.
            if (wasMoved) line.addEventListener("click", stop, { capture: true, once: true });
            if (wasMoved) setTimeout(() => line.removeEventListener("click", stop, { capture: true }), 50);
            if (isSwept) onswipe();
        });
    }
}

function stop(event) {
    event.preventDefault();
    event.stopPropagation();
}
