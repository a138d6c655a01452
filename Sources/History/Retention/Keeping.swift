import Store
import Tracking

/// How long fixes are kept, and how far the removal of older ones has come.
struct Keeping: Sendable {
    /// The devices that have a retention of their own.
    var own: [DeviceID: Retention]
    /// What is still to be done of the running sweep; nil between two.
    var sweep: Sweep?
    /// When the next sweep begins; nil for at once.
    var nextSweep: Timestamp?

    init(own: [DeviceID: Retention] = [:]) {
        self.own = own
    }

    /// One pass over all devices.
    struct Sweep: Sendable {
        /// Those still to come, the next one last.
        var waiting: [DeviceID]
        /// The one being worked on.
        var work: Work?
        var clearsQuarantine = true
    }

    /// The removal of one device's old fixes.
    struct Work: Sendable {
        let device: DeviceID
        /// From when on fixes are kept, by age alone.
        let start: Timestamp?
        /// Finds from when on they are kept by count; nil without such a limit.
        var count: CountBack?

        init(_ device: DeviceID, _ retention: Retention, at now: Timestamp) {
            self.device = device
            start = retention.start(at: now)
            count = retention.fixes.map { CountBack(keeping: $0) }
        }

        /// From when on fixes are kept; nil for ever.
        var cutoff: Timestamp? { [start, count?.cutoff].compactMap(\.self).max() }
    }
}

extension Retention {
    /// From when on fixes are kept, by age; nil for ever.
    func start(at now: Timestamp) -> Timestamp? {
        age.map { Timestamp(milliseconds: now.milliseconds - $0) }
    }
}
