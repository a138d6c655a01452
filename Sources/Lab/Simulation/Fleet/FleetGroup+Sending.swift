internal import DequeModule
import Firmware
import Messages
import Tracking

/// What follows from what happens: a tracker's actions, and who waits for room.
extension FleetGroup {
    /// What it takes of the room to come: what the owner wants, that it is there, what it is, where it is.
    private static let wordsOfComing = 4

    private var hasRoom: Bool { isUp && ledger.count + Self.wordsOfComing <= plan.room }

    func time(_ elapsed: Int64) -> Timestamp { start.advanced(by: .milliseconds(elapsed)) }

    /// The satellites tell where a tracker is.
    mutating func locate(_ index: Int, at elapsed: Int64) {
        let seconds = Double(elapsed) / 1000
        guard let place = trackers[index].place(at: elapsed) else { return }
        if !hasRoom, trackers[index].isLinked, !trackers[index].isSending { unlink(index, at: elapsed) }
        let battery = trackers[index].battery(after: seconds)
        if battery != trackers[index].firmware.battery { handle(.battery(battery), index, at: elapsed) }
        handle(.fix(place.fix(at: time(elapsed))), index, at: elapsed)
    }

    /// To the firmware a connection without room is none: it keeps what it has.
    private mutating func unlink(_ index: Int, at elapsed: Int64) {
        trackers[index].isLinked = false
        handle(.link(.cellular, up: false), index, at: elapsed)
        wait(index)
    }

    mutating func wait(_ index: Int) {
        guard !trackers[index].isWaiting else { return }
        trackers[index].isWaiting = true
        queue.append(index)
    }

    /// Lets those in that wait, while there is room.
    mutating func admit(at elapsed: Int64) {
        while hasRoom, let index = queue.popFirst() {
            trackers[index].isWaiting = false
            guard trackers[index].wantsLink, trackers[index].isOwned else { continue }
            if !trackers[index].isOnline, trackers[index].isOut { introduce(index) }
            guard !trackers[index].isLinked else { continue }
            trackers[index].isLinked = true
            handle(.link(.cellular, up: true), index, at: elapsed)
        }
    }

    /// What is published of a tracker that comes: by its owner what it should be, then by itself that it is there.
    private mutating func introduce(_ index: Int) {
        trackers[index].isOnline = true
        let number = range.lowerBound + index
        if trackers[index].trip == 1 {
            let topic = plan.topics.desired(plan.device(number))
            let payload = trackers[index].firmware.desired.encoded()
            publish(Message(topic: topic, payload: payload, retained: true), index)
        }
        publish(plan.availability(.online, of: number), index)
    }

    mutating func sayGoodbye(_ index: Int) {
        guard trackers[index].isOnline else { return }
        trackers[index].isOnline = false
        publish(plan.availability(.offline, of: range.lowerBound + index), index)
    }

    mutating func handle(_ event: FirmwareEvent, _ index: Int, at elapsed: Int64) {
        var pending = actions
        actions = []
        pending.removeAll(keepingCapacity: true)
        let before = trackers[index].firmware.ring.state
        trackers[index].firmware.handle(event, at: time(elapsed), &pending)
        count(before, trackers[index].firmware.ring.state, isFix: event.isFix)
        for action in pending {
            switch action {
            case .modem(let on):
                trackers[index].wantsLink = on
                if on { wait(index) } else { trackers[index].isLinked = false }
            case .send(let uplink, _): send(uplink, index)
            case .gnss, .ring: break
            }
        }
        actions = pending
    }

    private mutating func count(_ before: FixRing.State, _ after: FixRing.State, isFix: Bool) {
        let thinned = max(0, after.thinned - before.thinned)
        counts.thinned += thinned
        counts.waiting += after.unsent - before.unsent
        if isFix { counts.made += after.count - before.count + thinned }
    }

    private mutating func send(_ uplink: Uplink, _ index: Int) {
        let id = plan.device(range.lowerBound + index)
        switch uplink {
        case .fix(let fix, let sent):
            counts.sent += 1
            let location = LocationMessage(fix, createdAt: sent, gateway: nil, initials: id.device.initials)
            let message = Message(topic: plan.topics.location(id), payload: location.encoded(), retained: true)
            publish(message, index, mark: fix.mark)
        case .reported(let state):
            publish(Message(topic: plan.topics.reported(id), payload: state.encoded(), retained: true), index)
        case .result(let result): publish(Message(topic: plan.topics.result(id), payload: result.encoded()), index)
        }
    }

    mutating func publish(_ message: Message, _ index: Int, mark: FixMark? = nil) {
        counts.published += 1
        counts.bytes += message.topic.utf8.count + message.payload.count
        counts.unacknowledged += 1
        ledger.append(Sent(tracker: range.lowerBound + index, mark: mark))
        outgoing.append(message)
    }
}

extension FixRing {
    fileprivate struct State { var count: Int, unsent: Int, thinned: Int }

    fileprivate var state: State { State(count: count, unsent: unsent, thinned: thinned) }
}

extension FirmwareEvent {
    fileprivate var isFix: Bool { if case .fix = self { true } else { false } }
}
