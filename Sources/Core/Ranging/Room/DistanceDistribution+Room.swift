extension DistanceDistribution {
    /// How far a tag is from a receiver in a place of known extent, before anything is heard: anywhere in the rectangle
    /// that all known places span is as likely as anywhere else.
    ///
    /// - Parameters:
    ///   - receiver: Where the receiver hangs.
    ///   - places: What else is known to lie in that place: where tags have been, other receivers.
    ///   - tagHeight: How high tags are carried, in metres above the floor.
    public init(from receiver: FloorPoint, among places: [FloorPoint], tagHeight: Double) {
        var low = receiver
        var high = receiver
        for place in places {
            low.x = min(low.x, place.x)
            low.y = min(low.y, place.y)
            high.x = max(high.x, place.x)
            high.y = max(high.y, place.y)
        }
        let shares = (0..<Self.points).map { (Double($0) + 0.5) / Double(Self.points) }
        var inside = Cells()
        for x in shares.map({ low.x + (high.x - low.x) * $0 }) {
            for y in shares.map({ low.y + (high.y - low.y) * $0 }) {
                inside[Self.index(of: FloorPoint(x: x, y: y, z: tagHeight).distance(to: receiver))] += 1
            }
        }
        let scale = (1 - Self.outside) / Float(Self.points * Self.points)
        self.init(inside * scale + Motion.fixed.apart.weights * Self.outside)
    }

    /// How many points are tried across the rectangle in each direction.
    private static let points = 100
    /// How likely the tag is outside of the rectangle.
    private static let outside: Float = 0.01
}
