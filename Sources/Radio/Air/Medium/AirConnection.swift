internal import DequeModule

/// A connection between a controller and a tag, as the medium keeps it.
struct AirConnection: Sendable {
    /// Which side ends a link.
    enum Side: Sendable { case controller, tag }

    let id: LinkID
    let receiver: ReceiverID
    let tag: TagID
    /// The moment of the first connection event; all others are whole intervals away.
    var anchor: AirTime
    var parameters: ConnectionParameters
    var stamp = 0
    /// When the two have last heard each other.
    var lastHeard: AirTime
    /// Whether the tag has got the connection request.
    var isEstablished: Bool
    var isEncrypted = false
    /// Whether the tag has been taken away.
    var isPeerGone = false
    var dataLength = DataLength.initial
    var phys = LinkPHYs()
    var toTag: Deque<ACLFragment> = []
    var toController: Deque<ACLFragment> = []
    var procedures: Deque<Running> = []
    /// Why and by whom it is being ended.
    var end: (reason: HCI.Status, by: Side)?

    /// A procedure with the connection events that it still takes.
    struct Running: Sendable {
        var procedure: LinkProcedure
        var events: Int
    }

    /// Whether each connection event counts.
    var isBusy: Bool { !toTag.isEmpty || !toController.isEmpty || !procedures.isEmpty || end != nil }

    /// Whether the end can be told: what its side said before goes first.
    var isReadyToEnd: Bool {
        switch end?.by {
        case .controller: toTag.isEmpty
        case .tag: toController.isEmpty
        case nil: false
        }
    }

    /// The first connection event after a moment; with nothing to say, the first of those that are looked at.
    func nextEvent(after time: AirTime) -> AirTime {
        let interval = parameters.intervalMicroseconds
        let elapsed = max(0, time - anchor)
        let next = isBusy ? 1 : max(1, idleMicroseconds / interval)
        return anchor.after((elapsed / interval + next) * interval)
    }

    /// An idle link is looked at every tenth of a second, or eight times in a supervision timeout.
    private var idleMicroseconds: Int64 { min(100_000, parameters.timeoutMicroseconds / 8) }
}
