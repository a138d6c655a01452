// Many points on a map, drawn on a canvas: thousands of elements would be too many to move.
import { strings } from "../strings.js";
import { CanvasLayer } from "./canvaslayer.js";
import { clustersOf } from "./clusters.js";

const reach = 22;
/// With more of them names would cover everything.
const mostNames = 40;
const font = (size) => `600 ${size}px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif`;

export class PointLayer extends CanvasLayer {
    #points = [];
    #people = [];
    #gateways = [];
    #places = [];
    #chosen = null;
    #clusters = [];

    constructor() { super(["ground", "surface", "text", "muted", "accent", "green", "red"]); }

    /// Lies on a form of the map from now on.
    attach(map) {
        super.attach(map);
        map.surface.addEventListener("pointermove", (event) => {
            const box = map.surface.getBoundingClientRect();
            const found = this.at({ x: event.clientX - box.left, y: event.clientY - box.top });
            map.surface.title = found ? this.#words(found) : "";
            map.surface.classList.toggle("over", Boolean(found));
        });
    }

    /// `points` have an id, a position, a name, a kind and whether they are marked as lost; `people` and `gateways` a position and a name; `places` are as items
    /// have them.
    set({ points, people, gateways, places, chosen }) {
        [this.#points, this.#people, this.#gateways, this.#places, this.#chosen] = [points, people, gateways, places, chosen];
        this.drawSoon();
    }

    /// The cluster under a point of the screen; undefined where there is none.
    at({ x, y }) {
        const near = this.#clusters.map((each) => ({ each, distance: Math.hypot(each.x - x, each.y - y) - each.more }))
            .filter(({ distance }) => distance < reach);
        return near.sort((one, other) => other.each.rank - one.each.rank || one.distance - other.distance)[0]?.each;
    }

    draw() {
        const { size } = this;
        if (!size) return;
        const context = this.context(size);
        const project = this.map.projector();
        this.#clusters = clustersOf(this.#points, project, project({ lat: 0, lon: 0 }), size);
        for (const each of this.#clusters) each.more = each.points.length === 1 ? 0 : each.lost ? 40 : 6;
        const chosen = this.#clusters.find((each) => each.points.some(({ id }) => id === this.#chosen));
        this.#names = [];
        for (const each of this.#places) this.#place(context, each, project);
        for (const [kind, all] of [["gateway", this.#gateways], ["owner", this.#people]]) {
            for (const { x, y, points } of clustersOf(all, project, project({ lat: 0, lon: 0 }), size)) this.#flag(context, { x, y }, points.map(({ name }) => name).join(", "), kind);
        }
        for (const each of this.#clusters) if (each.points.length === 1 || each === chosen) this.#accuracy(context, each.points.find(({ id }) => id === this.#chosen) ?? each.points[0], project);
        for (const each of this.#clusters) this.#mark(context, each, each === chosen);
        this.#writeNames(context, size);
        // For who asks what is shown, without looking.
        this.canvas.dataset.shown = JSON.stringify(this.#told(chosen));
    }

    #told(chosen) {
        const lost = this.#clusters.filter((each) => each.lost);
        return {
            marks: this.#clusters.length, points: this.#clusters.reduce((sum, each) => sum + each.points.length, 0),
            red: lost.length, labels: lost.slice(0, 10).map((each) => this.#words(each)),
            marked: this.#points.filter(({ marked }) => marked).length,
            people: this.#people.length, gateways: this.#gateways.length, places: this.#places.length,
            chosen: chosen ? [chosen.x, chosen.y] : null, places_of_marks: this.#clusters.slice(-10).map(({ x, y }) => [x, y]),
        };
    }

    #names = [];

    #mark(context, cluster, isChosen) {
        const { x, y, points, lost, rank } = cluster;
        const c = this.colours;
        const isOne = points.length === 1;
        const fill = lost || rank === 3 ? c.red : isOne ? { near: c.green, warning: c.surface, unknown: c.muted }[points[0].kind] ?? c.accent : c.accent;
        const edge = rank === 2 ? c.red : c.surface;
        // Whatever its level says, somebody looks for it.
        if (points.some(({ marked }) => marked)) ring(context, x, y, isOne ? 14 : 22, c.red, c.surface);
        if (isChosen) ring(context, x, y, isOne ? 16 : 24, c.text, c.surface);
        if (isOne) {
            disc(context, x, y, lost ? 11 : 9, fill, edge);
            if (lost) write(context, "!", x, y, c.surface, 14);
            else if (points[0].marked) write(context, "?", x, y, rank === 2 ? c.red : c.surface, 13);
            else if (rank === 2) disc(context, x, y, 4, c.red, c.red);
            this.#names.push({ x, y: y + 12, text: points[0].name, rank: isChosen ? 9 : rank });
        } else if (lost) {
            const text = strings.overview.lostOf(lost, points.length);
            context.font = font(13);
            const width = context.measureText(text).width + 20;
            cluster.more = width / 2 - reach / 2;
            pill(context, x, y, width, 28, fill, edge);
            write(context, text, x, y, c.surface, 13);
        } else {
            const text = points.length < 1000 ? String(points.length) : `${Math.floor(points.length / 100) / 10}k`;
            disc(context, x, y, 13 + 2 * text.length, fill, edge);
            write(context, text, x, y, c.surface, 12);
        }
    }

    /// How exactly it is known where one is: of an item that is shown by area, its area.
    #accuracy(context, point, project) {
        if (!point.acc) return;
        const { x, y } = project(point);
        const north = project({ lat: point.lat + point.acc / 111_320, lon: point.lon });
        // Below the mark it would not be seen.
        if (Math.abs(y - north.y) < 12) return;
        context.beginPath();
        context.arc(x, y, Math.abs(y - north.y), 0, 2 * Math.PI);
        context.globalAlpha = 0.12;
        context.fillStyle = this.colours.accent;
        context.fill();
        context.globalAlpha = 1;
        stroke(context, this.colours.surface, 4);
        stroke(context, this.colours.accent, 1.5);
    }

    /// A trusted place, with its name where that has room.
    #place(context, { name, points, ...circle }, project) {
        const c = this.colours;
        const corners = (points ?? []).map(project);
        const middle = points ? corners[0] : project(circle);
        const north = points ? corners.reduce((one, other) => (other.y < one.y ? other : one)) : project({ lat: circle.lat + circle.radius_m / 111_320, lon: circle.lon });
        context.beginPath();
        if (points) for (const { x, y } of corners) context.lineTo(x, y);
        else context.arc(middle.x, middle.y, Math.abs(middle.y - north.y), 0, 2 * Math.PI);
        context.closePath();
        context.globalAlpha = 0.12;
        context.fillStyle = c.green;
        context.fill();
        context.globalAlpha = 1;
        stroke(context, c.surface, 4);
        stroke(context, c.green, 1.5);
        if (Math.abs(middle.y - north.y) > 30 || points) this.#names.push({ x: north.x, y: north.y - 18, text: name, rank: 0 });
    }

    /// An owner stands above the place, a gateway below it: items lie there, too.
    #flag(context, { x, y }, name, kind) {
        const c = this.colours;
        const side = kind === "owner" ? -1 : 1;
        const middle = y + side * 24;
        context.beginPath();
        context.moveTo(x, y);
        context.lineTo(x - 7, middle - side * 7);
        context.lineTo(x + 7, middle - side * 7);
        context.closePath();
        context.fillStyle = c.text;
        context.fill();
        if (kind === "owner") {
            disc(context, x, middle, 12, c.text, c.surface);
            context.strokeStyle = c.surface;
            context.lineWidth = 1.8;
            context.beginPath();
            context.arc(x, middle - 3, 3, 0, 2 * Math.PI);
            context.stroke();
            context.beginPath();
            context.arc(x, middle + 8, 6, 1.15 * Math.PI, 1.85 * Math.PI);
            context.stroke();
        } else {
            pill(context, x, middle, 24, 22, c.text, c.surface, 5);
            context.strokeStyle = c.surface;
            context.lineWidth = 1.8;
            for (const radius of [3, 7]) {
                context.beginPath();
                context.arc(x, middle + 5, radius, 1.2 * Math.PI, 1.8 * Math.PI);
                context.stroke();
            }
        }
        this.#names.push({ x, y: kind === "owner" ? middle - 29 : middle + 14, text: name, rank: 1 });
    }

    /// Names, those of the most urgent first, where there is room for them.
    #writeNames(context, { width, height }) {
        const seen = this.#names.filter(({ x, y }) => x > 0 && y > -20 && x < width && y < height);
        const taken = this.#clusters.map(({ x, y, more }) => ({ left: x - 11 - more, right: x + 11 + more, top: y - 11, bottom: y + 11 }));
        context.font = font(12);
        for (const { x, y, text, rank } of seen.sort((one, other) => other.rank - one.rank).slice(0, mostNames)) {
            const short = text.length > 24 ? `${text.slice(0, 23)}…` : text;
            const half = context.measureText(short).width / 2;
            const box = { left: x - half - 2, right: x + half + 2, top: y, bottom: y + 16 };
            if (taken.some((each) => each.left < box.right && each.right > box.left && each.top < box.bottom && each.bottom > box.top)) continue;
            taken.push(box);
            context.textAlign = "center";
            context.textBaseline = "top";
            context.lineJoin = "round";
            context.strokeStyle = this.colours.ground;
            context.lineWidth = 4;
            context.strokeText(short, x, y + 2);
            context.fillStyle = rank === 3 ? this.colours.red : this.colours.text;
            context.fillText(short, x, y + 2);
        }
    }

    #words(cluster) {
        const [first] = cluster.points;
        if (cluster.points.length === 1) return first.marked ? strings.lost.named(first.name) : first.name;
        return cluster.lost ? strings.overview.lostOf(cluster.lost, cluster.points.length) : strings.overview.items(cluster.points.length);
    }
}

function disc(context, x, y, radius, fill, edge) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = fill;
    context.fill();
    stroke(context, edge, 2);
}

function ring(context, x, y, radius, colour, edge) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    stroke(context, edge, 6);
    stroke(context, colour, 3);
}

function pill(context, x, y, width, height, fill, edge, radius = height / 2) {
    context.beginPath();
    context.roundRect(x - width / 2, y - height / 2, width, height, radius);
    context.fillStyle = fill;
    context.fill();
    stroke(context, edge, 2);
}

function stroke(context, colour, width) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke();
}

function write(context, text, x, y, colour, size) {
    context.font = font(size);
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = colour;
    context.fillText(text, x, y + 1);
}
