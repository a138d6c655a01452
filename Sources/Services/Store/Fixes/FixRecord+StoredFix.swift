import Tracking

extension FixRecord {
    /// A fix in whole units; `hasExtra` says whether the keys that have no place get a row of their own.
    init(_ stored: borrowing StoredFix, context: Int64, hasExtra: Bool) {
        let fix = stored.fix
        key = Key(fix, stored.mark)
        accuracy = Self.tenths(fix.accuracy, atLeast: 0)
        altitude = Self.tenths(fix.altitude, atLeast: -.infinity)
        verticalAccuracy = Self.tenths(fix.verticalAccuracy, atLeast: 0)
        speed = Self.tenths(fix.speed, atLeast: 0)
        course = Self.tenths(fix.course, atLeast: -.infinity)
        battery = stored.battery.map { Int32(clamping: $0) }
        self.context = context
        delay = stored.received.milliseconds &- fix.time.milliseconds
        sent = stored.sent.map { Int32(clamping: $0.wholeSeconds &- fix.time.wholeSeconds) }
        isImplausible = stored.isImplausible
        self.hasExtra = hasExtra
    }

    /// A number in tenths, beyond 214,000 km the farthest that fits; nil for none, not a number, or one too low.
    private static func tenths(_ value: Double?, atLeast lowest: Double) -> Int32? {
        guard let value, value >= lowest else { return nil }
        return Int32(max(-2_147_483_647, min(2_147_483_647, (value * 10).rounded())))
    }
}

extension FixRecord.Key {
    /// The name of a fix within its device.
    init(_ fix: Fix, _ mark: FixMark?) {
        self.init(
            time: fix.time.milliseconds,
            mark: mark ?? .none,
            latitude: fix.coordinate.latitudeE7,
            longitude: fix.coordinate.longitudeE7
        )
    }
}

extension StoredFix {
    /// A fix as it was stored; `extra` is what has a row of its own.
    init(_ record: FixRecord, device: DeviceID, context: FixContext, extra: [UInt8]?) throws {
        let key = record.key
        let sent = record.sent.map { sent in
            let second = Timestamp(milliseconds: key.time).wholeSeconds
            return Timestamp(milliseconds: (second &+ Int64(sent)) &* 1000)
        }
        guard let coordinate = try? Coordinate(latitudeE7: key.latitude, longitudeE7: key.longitude) else {
            throw Damage(detail: "a fix of \(device) is outside the globe")
        }
        self.init(
            device: device,
            fix: Fix(
                coordinate: coordinate,
                time: Timestamp(milliseconds: key.time),
                accuracy: record.accuracy.map { Double($0) / 10 },
                altitude: record.altitude.map { Double($0) / 10 },
                verticalAccuracy: record.verticalAccuracy.map { Double($0) / 10 },
                speed: record.speed.map { Double($0) / 10 },
                course: record.course.map { Double($0) / 10 }
            ),
            mark: key.mark == .none ? nil : key.mark,
            mode: context.mode,
            source: context.source,
            trigger: context.trigger,
            connection: context.connection,
            battery: record.battery.map { Int($0) },
            gateway: context.gateway,
            sent: sent,
            received: Timestamp(milliseconds: key.time &+ record.delay),
            isImplausible: record.isImplausible,
            extra: extra ?? context.kept?.object(sent: sent)
        )
    }
}
