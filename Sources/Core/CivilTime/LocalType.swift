/// What clocks show during some time, a "local time type" of RFC 9636, section 3.2.
struct LocalType: Hashable, Sendable {
    /// Seconds east of UTC.
    let offset: Int
    let abbreviation: String

    /// The offsets that RFC 9636 names: less than 25 hours west, less than 26 hours east.
    static let offsets = -89_999...93_599
}
