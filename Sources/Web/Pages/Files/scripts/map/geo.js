// Positions on a plane around a place, and lengths for rulers.
import { unitsOfLength } from "../units.js";

const metresOfDegree = 111_320;

/// A plane in metres that touches the earth at a place: x to the east, y to the south. Good for some tens of kilometres.
export class Plane {
    constructor(origin) {
        this.origin = origin;
        this.width = metresOfDegree * Math.cos((origin.lat * Math.PI) / 180);
    }

    at({ lat, lon }) {
        return { x: turn(lon - this.origin.lon) * this.width, y: (this.origin.lat - lat) * metresOfDegree };
    }

    /// The same without the short way across the 180th meridian: for what goes around the earth.
    onSheet({ lat, lon }) {
        return { x: (lon - this.origin.lon) * this.width, y: (this.origin.lat - lat) * metresOfDegree };
    }

    position({ x, y }) {
        return { lat: this.origin.lat - y / metresOfDegree, lon: turn(this.origin.lon + x / this.width) };
    }
}

/// Across the 180th meridian the short way.
function turn(longitude) {
    return longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude;
}

/// Metres between two positions.
export function separation(one, other) {
    const middle = { lat: (one.lat + other.lat) / 2, lon: one.lon };
    const plane = new Plane(middle);
    const [a, b] = [plane.at(one), plane.at(other)];
    return Math.hypot(a.x - b.x, a.y - b.y);
}

/// The longest round length for a ruler that is at most so long.
export function rulerLength(limit) {
    const { small, large, from } = unitsOfLength();
    const unit = limit < from ? small : large;
    return unit * roundLength(limit / unit);
}

/// The largest of 1, 2, 5, 10, … that is at most so long.
function roundLength(limit) {
    const power = 10 ** Math.floor(Math.log10(limit));
    return [5, 2, 1].map((each) => each * power).find((each) => each <= limit) ?? power;
}
