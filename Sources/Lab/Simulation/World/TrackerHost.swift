import Firmware
import Messages
import Tracking

/// A simulated tracker: the firmware and the body around it.
struct TrackerHost: Sendable {
    /// Another one once it is bound over Bluetooth from outside.
    var id: DeviceID { didSet { locationTopic = "" } }
    /// Where its own modem tells its positions; empty before the first.
    var locationTopic = ""
    let owner: Int
    /// The copy of the scenario to which it belongs, from 0 in its world.
    var copy = 0
    /// What it is, when it is a tag of another make; nil for a tracker of ours.
    let kind: TagKind?
    let radio: RadioModel
    let energy: EnergyTable
    let initials: String
    /// The gateways that serve it, in the order in which it prefers them.
    let gateways: [Int]
    let initialState: Scenario.Tracker.State
    let itemName: ItemName
    /// What the console publishes of it at the start; nil for nothing.
    let rules: ItemRules?

    var firmware: Firmware
    var movement: Movement
    var meter: EnergyMeter
    /// What the console last published as the desired state.
    var desired: DesiredState

    /// Metres to the owner, in truth.
    var distance = 0.0
    var linkedGateway: Int?
    /// Whether its Bluetooth leads out of the simulated world.
    var isOutside = false
    var hasSky = true
    var hasCoverage = true
    var gnssOn = false
    /// Whether the receiver is on without a position yet.
    var isSearching = false
    /// When the console last told where the owner is.
    var referenceTold: Int64?
    var modemOn = false
    var motion = MotionSense()
    var isConnected = false
    var isRinging = false
    /// How far the tracker's own clock is ahead, in milliseconds.
    var clockOffset: Int64 = 0
    var toldBattery = -1
    /// Until when it is not visited, as nothing about it can change; nil for one that is awake.
    var sleep: Sleep?

    var receiver: EnergyMeter.Receiver {
        if !gnssOn { return .off }
        return hasSky && !isSearching ? .following : .searching
    }

    func session(topics: Topics) -> BusSession {
        let filters = [topics.desired(id), topics.command(id), topics.stored(id), topics.ownTracksCommand(id)]
        return BusSession(
            clientID: "tagalong-\(id.owner)-\(id.device)",
            subscriptions: filters.map { .init($0) },
            will: availability(.offline, topics: topics),
            persistent: true
        )
    }

    func availability(_ availability: Availability, topics: Topics) -> Message {
        Message(topic: topics.availability(id), payload: availability.encoded(), retained: true)
    }
}

extension Uplink {
    /// The same with the times of a clock that is so many milliseconds ahead.
    consuming func stamped(_ scale: TimeScale, ahead: Int64) -> Uplink {
        guard ahead != 0 || scale.speed != 1, case .fix(var fix, let sent) = self else { return self }
        fix.fix.time = Self.stamp(fix.fix.time, scale, ahead)
        return .fix(fix, sent: Self.stamp(sent, scale, ahead))
    }

    private static func stamp(_ time: Timestamp, _ scale: TimeScale, _ ahead: Int64) -> Timestamp {
        Timestamp(milliseconds: scale.stamp(time).milliseconds + ahead)
    }
}
