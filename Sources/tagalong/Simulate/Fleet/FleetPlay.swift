import Simulation
import Tracking

/// How far a run of a fleet is: what has arrived and what time it is go in, what it does and what it came to come out.
struct FleetPlay {
    var fleet: Fleet
    private let run: FleetRun
    private var rides: FleetRides?
    private var audit: FleetAudit?
    private var latencies = LatencyHistogram()
    private var pulse = FleetPulse()
    private var nextPulse: Int64 = 1000
    private var stage = Stage.running
    private var ended = FleetReport.Ending.duration
    private var up: Set<Int> = []
    private var hasConnected = false
    private var isObserved = false
    /// What it had done when no more reports were made.
    private var load: FleetCounts?
    /// Whether the trackers say that they go: all at once, which is no part of the load.
    private var isGoing = false
    private var disconnects = 0
    /// What was wrong in the paths.
    private var trouble: (any Error)?
    private var signals = 0
    /// Milliseconds since the start: when the load began, and when it ended.
    private var begun: Int64?
    private var lasted: Int64 = 0

    private enum Stage {
        /// Reports are made.
        case running
        /// None are made any more, and what waits is sent: until a moment at most.
        case draining(until: Int64)
        /// All say that they go.
        case leaving(until: Int64)
        /// What has been acknowledged still arrives at who verifies.
        case observing(until: Int64)
        case over
    }

    /// Milliseconds for what is under way at the end to be acknowledged; our choice.
    private static let patience: Int64 = 10_000
    /// Milliseconds for the last positions to arrive at who verifies; our choice.
    private static let lastArrivals: Int64 = 3000

    init(_ run: FleetRun, start: Timestamp, rides: FleetRides?) {
        self.run = run
        self.rides = rides
        fleet = Fleet(run.plan, start: start, rides: rides != nil, isAudited: run.verifies)
        audit = run.verifies ? FleetAudit(run.plan) : nil
    }

    var isOver: Bool { if case .over = stage { true } else { false } }

    /// The first alone shows whether there is a broker; who verifies is there before all others.
    var connectionsWanted: Int {
        if audit != nil, !isObserved { return 0 }
        return hasConnected ? fleet.connections : min(1, fleet.connections)
    }

    /// Looks at what has arrived and at the time.
    mutating func look() throws {
        let elapsed = run.watch.microseconds / 1000
        for arrival in run.inbox.drain() { try take(arrival, at: elapsed) }
        for confirmation in fleet.takeConfirmations() { audit?.confirmed(confirmation) }
        advance(at: elapsed)
        guard elapsed >= nextPulse else { return }
        nextPulse += (elapsed - nextPulse) / 1000 * 1000 + 1000
        let second = fleet.takeLatencies()
        if !isGoing { latencies.merge(second) }
        let counts = fleet.counts
        if !isGoing { pulse.note(counts) }
        let down = max(0, fleet.connections - up.count)
        run.tell(
            pulse.line(
                counts, second, trackers: run.plan.trackers, lost: counts.lost, down: hasConnected ? down : 0,
                at: elapsed
            )
        )
    }

    private mutating func take(_ arrival: FleetInbox.Arrival, at elapsed: Int64) throws {
        switch arrival {
        case .connected(let connection):
            (hasConnected, _) = (true, up.insert(connection))
            fleet.connected(connection, at: elapsed)
        case .disconnected(let connection, let reason):
            guard hasConnected else { throw FleetRun.Unreachable(description: reason) }
            if up.remove(connection) != nil { disconnects += 1 }
            fleet.disconnected(connection)
            run.complain(reason)
        case .received(let connection, let messages):
            for message in messages { fleet.received(message, on: connection, at: elapsed) }
        case .settled(let connection, let acknowledged, let refused, let moment):
            fleet.settled(connection, acknowledged: acknowledged, refused: refused, moment: moment, at: elapsed)
        case .observed(let positions): for position in positions { audit?.observed(position) }
        case .observer(let isThere, let moment, let reason):
            guard isObserved || isThere else { throw FleetRun.Unreachable(description: reason ?? "") }
            isObserved = true
            audit?.observer(isThere: isThere, moment: moment)
            if let reason { run.complain("the subscriber of --verify: \(reason)") }
        case .failed(let reason): throw FleetRun.Unreachable(description: reason)
        case .signal:
            signals += 1
            if signals > 1 { finish() } else if case .running = stage { rest(.signal, at: elapsed) }
        }
    }

    private mutating func advance(at elapsed: Int64) {
        switch stage {
        case .running:
            let begun = begin(at: elapsed)
            lasted = elapsed
            if let duration = run.duration?.milliseconds, elapsed - begun >= duration {
                return rest(.duration, at: elapsed)
            }
            if let rides {
                do { try rides.advance(&fleet, to: elapsed) } catch {
                    // Those that are there still say that they go.
                    trouble = error
                    return rest(.failure, at: elapsed)
                }
                if rides.traffic.isOver { return rest(.paths, at: elapsed) }
            }
            fleet.advance(to: elapsed)
        case .draining(let until):
            guard elapsed >= until || fleet.counts.backlog == 0 else { return }
            latencies.merge(fleet.takeLatencies())
            isGoing = true
            stage = .leaving(until: max(until, elapsed + Self.patience / 2))
        case .leaving where up.isEmpty:
            run.complain("without a connection nobody is told that the trackers go")
            finish()
        case .leaving(let until):
            let areGone = fleet.end(removes: run.cleansUp)
            guard elapsed >= until || areGone && fleet.counts.unacknowledged == 0 else { return }
            stage = .observing(until: elapsed + Self.lastArrivals)
        case .observing(let until):
            guard let audit, audit.missing > 0, elapsed < until else { return finish() }
        case .over: break
        }
    }

    private mutating func begin(at elapsed: Int64) -> Int64 {
        if let begun { return begun }
        begun = elapsed
        return elapsed
    }

    private mutating func rest(_ reason: FleetReport.Ending, at elapsed: Int64) {
        let counts = fleet.counts
        (ended, load) = (reason, counts)
        pulse.note(counts)
        fleet.rest()
        stage = .draining(until: elapsed + Self.patience)
    }

    private mutating func finish() {
        stage = .over
        if !isGoing { latencies.merge(fleet.takeLatencies()) }
    }

    /// What it came to.
    var outcome: FleetOutcome {
        FleetOutcome(
            counts: fleet.counts,
            load: load ?? fleet.counts,
            latencies: latencies,
            audit: audit,
            ended: ended,
            seconds: Double(lasted - (begun ?? 0)) / 1000,
            mostBacklog: pulse.mostBacklog,
            disconnects: disconnects,
            trouble: trouble,
            leftOut: rides?.traffic.leftOut
        )
    }
}
