// Where names of streets stand on vector tiles: along the longest straight part of each that is in sight.

/// The layers that have them: OpenMapTiles', and Protomaps'.
const layers = ["transportation_name", "roads"];
/// From which zoom each kind has its name: values of `class` (OpenMapTiles) and `kind` (Protomaps), the broadest first.
const kinds = [
    [["motorway", "trunk", "highway"], 12], [["primary", "secondary", "major_road"], 13], [["tertiary", "medium_road"], 14],
    [["minor", "service", "minor_road", "track", "path", "pedestrian", "other"], 15.5],
];
/// Pixels of a letter, of the height of a line, and what a name may be longer than the part that it stands at.
const [letter, height, beyond] = [6.5, 16, 1.1];
/// A part is straight as long as its directions differ by so many degrees at most.
const bend = 20;

/// The names for a zoom, those of broad streets and long parts first: where the middle is on the screen, how the name is
/// turned, and the box that it takes.
export function streetsOf(gl, zoom, { width, height: high, project }) {
    const longest = new Map();
    for (const { properties, geometry } of layers.flatMap((sourceLayer) => gl.querySourceFeatures("map", { sourceLayer }))) {
        const name = properties[`name:${document.documentElement.lang}`] ?? properties.name;
        const rank = kinds.findIndex(([values]) => values.includes(properties.class) || values.includes(properties.kind));
        if (!name || rank < 0 || zoom < kinds[rank][1]) continue;
        for (const line of linesOf(geometry)) {
            for (const whole of straightParts(line.map(([lon, lat]) => project([lat, lon])))) {
                const [part, known] = [inSight(whole, width, high), longest.get(name)];
                if (part && part.length * beyond >= letter * name.length && !(known?.length >= part.length)) longest.set(name, { ...part, name, rank });
            }
        }
    }
    return [...longest.values()].map(placed).sort((one, other) => one.rank - other.rank || other.length - one.length || one.name.localeCompare(other.name));
}

function linesOf({ type, coordinates }) {
    if (type === "LineString") return [coordinates];
    return type === "MultiLineString" ? coordinates : [];
}

/// The parts of a line that do not bend, with their ends.
export function straightParts(points) {
    const parts = [];
    let start = 0;
    const end = (last) => {
        parts.push({ from: points[start], to: points[last] });
        start = last;
    };
    for (let index = 1; index < points.length - 1; index += 1) {
        if (difference(direction(points[start], points[index]), direction(points[index], points[index + 1])) > bend) end(index);
    }
    if (points.length > 1) end(points.length - 1);
    return parts;
}

/// What of a part is within the picture, with its length; null for nothing (Liang and Barsky, 1984).
export function inSight({ from, to }, width, high) {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    let [first, last] = [0, 1];
    for (const [step, room] of [[-dx, from.x], [dx, width - from.x], [-dy, from.y], [dy, high - from.y]]) {
        if (step === 0 && room < 0) return null;
        if (step < 0) first = Math.max(first, room / step);
        if (step > 0) last = Math.min(last, room / step);
    }
    if (first >= last) return null;
    const at = (share) => ({ x: from.x + share * dx, y: from.y + share * dy });
    return { from: at(first), to: at(last), length: (last - first) * Math.hypot(dx, dy) };
}

function direction(from, to) { return (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI; }

function difference(one, other) {
    const turned = Math.abs(one - other) % 360;
    return Math.min(turned, 360 - turned);
}

/// In the middle of its part, and never upside down.
function placed({ from, to, ...street }) {
    const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
    const along = direction(from, to);
    const turn = along > 90 ? along - 180 : along <= -90 ? along + 180 : along;
    const radians = (turn * Math.PI) / 180;
    const [half, thick] = [(letter * street.name.length) / 2, height / 2];
    const wide = half * Math.abs(Math.cos(radians)) + thick * Math.abs(Math.sin(radians));
    const high = half * Math.abs(Math.sin(radians)) + thick * Math.abs(Math.cos(radians));
    return { ...street, x, y, turn, box: [x - wide, y - high, x + wide, y + high] };
}
