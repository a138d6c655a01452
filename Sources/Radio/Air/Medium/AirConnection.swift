internal import DequeModule

/// A connection between a controller and a tag or another controller, as the medium keeps it.
struct AirConnection: Sendable {
    /// Which side does something: who has connected, or who has advertised.
    enum Side: Sendable { case central, peripheral }

    /// Who has advertised.
    enum Peripheral: Hashable, Sendable {
        case tag(TagID)
        case controller(ReceiverID)
    }

    let id: LinkID
    /// The central.
    let receiver: ReceiverID
    let peripheral: Peripheral
    /// The moment of the first connection event; all others are whole intervals away.
    var anchor: AirTime
    var parameters: ConnectionParameters
    var stamp = 0
    /// When the two have last heard each other.
    var lastHeard: AirTime
    /// Whether the peripheral has got the connection request.
    var isEstablished: Bool
    var isEncrypted = false
    /// What the central has asked of a controller that has still to name the key; nothing else is said until then.
    var keyRequest: EncryptionRequest?
    /// Whether the peripheral has been taken away.
    var isPeerGone = false
    var dataLength = DataLength.initial
    var phys = LinkPHYs()
    var toTag: Deque<ACLFragment> = []
    var toController: Deque<ACLFragment> = []
    var procedures: Deque<Running> = []
    /// Why and by whom it is being ended.
    var end: (reason: HCI.Status, by: Side)?

    /// A procedure with the connection events that it still takes, and who has begun it.
    struct Running: Sendable {
        var procedure: LinkProcedure
        var events: Int
        let side: Side
    }

    /// Whether each connection event counts.
    var isBusy: Bool { !toTag.isEmpty || !toController.isEmpty || !procedures.isEmpty || end != nil }

    /// Whether the end can be told: what its side said before goes first.
    var isReadyToEnd: Bool {
        switch end?.by {
        case .central: toTag.isEmpty || keyRequest != nil
        case .peripheral: toController.isEmpty || keyRequest != nil
        case nil: false
        }
    }

    /// Which side a controller is on; nil for one that has no part in it.
    func side(of controller: ReceiverID) -> Side? {
        if controller == receiver { return .central }
        return peripheral == .controller(controller) ? .peripheral : nil
    }

    /// What the peripheral sends with.
    var transmitter: Transmitter {
        switch peripheral {
        case .tag(let tag): .tag(tag)
        case .controller(let controller): .receiver(controller, set: 0)
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
