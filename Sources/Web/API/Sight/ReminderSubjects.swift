import Reminders
import Synchronization
import Tracking

/// What reminders are about, remembered for a minute: of hundreds in a list or a stream it is the same phones.
final class ReminderSubjects: Sendable {
    private struct Entry {
        let devices: [DeviceID]
        let end: Timestamp
    }

    private struct Belongings {
        let phones: [DeviceID]
        let all: Set<DeviceID>
        let end: Timestamp
    }

    private struct State {
        var owners: [Name: Belongings] = [:]
        var devices: [ReminderID: Entry] = [:]
    }

    private static let span = Duration.seconds(60)
    /// More are not kept.
    private static let most = 10_000

    private let state = Mutex(State())

    func phones(of owner: Name, at now: Timestamp) -> [DeviceID]? {
        state.withLock { state in state.owners[owner].flatMap { now < $0.end ? $0.phones : nil } }
    }

    /// All of an owner's, phones and things.
    func devices(of owner: Name, at now: Timestamp) -> Set<DeviceID>? {
        state.withLock { state in state.owners[owner].flatMap { now < $0.end ? $0.all : nil } }
    }

    func devices(of reminder: ReminderID, at now: Timestamp) -> [DeviceID]? {
        state.withLock { state in state.devices[reminder].flatMap { now < $0.end ? $0.devices : nil } }
    }

    func keep(_ phones: [DeviceID], among all: Set<DeviceID>, of owner: Name, at now: Timestamp) {
        state.withLock { state in
            if state.owners.count >= Self.most { state.owners = [:] }
            state.owners[owner] = Belongings(phones: phones, all: all, end: now.advanced(by: Self.span))
        }
    }

    func keep(_ devices: [DeviceID], of reminder: ReminderID, at now: Timestamp) {
        state.withLock { state in
            if state.devices.count >= Self.most { state.devices = [:] }
            state.devices[reminder] = Entry(devices: devices, end: now.advanced(by: Self.span))
        }
    }
}
