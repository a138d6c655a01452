public import Bluetooth
public import Tracking

/// A part of what a simulated tag does: some services, some of its advertisement, and how it behaves in time.
///
/// A value: events go in, effects come out, and time is told. ``TagServices`` puts several parts behind one server,
/// which has checked by their properties what may be read and written, and filters what nobody has subscribed to.
public protocol TagPart: Sendable {
    var services: [LocalService] { get }

    /// When it wants a ``TagEvent/tick``, if at all; asked again after each call.
    var nextWakeUp: Timestamp? { get }

    /// Whether what it says needs an extended advertisement.
    var advertisesExtended: Bool { get }

    /// What it adds to the tag's advertisement; nil when it says nothing.
    func advertisement(at now: Timestamp) -> Advertisement?

    /// - Throws: `AttributeError`, which goes to the central.
    func read(_ attribute: AttributeName, over link: LinkState, at now: Timestamp) throws(AttributeError) -> [UInt8]

    /// - Throws: `AttributeError`, which goes to the central; nothing has changed then.
    mutating func write(
        _ value: [UInt8], to attribute: AttributeName, over link: LinkState, at now: Timestamp
    ) throws(AttributeError) -> [TagEffect]

    mutating func handle(_ event: TagEvent, at now: Timestamp) -> [TagEffect]
}

extension TagPart {
    public var services: [LocalService] { [] }
    public var nextWakeUp: Timestamp? { nil }
    public var advertisesExtended: Bool { false }
    public func advertisement(at now: Timestamp) -> Advertisement? { nil }

    public func read(
        _ attribute: AttributeName, over link: LinkState, at now: Timestamp
    ) throws(AttributeError) -> [UInt8] {
        throw .readNotPermitted
    }

    public mutating func write(
        _ value: [UInt8], to attribute: AttributeName, over link: LinkState, at now: Timestamp
    ) throws(AttributeError) -> [TagEffect] {
        throw .writeNotPermitted
    }

    public mutating func handle(_ event: TagEvent, at now: Timestamp) -> [TagEffect] { [] }
}

/// What happens to a tag, besides being read and written.
public enum TagEvent: Hashable, Sendable {
    /// A first central has come, or the last one is gone.
    case link(isUp: Bool)
    /// A first central has subscribed, or none is any more.
    case subscribed(AttributeName, Bool)
    /// Somebody presses its button.
    case pressed
    /// It has got an owner, or has none any more.
    case owned(Bool)
    /// Its owner has come near, or has gone away.
    case owner(isNear: Bool)
    /// What is left in its battery, in per cent.
    case battery(Int)
    /// Time has passed.
    case tick
}

/// What a tag does by itself or as an answer.
public enum TagEffect: Hashable, Sendable {
    /// A value for every central that has subscribed to it.
    case notify(AttributeUpdate)
    /// A value for the central whose write it answers, if that one has subscribed to it.
    case answer(AttributeUpdate)
    /// It begins to sound, or falls silent.
    case sound(Bool)
    /// It takes a new address, and forgets the old one.
    case rotateAddress
    /// It takes this random address, which its key prescribes.
    case takeAddress(BluetoothAddress)
    /// Its advertisement is another one from now on, or there is none, or one again.
    case advertisementChanged
}
