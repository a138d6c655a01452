internal import Tracking

/// The keys of an object that says where an area is: `lat`, `lon` and `radius_m`, or `points` of `lat`, `lon`.
protocol AreaKey: PayloadKey {
    static var latitude: Self { get }
    static var longitude: Self { get }
    static var radius: Self { get }
    static var points: Self { get }
}

extension JSONWriter where Key: AreaKey {
    mutating func put(_ area: Area) {
        switch area {
        case .circle(let centre, let radius):
            put(centre)
            put(.radius, radius)
        case .polygon(let corners):
            put(.points, corners) { (corner, writer: inout JSONWriter<Key>) in writer.put(corner) }
        }
    }

    private mutating func put(_ position: Coordinate) {
        put(.latitude, position.latitude)
        put(.longitude, position.longitude)
    }
}

extension JSONObject where Key: AreaKey {
    /// The area: a polygon where there are `points`, else a circle.
    func area() throws(MessageError) -> Area {
        guard let points = try objects(.points, of: Key.self) else {
            let radius = try required(.radius, number(.radius, in: 1...10_000))
            let centre = try coordinate(.latitude, .longitude)
            do { return try .circle(around: centre, radius: radius) } catch {
                throw refusal(.range, .radius, "a number from 1 to 10000")
            }
        }
        var corners: [Coordinate] = []
        for point in points { corners.append(try point.coordinate(.latitude, .longitude)) }
        do { return try .polygon(through: corners) } catch {
            throw refusal(.range, .points, "3 to 200 corners at most 20000 m apart")
        }
    }
}
