// Where on a map marks can be seen: not below its buttons, its scale, and what else lies on it.
import { h } from "../dom.js";
import { button } from "../parts.js";
import { strings } from "../strings.js";

/// Half of the widest mark, such as `2–10`, and a little more.
const mark = 30;
const least = 60;
const covers = { left: [".north"], right: [".map-buttons"], bottom: [".scale", ".leaflet-control-scale", ".leaflet-control-attribution"] };

/// The part of a map's surface whose marks can be seen whole, in pixels from its upper left corner.
export function roomOf(element, surface) {
    const box = surface.getBoundingClientRect();
    const boxes = (side) => covers[side].flatMap((each) => [...element.querySelectorAll(each)]).map((each) => each.getBoundingClientRect());
    const room = {
        left: Math.max(0, ...boxes("left").map((each) => each.right - box.left)) + mark, top: mark,
        right: Math.min(box.width, ...boxes("right").map((each) => each.left - box.left)) - mark,
        bottom: Math.min(box.height, ...boxes("bottom").map((each) => each.top - box.top)) - mark / 2,
    };
    // On a map that is hardly larger than its buttons the middle is all there is.
    if (room.right - room.left < least) [room.left, room.right] = around(box.width);
    if (room.bottom - room.top < least) [room.top, room.bottom] = around(box.height);
    return room;
}

function around(length) { return [(length - least) / 2, (length + least) / 2]; }

/// Whether points of the screen are all in the room, and not so close together that nothing can be told apart.
///
/// `size` is how many pixels they would have at least between them after all of them have been brought into sight anew.
export function isWellSeen(points, room, size) {
    if (!points.length) return true;
    const slack = 1;
    if (points.some(({ x, y }) => x < room.left - slack || x > room.right + slack || y < room.top - slack || y > room.bottom + slack)) return false;
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const width = Math.max(size, Math.max(...xs) - Math.min(...xs)) / (room.right - room.left);
    const height = Math.max(size, Math.max(...ys) - Math.min(...ys)) / (room.bottom - room.top);
    return Math.max(width, height) > 0.25;
}

/// The buttons of both forms of a map.
export function mapButtons({ zoomIn, zoomOut, fit }) {
    return h("div", { class: "map-buttons" },
        button("", { kind: "square", symbol: "plus", title: strings.map.zoomIn, onclick: zoomIn }),
        button("", { kind: "square", symbol: "minus", title: strings.map.zoomOut, onclick: zoomOut }),
        button("", { kind: "square", symbol: "frame", title: strings.map.fit, onclick: fit }));
}
