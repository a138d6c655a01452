import Messages
import Store
import Tracking

/// Devices whose clocks are wrong.
extension HistoryCore {
    /// How far a device's clock is ahead, in milliseconds, after a message whose arrival may tell.
    func clockAhead(
        _ message: Message,
        _ location: LocationMessage,
        of device: DeviceID,
        known: Int64,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws -> Int64 {
        let ahead = Self.clockAhead(location, known: known, at: now)
        guard ahead == 0, known != 0 else { return ahead }
        return try isOld(message, location, of: device, ahead: known, &transaction) ? known : 0
    }

    /// How far a device's clock is ahead, in milliseconds, when that is more than any delay explains.
    ///
    /// A message cannot arrive before it was made. One that seems to shows a clock ahead by at least that much. In whole
    /// seconds, as `created_at` counts them.
    private static func clockAhead(_ location: LocationMessage, known: Int64, at now: Timestamp) -> Int64 {
        guard let created = location.createdAt else { return known }
        let ahead = created.milliseconds - now.milliseconds
        guard ahead > LocationMessage.futureLimit else { return 0 }
        // What differs by less is the same offset, and a longer delay.
        if known != 0, ahead < known + 2000 { return known }
        return (ahead + 999) / 1000 * 1000
    }

    /// Whether a message was made long before it arrives, so that the time of its arrival says nothing of a clock.
    ///
    /// One that the broker has kept, or a copy of one that is stored, as with a clock that is ahead by so much.
    private func isOld(
        _ message: Message,
        _ location: LocationMessage,
        of device: DeviceID,
        ahead: Int64,
        _ transaction: inout StoreTransaction
    ) throws -> Bool {
        if message.retained { return true }
        var fix = location.fix
        fix.time = Timestamp(milliseconds: fix.time.milliseconds &- ahead)
        return try transaction.holds(fix, location.mark, of: device)
    }
}
