internal import DequeModule
public import Paths
import Tracking

/// Vehicles of a traffic simulation that trackers of a fleet ride with: each takes a free one when it appears, and leaves
/// it when it is gone.
public struct FleetTraffic: Sendable {
    /// Steps that have been read and whose time has not come.
    private var steps: Deque<FCDStep> = []
    private var riders: [String: Rider] = [:]
    /// Trackers that no vehicle has, the next one last.
    private var free: [Int]
    /// Vehicles on the road for which there was none.
    private var standing: Set<String> = []
    /// How many vehicles found no free tracker.
    public private(set) var leftOut = 0
    private var hasEnded = false
    private var count: UInt64 = 0
    /// Milliseconds that the file's own time is behind that of the fleet.
    private var offset: Int64?

    private struct Rider {
        var tracker: Int
        /// The step that saw it last.
        var seen: UInt64
    }

    /// Traffic for so many trackers.
    public init(trackers: Int) { free = Array((0..<trackers).reversed()) }

    /// Whether more steps have to be read before a moment, in milliseconds since the start.
    public func needsSteps(until elapsed: Int64) -> Bool {
        guard !hasEnded else { return false }
        guard let last = steps.last, steps.count > 1 else { return true }
        return moment(of: last) < elapsed
    }

    /// Takes in what comes next; the last of it when told so.
    public mutating func add(_ more: [FCDStep], isLast: Bool) {
        steps.append(contentsOf: more)
        hasEnded = hasEnded || isLast
    }

    /// Whether the last step is over.
    public var isOver: Bool { hasEnded && steps.isEmpty }

    /// Lets everybody drive on to a moment, with the fleet's trackers.
    public mutating func advance(_ fleet: inout Fleet, to elapsed: Int64) {
        while let step = steps.first, steps.count > 1 || hasEnded {
            if offset == nil { offset = elapsed - Int64(step.time * 1000) }
            guard moment(of: step) <= elapsed else { return }
            steps.removeFirst()
            play(step, &fleet)
        }
    }

    private func moment(of step: FCDStep) -> Int64 { Int64(step.time * 1000) + (offset ?? 0) }

    private mutating func play(_ step: FCDStep, _ fleet: inout Fleet) {
        count += 1
        let now = moment(of: step)
        var ahead: [String: FCDVehicle] = [:]
        for vehicle in steps.first?.vehicles ?? [] { ahead[vehicle.id] = vehicle }
        let then = steps.first.map { moment(of: $0) } ?? now
        for vehicle in step.vehicles { riders[vehicle.id]?.seen = count }
        // By name, so that the same file gives the same trackers the same ways.
        for (id, rider) in riders.filter({ $0.value.seen != count }).sorted(by: { $0.key < $1.key }) {
            riders[id] = nil
            free.append(rider.tracker)
            fleet.leave(rider.tracker)
        }
        var refused: Set<String> = []
        for vehicle in step.vehicles {
            guard let tracker = board(vehicle.id) else {
                if !standing.contains(vehicle.id) { leftOut += 1 }
                refused.insert(vehicle.id)
                continue
            }
            let next = ahead[vehicle.id] ?? vehicle
            fleet.move(tracker, FleetLeg(from: vehicle.position, to: next.position, start: now, end: then))
            fleet.join(tracker, at: now)
        }
        standing = refused
    }

    private mutating func board(_ id: String) -> Int? {
        if let rider = riders[id] { return rider.tracker }
        guard let tracker = free.popLast() else { return nil }
        riders[id] = Rider(tracker: tracker, seen: count)
        return tracker
    }
}

extension FCDVehicle {
    fileprivate var position: FleetPosition {
        FleetPosition(coordinate: coordinate, speed: speed.map { ($0 * 36).rounded() / 10 }, course: course?.rounded())
    }
}

/// The way from one step of a vehicle to the next, in milliseconds since the start.
struct FleetLeg: Hashable, Sendable {
    var from: FleetPosition
    var to: FleetPosition
    var start: Int64
    var end: Int64

    /// Where it is at a moment; behind the end, there.
    func position(at elapsed: Int64) -> FleetPosition {
        let share = end > start ? Double(elapsed - start) / Double(end - start) : 0
        var position = from
        position.coordinate = from.coordinate.interpolated(to: to.coordinate, fraction: share).rounded
        return position
    }
}
