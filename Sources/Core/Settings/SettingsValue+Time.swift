public import Tracking

extension SettingsValue {
    /// A duration in whole milliseconds, such as `5m10s`, `1h`, `250ms` or plain seconds; both ends of the range are
    /// included, without one it is from zero to a hundred years.
    ///
    /// - Throws: ``SettingsError`` for anything else.
    public func duration(in range: ClosedRange<Duration>? = nil) throws(SettingsError) -> Duration {
        var expected = "a duration such as 5m10s, 1h or 250ms"
        if let range { expected += " from \(range.lowerBound.compact) to \(range.upperBound.compact)" }
        let allowed = range ?? .zero ... .longest
        guard let value = Duration(compact: try scalar(expected)), allowed.contains(value) else {
            throw unexpected(expected)
        }
        return value
    }

    /// A moment written as RFC 3339, such as `2026-05-01T09:00:00Z`.
    public func timestamp() throws(SettingsError) -> Timestamp {
        let expected = "a moment such as 2026-05-01T09:00:00Z"
        guard let value = Timestamp(try scalar(expected)) else { throw unexpected(expected) }
        return value
    }

    /// The name of an owner, a device or a gateway.
    public func name() throws(SettingsError) -> Name {
        let expected = "a name of 1 to 64 letters, digits, '_' or '-'"
        let text = try scalar(expected)
        do {
            return try Name(text)
        } catch { throw unexpected(expected) }
    }

    /// A position written `[latitude, longitude]`, in degrees.
    public func coordinate() throws(SettingsError) -> Coordinate {
        let pair = try list()
        guard pair.count == 2 else { throw unexpected("a position [latitude, longitude]") }
        return try Self.coordinate(latitude: pair[0], longitude: pair[1])
    }

    /// A position from degrees north and east.
    ///
    /// - Throws: ``SettingsError`` for what is no number or outside the globe.
    public static func coordinate(
        latitude: SettingsValue, longitude: SettingsValue
    ) throws(SettingsError) -> Coordinate {
        let north = try latitude.number(unit: "degrees")
        let east = try longitude.number(unit: "degrees")
        do {
            return try Coordinate(latitude: north, longitude: east)
        } catch {
            let isLatitude = if case .latitude = error { true } else { false }
            throw SettingsError(isLatitude ? latitude.place : longitude.place, "\(error)")
        }
    }
}
