public import Tracking

/// The time of day where an owner lives.
public struct LocalTime: Sendable {
    private let secondsEast: @Sendable (Timestamp) -> Int

    /// The time of day at Greenwich.
    public static let utc = LocalTime { _ in 0 }

    /// A time of day by how many seconds it is ahead of UTC at a moment.
    public init(secondsEast: @escaping @Sendable (Timestamp) -> Int) { self.secondsEast = secondsEast }

    /// The minute of the local day, 0 to 1439.
    public func minuteOfDay(at time: Timestamp) -> Int {
        let seconds = time.milliseconds / 1000 + Int64(secondsEast(time))
        return Int((seconds % 86_400 + 86_400) % 86_400) / 60
    }
}
