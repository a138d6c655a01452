public import Bluetooth
public import Tracking

/// A tag that follows "Detecting Unwanted Location Trackers", draft 00.
///
/// It says whether its owner is near; while it is separated, whoever connects may ask for its make and let it sound, and,
/// for five minutes after its button was pressed, may read its identifier.
public struct DULTAccessory: TagPart {
    public static let service = uuid("15190001-12F4-C226-88ED-2AC5579F2A85")
    public static let controlPoint = AttributeName(
        service: service, characteristic: uuid("8E0C0001-1D68-FB92-BF61-48377421680E")
    )

    /// A literal that is one; a wrong one would be found by the first test.
    private static func uuid(_ text: String) -> BluetoothUUID { BluetoothUUID(text) ?? BluetoothUUID(0) }

    /// How long its identifier can be read after its button was pressed.
    public static let identifierLasts: Duration = .seconds(5 * 60)

    public let information: DULTInformation
    public private(set) var proximity: OwnerProximity
    /// How long it sounds unless told otherwise: the draft's recommendation.
    public static let usualSound: Duration = .seconds(12)

    /// How long it sounds: 5 to 30 s.
    public let soundLasts: Duration
    /// The encrypted identifier, as hexadecimal digits travel.
    private let identifier: [UInt8]
    private var battery = 100
    private var isSubscribed = false
    private var sound: Sound?
    private var identifierUntil: Timestamp?
    /// Whether it has an owner, from whom it could be separated.
    private var isOwned: Bool

    private struct Sound: Sendable {
        var end: Timestamp
        /// Whether no link has come or gone that was the first or the last, so that who asked for it may still be there.
        var isOfThisLink = true
    }

    /// A tag whose owner is near; without one it advertises nothing and obeys nobody.
    ///
    /// How long it sounds is brought into 5 to 30 s.
    public init(
        information: DULTInformation,
        identifier: [UInt8],
        policy: OwnerProximity.Policy = .init(),
        soundLasts: Duration = Self.usualSound,
        isOwned: Bool = true,
        at now: Timestamp
    ) {
        self.information = information
        self.identifier = Array(identifier.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined().utf8)
        self.soundLasts = max(.seconds(5), min(soundLasts, .seconds(30)))
        self.isOwned = isOwned
        proximity = OwnerProximity(policy: policy, at: now)
    }

    public var services: [LocalService] {
        [
            LocalService(
                uuid: Self.service,
                characteristics: [
                    LocalCharacteristic(uuid: Self.controlPoint.characteristic, properties: [.write, .indicate])
                ]
            )
        ]
    }

    public var nextWakeUp: Timestamp? {
        guard isOwned else { return sound?.end }
        return min(proximity.nextWakeUp, sound?.end ?? proximity.nextWakeUp)
    }

    public func advertisement(at now: Timestamp) -> Advertisement? {
        guard isOwned else { return nil }
        let state: UInt8 = proximity.isSeparated ? 0 : 1
        return Advertisement(serviceData: [DULTFrame.service: [information.network, state]])
    }

    public mutating func handle(_ event: TagEvent, at now: Timestamp) -> [TagEffect] {
        switch event {
        case .link:
            isSubscribed = false
            sound?.isOfThisLink = false
            return []
        case .subscribed(Self.controlPoint, let isSubscribed):
            self.isSubscribed = isSubscribed
            return []
        case .subscribed: return []
        case .pressed:
            identifierUntil = now.advanced(by: Self.identifierLasts)
            return []
        case .owned(let isOwned):
            guard isOwned != self.isOwned else { return [] }
            self.isOwned = isOwned
            proximity = OwnerProximity(policy: proximity.policy, at: now)
            // Nobody is to follow the address that it had.
            return endSound() + [.rotateAddress, .advertisementChanged]
        case .owner(let isNear):
            guard isOwned else { return [] }
            return carryOut(proximity.owner(isNear: isNear, at: now))
        case .battery(let percent):
            battery = percent
            return []
        case .tick:
            let silence = sound.map { $0.end <= now } ?? false ? endSound() : []
            return silence + (isOwned ? carryOut(proximity.tick(at: now)) : [])
        }
    }

    private mutating func carryOut(_ actions: [OwnerProximity.Action]) -> [TagEffect] {
        var effects: [TagEffect] = []
        for action in actions {
            switch action {
            case .becomes(isSeparated: true): effects.append(.advertisementChanged)
            case .becomes(isSeparated: false): effects += endSound() + [.advertisementChanged]
            case .rotateAddress: effects.append(.rotateAddress)
            }
        }
        return effects
    }

    private mutating func endSound() -> [TagEffect] {
        guard let ended = sound else { return [] }
        sound = nil
        return [.sound(false)] + (ended.isOfThisLink ? [say(DULTMessage.of(DULTOpcode.soundCompleted.rawValue))] : [])
    }

    private func say(_ message: [UInt8]) -> TagEffect { .notify(AttributeUpdate(Self.controlPoint, value: message)) }

    /// What a central has asked for is told to it alone, as Nordic's firmware does (sdk-nrf, `subsys/dult/bt/anos.c`).
    private func tell(_ message: [UInt8]) -> TagEffect { .answer(AttributeUpdate(Self.controlPoint, value: message)) }
}

// MARK: The control point

extension DULTAccessory {
    public mutating func write(
        _ value: [UInt8], to attribute: AttributeName, over link: LinkState, at now: Timestamp
    ) throws(AttributeError) -> [TagEffect] {
        guard value.count >= 2 else { throw .invalidLength }
        guard isSubscribed else { throw .notSubscribed }
        let number = UInt16(value[0]) | UInt16(value[1]) << 8
        guard let opcode = DULTOpcode(rawValue: number) else { return respond(number, .invalidCommand) }
        guard value.count == 2 else { return respond(number, .invalidLength) }
        // The draft: near the owner the opcodes of the accessory information are no commands, and in all states but the
        // separated one those of the controls are none.
        guard !isOwned || proximity.isSeparated else { return respond(number, .invalidCommand) }
        if let answer = information.answer(to: opcode, battery: battery) {
            return [tell(DULTMessage.of(number | DULTOpcode.informationResponse, answer))]
        }
        guard isOwned else { return respond(number, .invalidCommand) }
        return control(opcode, at: now)
    }

    private mutating func control(_ opcode: DULTOpcode, at now: Timestamp) -> [TagEffect] {
        switch opcode {
        case .soundStart:
            guard sound == nil else { return respond(opcode.rawValue, .invalidState) }
            sound = Sound(end: now.advanced(by: soundLasts))
            return respond(opcode.rawValue, .success) + [.sound(true)]
        case .soundStop:
            guard sound?.isOfThisLink == true else { return respond(opcode.rawValue, .invalidState) }
            return endSound()
        case .getIdentifier:
            guard let identifierUntil, now < identifierUntil else { return respond(opcode.rawValue, .invalidCommand) }
            return [tell(DULTMessage.of(DULTOpcode.getIdentifierResponse.rawValue, identifier))]
        default: return respond(opcode.rawValue, .invalidCommand)
        }
    }

    private func respond(_ opcode: UInt16, _ status: DULTStatus) -> [TagEffect] {
        [tell(DULTMessage.response(to: opcode, status))]
    }
}
