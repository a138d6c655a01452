internal import Reminders
internal import Tracking

/// Within a condition: `place` with the name of one of the owner's, or `lat`, `lon`, `radius_m` (or `points`) and
/// perhaps a `name`, or `kind` and `radius_m`.
extension PlaceTarget: JSONPart {
    typealias Key = PlaceKey

    init(reading object: JSONObject<Key>) throws(MessageError) { self = try object.target() }
    func write(into writer: inout JSONWriter<Key>) { write(target: &writer) }
}

/// The same, with `event`: `enters`, `leaves` or `within`.
extension PlaceCondition: JSONPart {
    typealias Key = PlaceKey

    init(reading object: JSONObject<Key>) throws(MessageError) {
        self.init(try object.required(.event, object.word(.event)), try object.target())
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.event, event.rawValue)
        target.write(target: &writer)
    }
}

enum PlaceKey: String, AreaKey {
    case event, place, kind, name, latitude = "lat", longitude = "lon", radius = "radius_m", points

    static let table = KeyTable<PlaceKey>()
}

extension PlaceTarget {
    fileprivate func write(target writer: inout JSONWriter<PlaceKey>) {
        switch self {
        case .named(let name): writer.put(.place, name.text)
        case .nearest(let kind, let radius):
            writer.put(.kind, kind.rawValue)
            writer.put(.radius, radius)
        case .area(let area, let name):
            writer.put(.name, name?.text)
            writer.put(area)
        }
    }
}

extension JSONObject<PlaceKey> {
    fileprivate func target() throws(MessageError) -> PlaceTarget {
        if let name = try itemName(.place) {
            if !self[.latitude].isEmpty || !self[.kind].isEmpty || !self[.points].isEmpty {
                throw refusal(.range, .place, "a place, or coordinates, or a kind, and not two of them")
            }
            return .named(name)
        }
        if let kind: SpotKind = try word(.kind) {
            if !self[.latitude].isEmpty || !self[.points].isEmpty {
                throw refusal(.range, .kind, "coordinates or a kind, and not both")
            }
            return .nearest(kind, radius: try required(.radius, number(.radius, in: PlaceTarget.radii)))
        }
        if !self[.points].isEmpty {
            if !self[.latitude].isEmpty { throw refusal(.range, .points, "points or lat and lon, and not both") }
        } else if self[.latitude].isEmpty {
            throw refusal(.missing, .place, "a place, or lat and lon, or a kind")
        }
        return .area(try area(), name: try itemName(.name))
    }
}
