// The stops and trips of a history, with the places that they are in, and what they come to.
import { Plane, separation } from "./map/geo.js";

/// Stops and trips as the console tells them, each with `from` and `to` in milliseconds and, for a stop, the name of the
/// place that it is in; a trip has the names of the stops before and after it.
export function named(journeys, places) {
    const told = journeys.map((each) => ({ ...each, from: Date.parse(each.start), to: Date.parse(each.end),
        place: each.kind === "stay" ? places.find((place) => isIn(place, each))?.name : undefined }));
    const placeAt = (index) => told[index]?.place;
    return told.map((each, index) => (each.kind === "trip" ? { ...each, before: placeAt(index - 1), after: placeAt(index + 1) } : each));
}

/// Whether a position is in a place: a circle, or a shape with corners.
export function isIn(place, position) {
    if (!place.points) return separation(place, position) <= place.radius_m;
    const plane = new Plane(position);
    const corners = place.points.map((each) => plane.at(each));
    // How often a line from the position to the east crosses the edge.
    return corners.filter((one, index) => {
        const other = corners.at(index - 1);
        return (one.y > 0) !== (other.y > 0) && one.x - (one.y * (other.x - one.x)) / (other.y - one.y) > 0;
    }).length % 2 === 1;
}

/// How many of each, the length of the trips in metres, and the time of both in seconds.
export function totals(journeys) {
    const of = (kind) => journeys.filter((each) => each.kind === kind);
    const seconds = (some) => some.reduce((sum, each) => sum + (each.to - each.from) / 1000, 0);
    const [trips, stops] = [of("trip"), of("stay")];
    return { trips: trips.length, stops: stops.length, metres: trips.reduce((sum, each) => sum + each.length_m, 0),
        moving: seconds(trips), resting: seconds(stops) };
}
