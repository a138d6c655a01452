internal import Tracking

extension LocationMessage: Payload {
    public init(decoding payload: [UInt8]) throws(MessageError) {
        var object = try JSONObject<LocationKey>(payload)
        try object.expectType(.type, "location", isRequired: true)
        fix = try object.fix()
        createdAt = try object.epochSeconds(.createdAt).map { Timestamp(milliseconds: $0 * 1000) }
        battery = try object.told(.battery, in: 0...100).map { Int($0.rounded()) }
        batteryStatus = try object.integer(.batteryStatus, in: Int64(Int32.min)...Int64(Int32.max)).map { Int($0) }
        mark = try object.mark()
        connection = object.foreign(.connection) { $0 }
        trackerInitials = object.foreign(.trackerInitials) { $0 }
        trigger = object.foreign(.trigger) { $0 }
        mode = object.foreign(.mode) { Mode(rawValue: $0) }
        source = object.foreign(.source) { FixSource(rawValue: $0) }
        gateway = object.foreign(.gateway) { try? Name($0) }
        timeScale = object.timeScale()
        extra = object.extra
    }
}

extension JSONObject where Key == LocationKey {
    fileprivate mutating func fix() throws(MessageError) -> Fix {
        Fix(
            coordinate: try coordinate(.latitude, .longitude),
            time: try time(),
            accuracy: try number(.accuracy, in: LocationBounds.accuracy),
            altitude: try number(.altitude, in: LocationBounds.altitude),
            verticalAccuracy: try told(.verticalAccuracy, in: LocationBounds.verticalAccuracy),
            speed: try told(.speed, in: LocationBounds.speed),
            course: try told(.course, in: LocationBounds.course)
        )
    }

    /// A number from 0 that a phone writes as a negative one when it does not know it; nil then.
    fileprivate func told(_ key: Key, in bounds: ClosedRange<Double>) throws(MessageError) -> Double? {
        guard let value = try number(key), value >= 0 else { return nil }
        return bounds.contains(value) ? value : try number(key, in: bounds)
    }

    /// The time in milliseconds where they agree with the seconds; else they are somebody else's, and are kept.
    private mutating func time() throws(MessageError) -> Timestamp {
        let seconds = try required(.time, epochSeconds(.time))
        let milliseconds = self[.timeMilliseconds]
        if milliseconds.kind == .number, let value = milliseconds.number.plainInteger, value >= 0,
            value / 1000 == seconds
        {
            return Timestamp(milliseconds: value)
        }
        keep(.timeMilliseconds)
        return Timestamp(milliseconds: seconds * 1000)
    }

    /// Anything but a speed is somebody else's, and is kept.
    fileprivate mutating func timeScale() -> Double? {
        if self[.timeScale].isEmpty { return nil }
        if let speed = try? number(.timeScale, in: TimeScale.speeds) { return speed }
        keep(.timeScale)
        return nil
    }

    fileprivate func epochSeconds(_ key: Key) throws(MessageError) -> Int64? {
        // The year 2100 begins at 4,102,444,800.
        try integer(key, in: 0...4_102_444_799)
    }

    fileprivate func mark() throws(MessageError) -> FixMark? {
        let boot = try integer(.boot, in: 1...Int64(UInt32.max))
        let sequence = try integer(.sequence, in: 1...Int64(UInt32.max))
        if boot == nil && sequence == nil { return nil }
        return FixMark(
            boot: UInt32(clamping: try required(.boot, boot)),
            sequence: UInt32(clamping: try required(.sequence, sequence))
        )
    }

    /// A text that other devices may use for something else: what is not understood is kept, not refused.
    @inline(__always)
    fileprivate mutating func foreign<Value>(_ key: Key, _ read: (String) -> Value?) -> Value? {
        let value = self[key]
        if value.isEmpty { return nil }
        if value.kind == .text || value.kind == .escapedText, let read = read(text(of: value)) { return read }
        keep(key)
        return nil
    }
}
