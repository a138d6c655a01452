/// A moment on the air's own clock, in whole microseconds; where it starts is the owner's choice.
public struct AirTime: Hashable, Comparable, Sendable {
    /// Microseconds since the start of the clock.
    public var microseconds: Int64

    public init(microseconds: Int64) { self.microseconds = microseconds }

    /// The start of the clock.
    public static let zero = AirTime(microseconds: 0)

    /// The moment so many microseconds later.
    public func after(_ span: Int64) -> AirTime { AirTime(microseconds: microseconds &+ span) }

    /// The moment so many milliseconds later.
    public func after(milliseconds span: Int64) -> AirTime { after(span * 1000) }

    public static func < (left: AirTime, right: AirTime) -> Bool { left.microseconds < right.microseconds }

    /// Microseconds from one moment to another.
    public static func - (left: AirTime, right: AirTime) -> Int64 { left.microseconds &- right.microseconds }
}
