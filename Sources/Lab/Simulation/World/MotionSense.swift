import Tracking

/// A tracker's accelerometer: it feels whether the thing moves, not where to.
///
/// The chip wakes the processor at 4 m/s², as in the nRF asset trackers; each step of a walk and each joint of a road
/// gives more than that, so whatever gets on is felt. Only a thing carried with great care is not, and there is none.
struct MotionSense: Sendable {
    private var last: Coordinate?
    private var movedAt: Int64 = 0
    /// What the firmware was told; it holds that it moves until it is told otherwise.
    private var isMoving = true

    /// The speed in m/s below which nothing is felt: a shuffle; our choice.
    private static let slowest = 0.2
    /// Milliseconds without movement after which the chip says that it is still; our choice.
    private static let stillAfter: Int64 = 10_000

    /// Whether movement has begun or ended; nil for neither.
    mutating func notice(_ position: Coordinate, at elapsed: Int64, step: Int64) -> Bool? {
        defer { last = position }
        guard let last else {
            movedAt = elapsed
            return nil
        }
        let metres = last == position ? 0 : last.distance(to: position)
        if metres * 1000 > Self.slowest * Double(step) { movedAt = elapsed }
        let moves = elapsed - movedAt < Self.stillAfter
        guard moves != isMoving else { return nil }
        isMoving = moves
        return moves
    }
}
