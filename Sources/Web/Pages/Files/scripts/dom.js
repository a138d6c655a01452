// Elements without a framework.

/// An element; attributes whose value is null, undefined or false are left out, and `onclick` and such are listeners.
export function h(tag, attributes = {}, ...children) {
    return fill(document.createElement(tag), attributes, children);
}

/// The same in SVG.
export function s(tag, attributes = {}, ...children) {
    return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === null || value === undefined || value === false) continue;
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else if (["value", "checked", "disabled", "htmlFor", "textContent"].includes(name)) element[name] = value;
        else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
    return element;
}

/// Sets a text only when it is another one, which spares the browser the layout; in place where there is one, which spares it
/// a new node for each change.
export function setText(node, text) {
    const only = node.firstChild;
    if (only?.nodeType === Node.TEXT_NODE && !only.nextSibling) {
        if (only.data !== text) only.data = text;
    } else if (node.textContent !== text) {
        node.textContent = text;
    }
}

export function setAttribute(node, name, value) {
    if (value === null || value === false) node.removeAttribute(name);
    else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

const paths = {
    things: "M4 7h16M4 12h16M4 17h10",
    tag: "M3 12V5a2 2 0 0 1 2-2h7l9 9-9 9zM7.500 7.500h.01",
    bell: "M6 16V11a6 6 0 1 1 12 0v5l1.500 2h-15zM10 21h4",
    plus: "M12 5v14M5 12h14",
    gear: "M12 15.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM19.400 13.500l1.600 1-2 3.500-1.900-.7a7 7 0 0 1-1.700 1l-.3 2H11l-.3-2a7 7 0 0 1-1.700-1l-1.900.7-2-3.500 1.600-1a7 7 0 0 1 0-2.900l-1.600-1 2-3.500 1.900.7a7 7 0 0 1 1.700-1l.3-2h4l.3 2a7 7 0 0 1 1.700 1l1.900-.7 2 3.500-1.600 1a7 7 0 0 1 0 2.900z",
    flask: "M10 3v6l-5 9a2 2 0 0 0 1.800 3h10.400a2 2 0 0 0 1.800-3l-5-9V3M8 3h8M7.500 15h9",
    bluetooth: "M7 7.500l10 9-5 4.500V3l5 4.500-10 9",
    cellular: "M5 20v-4M10 20v-8M15 20V8M20 20V4",
    power: "M12 3v9M6.500 6.500a8 8 0 1 0 11 0",
    battery: "M3 8h15v8H3zM21 11v2",
    clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2",
    sound: "M4 10v4h4l5 4V6l-5 4zM16.500 9a4.500 4.500 0 0 1 0 6M19 6.500a8 8 0 0 1 0 11",
    locate: "M12 19a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM12 2v4M12 18v4M2 12h4M18 12h4M12 12h.01",
    back: "M14 6l-6 6 6 6",
    next: "M10 6l6 6-6 6",
    close: "M6 6l12 12M18 6L6 18",
    check: "M5 12.500l4.500 4.500L19 7.500",
    alert: "M12 4L2.500 20h19zM12 10v4M12 17h.01",
    info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8h.01",
    camera: "M4 8h3l2-3h6l2 3h3v11H4zM12 16.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7z",
    image: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 9h.01",
    pen: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
    bin: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5",
    directions: "M12 2.500l9.500 9.500-9.500 9.500L2.500 12zM9 15v-3a1 1 0 0 1 1-1h5M13 8.500l2.500 2.500-2.500 2.500",
    search: "M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.500 15.500L20 20",
    filter: "M4 6h16M7 12h10M10 18h4",
    pin: "M12 21s7-6.500 7-12a7 7 0 1 0-14 0c0 5.500 7 12 7 12zM12 11.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z",
    minus: "M5 12h14",
    frame: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
    play: "M7 4l13 8-13 8z",
    pause: "M8 5v14M16 5v14",
    spinner: "M12 3a9 9 0 1 1-9 9",
    link: "M10 14a4 4 0 0 0 5.700 0l3-3a4 4 0 0 0-5.700-5.700l-1 1M14 10a4 4 0 0 0-5.700 0l-3 3a4 4 0 0 0 5.700 5.700l1-1",
    key: "M8 16a4 4 0 1 1 3.500-6H21v4h-3v3h-4v-3h-2.500A4 4 0 0 1 8 16zM8 12h.01",
    snooze: "M12 21a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM5 3L2.500 5.500M19 3l2.500 2.500M9.500 10.500h5l-5 5h5",
    people: "M9 11.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20a6.500 6.500 0 0 1 13 0M15.500 4.800a3.500 3.500 0 0 1 0 6.500M17.500 14.500a6.500 6.500 0 0 1 4 5.500",
    phone: "M6 3h4l1.500 5-2.500 2a12 12 0 0 0 5 5l2-2.500 5 1.500v4a2 2 0 0 1-2 2A17 17 0 0 1 4 5a2 2 0 0 1 2-2z",
    mail: "M3 6h18v12H3zM3 7l9 6 9-6",
    person: "M12 11.500a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 20.500a7.500 7.500 0 0 1 15 0",
    upload: "M12 15V4M7 8.500l5-5 5 5M5 20h14",
    cloud: "M7 18a4 4 0 0 1-.5-8 6 6 0 0 1 11.500 1.500A3.300 3.300 0 0 1 17.500 18z",
    calendar: "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4",
    history: "M4 12a8 8 0 1 0 2.500-5.800L4 8.500M4 4v4.500h4.500M12 8v4l3 2",
    download: "M12 4v11M7 10.500l5 5 5-5M5 20h14",
};

/// Those that point along the text.
const along = new Set(["back", "next"]);

/// A drawing of one line width, for the eye only.
export function icon(name) {
    const filled = name === "play";
    return s("svg", { class: along.has(name) ? "icon along" : "icon", viewBox: "0 0 24 24", "aria-hidden": "true", fill: filled ? "currentColor" : "none",
        stroke: "currentColor", "stroke-width": "1.8", "stroke-linecap": "round", "stroke-linejoin": "round" },
        s("path", { d: paths[name] }));
}

const keys = new WeakMap();

/// Shows what `make` makes, anew only for another key: what somebody is about to press, or has the focus on, stays.
export function showFor(key, element, make) {
    if (keys.get(element) === key) return;
    keys.set(element, key);
    show(element, make());
}

/// Shows something else in place of what an element holds.
export function show(element, ...children) {
    element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
}
