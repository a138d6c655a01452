// A map without tiles: a grid in metres with a scale and north, drawn as SVG.
import { h, s, setText } from "../dom.js";
import { metres, moment } from "../format.js";
import { strings } from "../strings.js";
import { Plane, rulerLength } from "./geo.js";
import { extent } from "./map.js";
import { GridOutline } from "./outline.js";
import { isWellSeen, mapButtons, roomOf } from "./room.js";

const leastLength = 20;
const zooms = { least: 2e-5, most: 60 };

export class GridMap {
    #plane = new Plane({ lat: 0, lon: 0 });
    #hasPlane = false;
    #centre = { x: 0, y: 0 };
    /// Pixels a metre.
    #scale = 4;
    #size = { width: 600, height: 400 };
    #scene = {};
    #pointers = new Map();
    #drag = null;
    #wantsFit = false;

    constructor({ onpick, oncorner, onfit, onmoved, onresized, onplaced }) {
        Object.assign(this, { onpick, oncorner, onfit, onmoved, onresized, onplaced });
        this.lines = s("path", { class: "grid-lines" });
        this.outline = new GridOutline();
        this.world = s("g", {});
        this.marks = s("g", {});
        this.svg = s("svg", { class: "grid-map", role: "img" }, this.outline.element, this.lines, this.world, this.marks);
        this.bar = h("span", { class: "scale-bar" });
        this.barText = h("span", {});
        const north = h("span", { class: "north", "aria-hidden": "true" }, s("svg", { viewBox: "0 0 20 24", width: 20, height: 24 },
            s("path", { d: "M10 1l6 16-6-4-6 4z", fill: "currentColor" })), strings.map.north);
        this.surface = h("div", { class: "map-surface", tabindex: "0", role: "group" }, this.svg);
        this.element = h("div", { class: "map" }, this.surface, north,
            h("div", { class: "scale numbers" }, this.barText, this.bar),
            mapButtons({ zoomIn: () => this.#zoom(1.6), zoomOut: () => this.#zoom(1 / 1.6), fit: onfit }));
        this.#listen();
    }

    draw(scene) {
        this.#scene = scene;
        const first = scene.owner ?? scene.areas?.[0] ?? scene.fixes?.[0] ?? scene.track?.[0] ?? scene.cursor ?? scene.places?.[0] ?? scene.draft ?? scene.frame?.[0];
        const start = first?.points ? first.points[0] : first;
        if (!this.#hasPlane && start) {
            this.#plane = new Plane(start);
            this.#hasPlane = true;
        }
        this.#drawWorld();
        this.#place();
    }

    fit(all = extent(this.#scene)) {
        const points = all.map(({ position, radius }) => ({ ...this.#plane.at(position), radius }));
        this.#wantsFit = !this.surface.isConnected || !points.length;
        if (!points.length) return this.#place();
        const low = { x: Math.min(...points.map((p) => p.x - p.radius)), y: Math.min(...points.map((p) => p.y - p.radius)) };
        const high = { x: Math.max(...points.map((p) => p.x + p.radius)), y: Math.max(...points.map((p) => p.y + p.radius)) };
        const { width, height } = this.surface.getBoundingClientRect();
        if (width && height) this.#size = { width, height };
        const room = roomOf(this.element, this.surface);
        const k = clamp(Math.min((room.right - room.left) / Math.max(high.x - low.x, leastLength), (room.bottom - room.top) / Math.max(high.y - low.y, leastLength)));
        this.#scale = k;
        this.#centre = { x: (low.x + high.x) / 2 + (this.#size.width - room.left - room.right) / 2 / k, y: (low.y + high.y) / 2 + (this.#size.height - room.top - room.bottom) / 2 / k };
        this.#place();
    }

    /// Whether the scene is in sight, and large enough.
    get isWellSeen() {
        if (!this.surface.isConnected) return true;
        return isWellSeen(extent(this.#scene).map(({ position }) => this.#screen(position)), roomOf(this.element, this.surface), leastLength * this.#scale);
    }

    /// What tells where on the screen a position is now.
    projector() { return (position) => this.#screen(position); }

    /// The middle, and pixels a metre, as another form of map can take them.
    get view() { return { centre: this.#plane.position(this.#centre), scale: this.#scale }; }

    look({ centre, scale }) {
        if (!this.#hasPlane) [this.#plane, this.#hasPlane] = [new Plane(centre), true];
        this.#wantsFit = false;
        this.#centre = this.#plane.at(centre);
        this.#scale = clamp(scale);
        this.#place();
    }

    dispose() {
        this.observer.disconnect();
        this.element.remove();
    }

    // What does not change with the view: shapes in metres.
    #drawWorld() {
        const { places = [], fixes = [], track = [], ahead = [], ownerTrack = [], owner, cursor, believed, draft, rings = [], areas = [] } = this.#scene;
        const circle = (position, radius, kind) => {
            const { x, y } = this.#plane.at(position);
            return s("circle", { cx: x, cy: y, r: radius, class: kind });
        };
        const path = (points, kind) => points.length > 1
            ? s("path", { class: kind, d: points.map((each, index) => { const { x, y } = this.#plane.at(each); return `${index ? "L" : "M"}${x.toFixed(2)} ${y.toFixed(2)}`; }).join("") }) : null;
        const shapes = [
            ...places.map((place) => place.points ? path([...place.points, place.points[0]], "place") : circle(place, place.radius_m, "place")),
            draft?.points ? path(draft.isClosed ? [...draft.points, draft.points[0]] : draft.points, `place draft${draft.isClosed ? "" : " open"}`)
                : draft ? circle(draft, draft.radius_m, "place draft") : null,
            ...areas.map((area) => circle(area, area.radius_m, `area ${area.kind}`)),
            ...rings.map((ring) => circle(ring, ring.radius_m, `ring ${ring.kind ?? ""}`)),
            ...fixes.map((fix, index) => fix.acc ? circle(fix, fix.acc, index ? "accuracy old" : "accuracy") : null),
            cursor?.acc ? circle(cursor, cursor.acc, "accuracy") : null,
            owner?.acc ? circle(owner, owner.acc, "accuracy owner") : null,
            path([...fixes].reverse(), "way faint"), path(ahead, "way faint"), path(ownerTrack, "way owner"), path(track, "way"),
            believed?.acc ? circle(believed, believed.acc, "accuracy believed") : null,
            owner && (cursor ?? fixes[0]) ? path([owner, cursor ?? fixes[0]], "link") : null,
        ];
        this.world.replaceChildren(...shapes.filter(Boolean));
        this.#drawMarks();
    }

    // What keeps its size on the screen.
    #drawMarks() {
        const { places = [], fixes = [], owner, cursor, believed, draft, rings = [], areas = [] } = this.#scene;
        const marks = [
            ...areas.map((area) => area.label ? label(`of-area ${area.kind}`, area.label, area) : null),
            ...places.map((place) => label("of-place", place.name, place.points?.[0] ?? this.#above(place))),
            ...rings.map((ring) => ring.label ? label("of-ring", ring.label, this.#above(ring)) : null),
            ...draft?.points?.map((corner, index) => dot(`draft corner${index ? "" : " first"}`, corner)) ?? (draft ? [dot(draft.moves ? "draft corner first" : "draft", draft)] : []),
            ...[...fixes.entries()].reverse().map(([index, fix]) => numbered(fix, index)),
            owner ? person(owner) : null,
            cursor ? dot("cursor", cursor) : null,
            believed ? mark(believed, "believed", null, s("path", { d: "M-7 0H7M0 -7V7" })) : null,
        ];
        this.marks.replaceChildren(...marks.filter(Boolean));
    }

    /// Puts everything where it is on the screen now.
    #place() {
        const { width, height } = this.#size;
        const k = this.#scale;
        this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
        const transform = `translate(${width / 2 - this.#centre.x * k} ${height / 2 - this.#centre.y * k}) scale(${k})`;
        this.world.setAttribute("transform", transform);
        this.outline.place(this.#plane, k, transform);
        for (const mark of this.marks.children) {
            const { x, y } = this.#screen(mark.position);
            mark.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
        }
        this.#cluster();
        this.#placeGrid();
        const length = rulerLength(110 / k);
        setText(this.barText, metres(length));
        this.bar.style.width = `${length * k}px`;
        this.onplaced();
    }

    /// Numbers that would lie on each other become one mark: `2–5`, or `1 +3` where others are between them elsewhere.
    #cluster() {
        const heads = [];
        const marks = [...this.marks.children].filter((mark) => mark.number).sort((one, other) => one.number - other.number);
        for (const mark of marks) {
            const at = this.#screen(mark.position);
            const head = heads.find((each) => Math.hypot(each.at.x - at.x, each.at.y - at.y) < 24);
            mark.style.display = head ? "none" : "";
            if (head) head.numbers.push(mark.number);
            else heads.push({ mark, at, numbers: [mark.number] });
        }
        for (const { mark, numbers } of heads) setNumber(mark, numbers);
    }

    #placeGrid() {
        const { width, height } = this.#size;
        const step = rulerLength(120 / this.#scale);
        const begin = this.#metresAt({ x: 0, y: 0 });
        let d = "";
        for (let x = Math.ceil(begin.x / step) * step; ; x += step) {
            const at = (x - this.#centre.x) * this.#scale + width / 2;
            if (at > width) break;
            d += `M${at.toFixed(1)} 0V${height}`;
        }
        for (let y = Math.ceil(begin.y / step) * step; ; y += step) {
            const at = (y - this.#centre.y) * this.#scale + height / 2;
            if (at > height) break;
            d += `M0 ${at.toFixed(1)}H${width}`;
        }
        this.lines.setAttribute("d", d);
    }

    /// The northern end of a circle.
    #above(circle) {
        const { x, y } = this.#plane.at(circle);
        return this.#plane.position({ x, y: y - circle.radius_m });
    }

    #screen(position) {
        const { x, y } = this.#plane.at(position);
        return { x: (x - this.#centre.x) * this.#scale + this.#size.width / 2, y: (y - this.#centre.y) * this.#scale + this.#size.height / 2 };
    }

    #metresAt({ x, y }) {
        return { x: (x - this.#size.width / 2) / this.#scale + this.#centre.x, y: (y - this.#size.height / 2) / this.#scale + this.#centre.y };
    }

    /// Zooms about a point of the screen, which stays where it is.
    #zoom(factor, about = { x: this.#size.width / 2, y: this.#size.height / 2 }) {
        const before = this.#metresAt(about);
        this.#scale = clamp(this.#scale * factor);
        const after = this.#metresAt(about);
        this.#move(before.x - after.x, before.y - after.y);
        this.onmoved();
    }

    #move(x, y) {
        this.#centre = { x: this.#centre.x + x, y: this.#centre.y + y };
        this.#place();
    }

    #step(x, y) {
        this.#move(x, y);
        this.onmoved();
    }

    #pick(point) {
        this.onpick?.(this.#plane.position(this.#metresAt(point)), point);
    }

    #listen() {
        this.observer = new ResizeObserver(([entry]) => {
            const { width, height } = entry.contentRect;
            if (!width || !height) return;
            const isFirst = this.#wantsFit;
            this.#size = { width, height };
            if (isFirst) this.fit(); else this.#place();
            this.onresized();
        });
        this.observer.observe(this.surface);
        const surface = this.surface;
        surface.addEventListener("pointerdown", (event) => this.#down(event));
        surface.addEventListener("pointermove", (event) => this.#moved(event));
        for (const kind of ["pointerup", "pointercancel"]) surface.addEventListener(kind, (event) => this.#up(event));
        surface.addEventListener("wheel", (event) => {
            // Without a click on the map or a key the wheel moves the page.
            if (!event.ctrlKey && !event.metaKey && document.activeElement !== surface) return;
            event.preventDefault();
            this.#zoom(Math.exp(-event.deltaY * 0.002), this.#point(event));
        }, { passive: false });
        surface.addEventListener("keydown", (event) => this.#key(event));
    }

    #point(event) {
        const box = this.surface.getBoundingClientRect();
        return { x: event.clientX - box.left, y: event.clientY - box.top };
    }

    #down(event) {
        this.surface.setPointerCapture(event.pointerId);
        this.#pointers.set(event.pointerId, this.#point(event));
        const from = this.#point(event);
        this.#drag = this.#pointers.size === 1 ? { from, moved: 0, corner: this.#cornerAt(from) } : null;
    }

    #moved(event) {
        const before = this.#pointers.get(event.pointerId);
        if (!before) return;
        const now = this.#point(event);
        const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
        this.#pointers.set(event.pointerId, now);
        if (other) {
            const spread = (point) => Math.max(10, Math.hypot(point.x - other.x, point.y - other.y));
            return this.#zoom(spread(now) / spread(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
        }
        if (this.#drag) this.#drag.moved += Math.hypot(now.x - before.x, now.y - before.y);
        if (this.#drag?.corner >= 0) {
            if (this.#drag.moved >= 6) this.oncorner(this.#drag.corner, this.#plane.position(this.#metresAt(now)));
            return undefined;
        }
        this.#move((before.x - now.x) / this.#scale, (before.y - now.y) / this.#scale);
        // A click is not quite without a movement.
        if (this.#drag?.moved >= 6) this.onmoved();
        return undefined;
    }

    #up(event) {
        this.#pointers.delete(event.pointerId);
        if (this.#drag && this.#drag.moved < 6 && event.type === "pointerup") {
            if (this.#drag.corner >= 0) this.oncorner(this.#drag.corner);
            else this.#pick(this.#drag.from);
        }
        this.#drag = null;
    }

    /// The corner of the draft under a point of the screen; -1 where there is none.
    #cornerAt(point) {
        const { draft } = this.#scene;
        const corners = this.oncorner ? draft?.points ?? (draft?.moves ? [draft] : []) : [];
        return corners.findIndex((corner) => {
            const { x, y } = this.#screen(corner);
            return Math.hypot(x - point.x, y - point.y) < 16;
        });
    }

    #key(event) {
        const step = 60 / this.#scale;
        const actions = {
            ArrowLeft: () => this.#step(-step, 0), ArrowRight: () => this.#step(step, 0),
            ArrowUp: () => this.#step(0, -step), ArrowDown: () => this.#step(0, step),
            "+": () => this.#zoom(1.6), "=": () => this.#zoom(1.6), "-": () => this.#zoom(1 / 1.6), 0: () => this.onfit(),
            Enter: () => this.#pick({ x: this.#size.width / 2, y: this.#size.height / 2 }),
        };
        if (!actions[event.key] || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        actions[event.key]();
    }
}

function clamp(scale) { return Math.min(zooms.most, Math.max(zooms.least, scale)); }

function mark(position, kind, title, ...children) {
    const element = s("g", { class: `mark ${kind}` }, title ? s("title", {}, title) : null, ...children);
    element.position = position;
    return element;
}

function numbered(fix, index) {
    const element = mark(fix, index === 0 ? "fix newest" : "fix", strings.map.positionHere(index + 1, moment(fix.time, { seconds: true })),
        s("rect", { height: 24, y: -12, rx: 12 }), s("text", { "text-anchor": "middle", dy: "0.36em" }));
    element.number = index + 1;
    return element;
}

/// The number of a mark, or those that it stands for, in order: the first and the last, or the first and how many more.
function setNumber(mark, numbers) {
    const [first, last, more] = [numbers[0], numbers.at(-1), numbers.length - 1];
    const isRow = last - first === more;
    const text = !more ? String(first) : isRow ? strings.map.numbers(first, last) : strings.map.numbersAndMore(first, more);
    if (mark.dataset.numbers === text) return;
    mark.dataset.numbers = text;
    const width = Math.max(24, 12 + 7 * text.length);
    const [, shape, label] = mark.children;
    shape.setAttribute("width", width);
    shape.setAttribute("x", -width / 2);
    label.textContent = text;
}

function person(owner) {
    return mark(owner, "owner", strings.map.ownerHere(moment(owner.time, { seconds: true })), s("circle", { r: 14 }),
        s("path", { d: "M0 -1.500a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM-7 8a7 7 0 0 1 14 0" }));
}

function dot(kind, position) { return mark(position, kind, null, s("circle", { r: 9 })); }

function label(kind, text, position) {
    return mark(position, `label ${kind}`, null, s("text", { "text-anchor": "middle", dy: "-0.4em" }, text));
}
