import ArgumentParser
import JSON
import Tracking

/// A trusted place as it is listed.
struct PlaceLine: ListRow {
    let place: TrustedPlace

    init(_ place: TrustedPlace) { self.place = place }

    static let columns = ["PLACE", "AREA"]

    var cells: [String] { [place.name.text, place.area.sentence] }
    var json: JSONValue { place.json }
}

extension TrustedPlace {
    var json: JSONValue {
        switch area {
        case .circle(let centre, let radius):
            .object([
                "name": .text(name.text),
                "lat": .number(centre.latitude),
                "lon": .number(centre.longitude),
                "radius_m": .number(radius),
            ])
        case .polygon(let corners): .object(["name": .text(name.text), "points": .list(corners.map(\.json))])
        }
    }
}

extension Coordinate {
    fileprivate var json: JSONValue { .object(["lat": .number(latitude), "lon": .number(longitude)]) }
}

extension Area {
    /// `50 m around 60.393100, 5.324200`, or `within 4 corners`.
    var sentence: String {
        switch self {
        case .circle(let centre, let radius): "\(Phrases.length(radius)) around \(Phrases.position(centre))"
        case .polygon(let corners): "within \(corners.count) corners from \(Phrases.position(corners.first)) on"
        }
    }
}

/// A position on the command line, `60.3931,5.3242`.
struct WrittenPosition: Hashable, Sendable, ExpressibleByArgument {
    let coordinate: Coordinate

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]),
            let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        self.coordinate = coordinate
    }
}
