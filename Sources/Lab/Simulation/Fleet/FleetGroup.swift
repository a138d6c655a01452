internal import DequeModule
import Firmware
import Messages
import Tracking

/// The trackers of one connection, and what is under way on it: events in, messages out.
///
/// Times are milliseconds since the start, but for those of acknowledgements, which are microseconds.
struct FleetGroup: Sendable {
    let plan: FleetPlan
    let range: Range<Int>
    let start: Timestamp
    var trackers: [FleetTracker]
    /// What the broker has not acknowledged, in the order in which it was published; so does it acknowledge.
    var ledger: Deque<Sent> = []
    /// Trackers that wait for the connection, or for room on it.
    var queue: Deque<Int> = []
    var isUp = false
    var counts = FleetCounts()
    /// Lent out while they are carried out, so that a report allocates nothing for them.
    var actions: [FirmwareAction] = []
    /// How many have gone at the end.
    private var goodbyes = 0
    /// What is to be published: the last of the ledger.
    var outgoing: [Message] = []
    /// Positions that the broker has acknowledged since they were last taken; nil where nobody wants to know.
    var confirmations: [FleetConfirmation]?

    struct Sent {
        var tracker: Int
        var mark: FixMark?
        /// In microseconds.
        var at: Int64 = 0
    }

    init(_ plan: FleetPlan, connection: Int, start: Timestamp, boot: UInt32, moves: Bool, isAudited: Bool) {
        self.plan = plan
        self.start = start
        range = plan.trackers(of: connection)
        trackers = range.map { FleetTracker(plan, $0, boot: boot, moves: moves) }
        confirmations = isAudited ? [] : nil
    }

    func trip(of tracker: Int) -> UInt32 { trackers[tracker - range.lowerBound].trip }

    /// A tracker sets out; false for one that has.
    mutating func join(_ tracker: Int, at elapsed: Int64) -> Bool {
        let index = tracker - range.lowerBound
        guard !trackers[index].isOut, trackers[index].isOwned else { return false }
        trackers[index].isOut = true
        trackers[index].trip += 1
        counts.joined += 1
        if trackers[index].firmware.life == .off {
            handle(.start, index, at: elapsed)
        } else if trackers[index].wantsLink {
            wait(index)
        }
        return true
    }

    /// Milliseconds between two reports of a tracker; nil for one that makes none.
    func interval(of tracker: Int) -> Int64? {
        let index = tracker - range.lowerBound
        guard trackers[index].isOut, trackers[index].isOwned else { return nil }
        return Int64(trackers[index].firmware.reportEvery) * 1000
    }

    /// It is a tracker's turn to report.
    mutating func report(_ tracker: Int, at elapsed: Int64) {
        locate(tracker - range.lowerBound, at: elapsed)
        admit(at: elapsed)
    }

    /// The vehicle that a tracker rides with goes on.
    mutating func move(_ tracker: Int, _ leg: FleetLeg) { trackers[tracker - range.lowerBound].leg = leg }

    /// A tracker's trip is over: what it still keeps is sent, and no more is made.
    mutating func leave(_ tracker: Int) {
        let index = tracker - range.lowerBound
        guard trackers[index].isOut else { return }
        trackers[index].isOut = false
        counts.left += 1
        sayGoodbye(index)
    }

    mutating func connected(at elapsed: Int64) {
        let wasUp = isUp
        isUp = true
        // Of who has a will the broker has said that it is gone.
        if !wasUp, plan.isApart {
            for index in trackers.indices where trackers[index].isOnline {
                publish(plan.availability(.online, of: range.lowerBound + index), index)
            }
        }
        admit(at: elapsed)
    }

    mutating func disconnected() { isUp = false }

    /// The broker has answered for the oldest messages, at a moment in microseconds.
    mutating func settled(
        acknowledged: Int, refused: Int, moment: Int64, at elapsed: Int64, _ latencies: inout LatencyHistogram
    ) {
        for number in 0..<(acknowledged + refused) {
            guard let sent = ledger.popFirst() else { break }
            counts.unacknowledged -= 1
            let isTaken = number < acknowledged
            if isTaken {
                counts.acknowledged += 1
                latencies.record(moment - sent.at)
            } else {
                counts.refused += 1
            }
            guard let mark = sent.mark else { continue }
            if isTaken {
                counts.confirmed += 1
                confirmations?.append(FleetConfirmation(sent.tracker, mark, published: sent.at))
            }
            handle(.received(.stored(mark)), sent.tracker - range.lowerBound, at: elapsed)
        }
        admit(at: elapsed)
    }

    /// Somebody tells a tracker something.
    mutating func received(_ message: Message, at elapsed: Int64) {
        counts.received += 1
        guard let device = plan.topics.device(of: message.topic), let tracker = plan.tracker(device),
            range.contains(tracker), let downlink = Downlink(message, topics: plan.topics, at: time(elapsed))
        else { return }
        let index = tracker - range.lowerBound
        // Whoever floods it is not answered beyond all bounds.
        guard trackers[index].firmware.life != .off, ledger.count < 2 * plan.room else { return }
        // What a former run wanted of it does not count: the owner says anew what it should be.
        if case .desired = downlink, !trackers[index].isOnline { return }
        handle(.received(downlink), index, at: elapsed)
        if case .command(let command) = downlink, command.verb == .locate { locate(index, at: elapsed) }
        admit(at: elapsed)
    }

    /// The run is over: each that is there says that it goes, and what the broker keeps of all goes if so told.
    ///
    /// Goes as far as there is room, and answers whether all have gone.
    mutating func end(removes: Bool) -> Bool {
        while goodbyes < trackers.count {
            guard ledger.count + Self.wordsOfGoing <= plan.room else { return false }
            let index = goodbyes
            goodbyes += 1
            trackers[index].isOut = false
            sayGoodbye(index)
            guard removes, trackers[index].trip > 0 else { continue }
            for topic in plan.kept(of: range.lowerBound + index) {
                publish(Message(topic: topic, payload: [], retained: true), index)
            }
        }
        return true
    }

    /// What it takes of the room to go: that it is gone, and four topics that are emptied.
    private static let wordsOfGoing = 5

    /// What is to be published, at a moment in microseconds.
    mutating func take(at moment: Int64) -> [Message] {
        for index in max(0, ledger.count - outgoing.count)..<ledger.count { ledger[index].at = moment }
        defer { outgoing.removeAll(keepingCapacity: true) }
        return outgoing
    }
}

/// A position that the broker has acknowledged.
public struct FleetConfirmation: Hashable, Sendable {
    public let tracker: Int
    public let sequence: UInt32
    /// Microseconds since the start.
    public let published: Int64

    init(_ tracker: Int, _ mark: FixMark, published: Int64) {
        (self.tracker, sequence, self.published) = (tracker, mark.sequence, published)
    }
}
