internal import HeapModule
public import Messages
public import Tracking

/// A fleet of trackers in front of a broker: our firmware in each, as values, on one clock.
///
/// It has no clock and no connection of its own: it is told of the time and of what happens on its connections, and
/// answers with what is to be published. Times are milliseconds since the start.
public struct Fleet: Sendable {
    public let plan: FleetPlan
    public let start: Timestamp
    private var groups: [FleetGroup] = []
    private var turns = Heap<Turn>()
    private var nextToJoin = 0
    /// Whether trackers join by themselves; else vehicles take them along.
    private let joinsByItself: Bool
    private let isAudited: Bool
    private var opened = 0
    private var isOver = false
    private var counted = FleetCounts()
    private var latencies = LatencyHistogram()

    private struct Turn: Comparable {
        var due: Int64
        var tracker: Int
        var trip: UInt32

        static func < (left: Turn, right: Turn) -> Bool { (left.due, left.tracker) < (right.due, right.tracker) }
    }

    /// A fleet at its start.
    ///
    /// - Parameters:
    ///   - plan: What was asked for.
    ///   - start: When it starts; its boots and versions count from it, as brokers remember those of earlier runs.
    ///   - rides: Whether trackers come and go with vehicles instead of by themselves.
    ///   - isAudited: Whether somebody takes ``takeConfirmations()``.
    public init(_ plan: FleetPlan, start: Timestamp, rides: Bool = false, isAudited: Bool = false) {
        self.plan = plan
        self.start = start
        self.isAudited = isAudited
        joinsByItself = !rides
        groups.reserveCapacity(plan.connections)
    }

    /// The boot of all trackers: seconds since 2020, as in other runs of simulated trackers.
    public var boot: UInt32 { UInt32(clamping: start.wholeSeconds - 1_577_836_800) + 1 }

    /// How many connections are wanted by now.
    public var connections: Int { groups.count }

    /// When something is due next; nil for never.
    public var nextDue: Int64? {
        if isOver { return nil }
        let join = joinsByItself && nextToJoin < plan.trackers ? plan.pace.join(nextToJoin) : nil
        return [join, turns.min?.due].compactMap(\.self).min()
    }

    /// Lets time pass: trackers join, and report where it is their turn.
    public mutating func advance(to elapsed: Int64) {
        guard !isOver else { return }
        while joinsByItself, nextToJoin < plan.trackers, plan.pace.join(nextToJoin) <= elapsed {
            join(nextToJoin, at: plan.pace.join(nextToJoin))
            nextToJoin += 1
        }
        while let turn = turns.min, turn.due <= elapsed {
            turns.removeMin()
            play(turn, at: elapsed)
        }
    }

    private mutating func play(_ turn: Turn, at elapsed: Int64) {
        let connection = plan.connection(of: turn.tracker)
        guard groups[connection].trip(of: turn.tracker) == turn.trip else { return }
        guard let interval = groups[connection].interval(of: turn.tracker) else { return }
        counted.latest = max(counted.latest, elapsed - turn.due)
        // What this machine has not come to is left out: made up at once it would be a load of another kind.
        let missed = (elapsed - turn.due) / interval
        counted.skipped += Int(missed)
        let due = turn.due + missed * interval
        groups[connection].report(turn.tracker, at: due)
        turns.insert(Turn(due: due + interval, tracker: turn.tracker, trip: turn.trip))
    }

    /// A tracker sets out; its connection is wanted from now on.
    mutating func join(_ tracker: Int, at elapsed: Int64) {
        let connection = plan.connection(of: tracker)
        prepare(connection)
        guard groups[connection].join(tracker, at: elapsed) else { return }
        let due = plan.pace.turn(tracker, from: elapsed)
        turns.insert(Turn(due: due, tracker: tracker, trip: groups[connection].trip(of: tracker)))
    }

    /// A connection is wanted from now on, and all before it.
    private mutating func prepare(_ connection: Int) {
        while groups.count <= connection {
            groups.append(
                FleetGroup(
                    plan,
                    connection: groups.count,
                    start: start,
                    boot: boot - 1,
                    moves: joinsByItself,
                    isAudited: isAudited
                )
            )
        }
    }

    /// The vehicle that a tracker rides with goes on.
    mutating func move(_ tracker: Int, _ leg: FleetLeg) {
        prepare(plan.connection(of: tracker))
        groups[plan.connection(of: tracker)].move(tracker, leg)
    }

    mutating func leave(_ tracker: Int) { groups[plan.connection(of: tracker)].leave(tracker) }
}

/// What happens on its connections.
extension Fleet {
    public mutating func connected(_ connection: Int, at elapsed: Int64) { groups[connection].connected(at: elapsed) }

    public mutating func disconnected(_ connection: Int) { groups[connection].disconnected() }

    /// Somebody tells one of the trackers of a connection something.
    public mutating func received(_ message: Message, on connection: Int, at elapsed: Int64) {
        groups[connection].received(message, at: elapsed)
    }

    /// The broker has answered for so many messages of a connection, from the oldest on, at a moment in microseconds.
    public mutating func settled(
        _ connection: Int, acknowledged: Int, refused: Int, moment: Int64, at elapsed: Int64
    ) {
        groups[connection].settled(
            acknowledged: acknowledged, refused: refused, moment: moment, at: elapsed, &latencies
        )
    }

    /// Whether something is to be published on a connection.
    public func hasOutgoing(_ connection: Int) -> Bool { !groups[connection].outgoing.isEmpty }

    /// What is to be published on a connection now, at a moment in microseconds.
    public mutating func take(_ connection: Int, moment: Int64) -> [Message] { groups[connection].take(at: moment) }

    /// No more reports: what waits is still sent.
    public mutating func rest() { isOver = true }

    /// All that are there say that they go, and what the broker keeps of them goes with them if so told.
    ///
    /// Goes as far as there is room, and answers whether all have gone; who has not goes with the next call.
    public mutating func end(removes: Bool) -> Bool {
        isOver = true
        var areGone = true
        for connection in groups.indices where !groups[connection].end(removes: removes) { areGone = false }
        return areGone
    }

    /// The latencies since this was called last, in microseconds.
    public mutating func takeLatencies() -> LatencyHistogram {
        defer { latencies = LatencyHistogram() }
        return latencies
    }

    /// The positions that the broker has acknowledged since this was called last.
    public mutating func takeConfirmations() -> [FleetConfirmation] {
        var all: [FleetConfirmation] = []
        for connection in groups.indices where groups[connection].confirmations?.isEmpty == false {
            all += groups[connection].confirmations ?? []
            groups[connection].confirmations = []
        }
        return all
    }

    /// What it has done so far.
    public var counts: FleetCounts { groups.reduce(counted) { $0 + $1.counts } }
}
