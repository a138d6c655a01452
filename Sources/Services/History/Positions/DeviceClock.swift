import Messages
import Store
import Tracking

/// The clock of a device, which may be wrong.
struct DeviceClock {
    /// How far it is known to be ahead, in milliseconds; 0 when that is not much.
    let ahead: Int64

    /// How far it is ahead, in milliseconds, after a message whose arrival may tell.
    func ahead(
        after message: Message, _ location: LocationMessage, of device: DeviceID, _ batch: inout Batch
    ) throws -> Int64 {
        let told = ahead(after: location, at: batch.now)
        guard told == 0, ahead != 0 else { return told }
        // The arrival of a message that was made long before says nothing: of one that the broker has kept, or of a copy
        // of one that is stored, as with a clock that is ahead by so much.
        if message.retained { return ahead }
        var fix = location.fix
        fix.time = Timestamp(milliseconds: fix.time.milliseconds &- ahead)
        return try batch.transaction.holds(fix, location.mark, of: device) ? ahead : 0
    }

    /// How far it is ahead, in milliseconds, when that is more than any delay explains.
    ///
    /// A message cannot arrive before it was made. One that seems to shows a clock ahead by at least that much. In whole
    /// seconds, as `created_at` counts them.
    private func ahead(after location: LocationMessage, at now: Timestamp) -> Int64 {
        guard let created = location.createdAt else { return ahead }
        let told = created.milliseconds - now.milliseconds
        guard told > LocationMessage.futureLimit else { return 0 }
        // What differs by less is the same offset, and a longer delay.
        if ahead != 0, told < ahead + 2000 { return ahead }
        return (told + 999) / 1000 * 1000
    }
}
