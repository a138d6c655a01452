/// Squares that cover a floor, at the height at which tags are carried.
struct FloorGrid: Hashable, Sendable {
    /// The side of a square, in metres.
    static let step = 0.25
    /// How far the squares reach beyond all known places, in metres.
    static let margin = 0.5

    let minX: Double
    let minY: Double
    let height: Double
    let columns: Int
    let rows: Int

    /// The squares around some places, of which there is at least one.
    init(around places: [FloorPoint], height: Double) {
        let xs = places.map(\.x), ys = places.map(\.y)
        minX = (xs.min() ?? 0) - Self.margin
        minY = (ys.min() ?? 0) - Self.margin
        self.height = height
        columns = Self.count((xs.max() ?? 0) + Self.margin - minX)
        rows = Self.count((ys.max() ?? 0) + Self.margin - minY)
    }

    /// A building of more than 100 m is cut: nothing is heard that far.
    private static func count(_ length: Double) -> Int { min(400, Int((length / step).rounded(.up)) + 1) }

    var count: Int { columns * rows }

    func place(_ cell: Int) -> FloorPoint {
        FloorPoint(
            x: minX + Double(cell % columns) * Self.step, y: minY + Double(cell / columns) * Self.step, z: height
        )
    }

    /// The square a place lies in, or the nearest one.
    func cell(_ place: FloorPoint) -> Int {
        let column = Int(((place.x - minX) / Self.step).rounded())
        let row = Int(((place.y - minY) / Self.step).rounded())
        return min(rows - 1, max(0, row)) * columns + min(columns - 1, max(0, column))
    }
}
