import Exchange
import JSON
import Tracking

/// A stay or a trip as it is listed.
struct TripLine: ListRow {
    let journey: Journey
    /// Where it stayed, or where a trip began.
    let from: Spot?
    /// Where a trip ended.
    let to: Spot?

    /// A position, and the place that it lies in.
    struct Spot: Hashable, Sendable {
        let coordinate: Coordinate
        let place: String?

        var text: String { place ?? Phrases.position(coordinate) }

        var json: JSONValue {
            .object([
                "lat": .number(coordinate.latitude),
                "lon": .number(coordinate.longitude),
                "place": place.map(JSONValue.text),
            ])
        }
    }

    static func lines(_ journeys: [Journey], places: [TrustedPlace]) -> [TripLine] {
        func spot(_ coordinate: Coordinate) -> Spot {
            let place = places.first { $0.area.depth(of: coordinate) >= 0 }
            return Spot(coordinate: coordinate, place: place?.name.text)
        }
        return journeys.map { journey in
            switch journey {
            case .stay(let stay): TripLine(journey: journey, from: spot(stay.middle), to: nil)
            case .trip(let trip): TripLine(journey: journey, from: spot(trip.from), to: spot(trip.to))
            }
        }
    }

    static let columns = ["WHAT", "START", "END", "DURATION", "DISTANCE", "PLACE"]

    private var times: (start: Timestamp, end: Timestamp) {
        switch journey {
        case .stay(let stay): (stay.start, stay.end)
        case .trip(let trip): (trip.start, trip.end)
        }
    }

    var cells: [String] {
        let times = times
        let place = [from, to].compactMap { $0?.text }.joined(separator: " → ")
        let start = [
            Phrases.time(times.start), Phrases.time(times.end), Phrases.span(from: times.start, to: times.end),
        ]
        switch journey {
        case .stay: return ["stay"] + start + [Phrases.unknown, place]
        case .trip(let trip): return ["trip"] + start + [Phrases.length(trip.length), place]
        }
    }

    var json: JSONValue {
        let duration = JSONValue.number(times.start.duration(to: times.end).inSeconds)
        switch journey {
        case .stay(let stay):
            return .object([
                "kind": .text("stay"), "start": .time(stay.start), "end": .time(stay.end), "duration_s": duration,
                "fixes": .integer(stay.fixes), "at": from?.json,
            ])
        case .trip(let trip):
            return .object([
                "kind": .text("trip"), "start": .time(trip.start), "end": .time(trip.end), "duration_s": duration,
                "distance_m": .number((trip.length * 10).rounded() / 10), "fixes": .integer(trip.fixes),
                "from": from?.json, "to": to?.json,
            ])
        }
    }
}
