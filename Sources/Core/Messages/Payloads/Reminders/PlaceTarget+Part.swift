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

enum PlaceKey: String, PayloadKey {
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
            switch area {
            case .circle(let centre, let radius):
                writer.put(.latitude, centre.latitude)
                writer.put(.longitude, centre.longitude)
                writer.put(.radius, radius)
            case .polygon(let corners):
                writer.put(.points, corners) { (corner, writer: inout JSONWriter<PlaceKey>) in
                    writer.put(.latitude, corner.latitude)
                    writer.put(.longitude, corner.longitude)
                }
            }
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
        return .area(try area(), name: try itemName(.name))
    }

    private func area() throws(MessageError) -> Area {
        guard let points = try objects(.points, of: PlaceKey.self) else {
            if self[.latitude].isEmpty { throw refusal(.missing, .place, "a place, or lat and lon, or a kind") }
            let radius = try required(.radius, number(.radius, in: 1...10_000))
            do { return try .circle(around: coordinate(.latitude, .longitude), radius: radius) } catch let error
                as MessageError
            { throw error } catch { throw refusal(.range, .radius, "a number from 1 to 10000") }
        }
        if !self[.latitude].isEmpty { throw refusal(.range, .points, "points or lat and lon, and not both") }
        var corners: [Coordinate] = []
        for point in points { corners.append(try point.coordinate(.latitude, .longitude)) }
        do { return try .polygon(through: corners) } catch {
            throw refusal(.range, .points, "3 to 200 corners at most 20000 m apart")
        }
    }
}
