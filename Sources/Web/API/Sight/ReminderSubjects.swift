import Reminders
import Synchronization
import Tracking

/// What reminders are about, remembered for a minute: of hundreds in a list or a stream it is the same phones.
final class ReminderSubjects: Sendable {
    /// What an owner has.
    struct Belongings: Hashable, Sendable {
        let phones: [DeviceID]
        /// Phones and things.
        let all: Set<DeviceID>
    }

    private struct State {
        var owners = Remembered<Name, Belongings, Timestamp>(for: .seconds(60), most: 10_000)
        var devices = Remembered<ReminderID, [DeviceID], Timestamp>(for: .seconds(60), most: 10_000)
    }

    private let state = Mutex(State())

    func belongings(of owner: Name, at now: Timestamp) -> Belongings? {
        state.withLock { $0.owners.value(of: owner, at: now) }
    }

    func devices(of reminder: ReminderID, at now: Timestamp) -> [DeviceID]? {
        state.withLock { $0.devices.value(of: reminder, at: now) }
    }

    func keep(_ belongings: Belongings, of owner: Name, at now: Timestamp) {
        state.withLock { $0.owners.remember(belongings, of: owner, at: now) }
    }

    func keep(_ devices: [DeviceID], of reminder: ReminderID, at now: Timestamp) {
        state.withLock { $0.devices.remember(devices, of: reminder, at: now) }
    }
}
