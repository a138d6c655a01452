import Bluetooth
import Messages
import Tracking

/// What a gateway knows of a tracker that it serves.
struct Served: Sendable {
    var isLinked = false
    /// Whether nothing has been told yet of the end of its link.
    var mayBeLost = false
    /// Its link is to come back by then; nil for one that was not let go for a moment.
    var restsUntil: Timestamp?
    var desired: Kept<DesiredState>?
    var stored: FixMark?
    var activeMode: Mode?
    /// Whether somebody has made an item of it.
    var isAdded = false
    var referenceSent: Timestamp?
    /// Nil for that of the configuration.
    var pathLoss: PathLoss?
    var kind = ServedTag.Kind.tracker
    var refusals: [Command.Verb: String] = [:]
    /// Milliseconds from one advertisement to the next; nil for not known.
    var advertiseEvery: Int64?
    /// By the address of the adapter.
    var heard: [BluetoothAddress?: Hearing] = [:]
    /// Commands without an answer yet, the oldest first.
    var waiting: [Waiting] = []
    /// The ids of commands that were answered in the tracker's place.
    var answered: [String] = []
    /// The ids of the latest commands to forget the owner.
    var unregisters: [String] = []
    var choice = ReceiverChoice()

    struct Waiting: Sendable {
        var command: Command
        var until: Timestamp
    }

    /// Whether the bus has told what is told of trackers alone; a phone may be asked where it is.
    var isTracker: Bool { desired != nil || stored != nil || activeMode != nil || isAdded }

    /// Notes where its owner is: whether it is told so over its link, and what is wanted of it where it is told so over the
    /// network, from time to time; neither when another gateway has it.
    mutating func refer(
        to reference: Reference, at now: Timestamp, every interval: Int64, from gateway: Name
    ) -> (isLinked: Bool, desired: Kept<DesiredState>?) {
        guard kind == .tracker, choice.owner.map({ $0.gateway == gateway }) ?? true else { return (false, nil) }
        guard activeMode != .bluetooth || !isLinked, desired?.value.isRegistered == true,
            referenceSent.map({ now.milliseconds - $0.milliseconds >= interval }) ?? true
        else { return (isLinked, nil) }
        desired?.value.reference = reference
        referenceSent = now
        return (isLinked, desired)
    }

    /// What the bus has told, without what the radio has.
    var rest: Served {
        var rest = Served()
        rest.desired = desired
        rest.stored = stored
        rest.activeMode = activeMode
        rest.isAdded = isAdded
        return rest
    }
}
