public import Bluetooth
public import Firmware
public import Tracking

/// A tracker's attributes as a value: what reading answers, what writing makes happen, what is notified.
///
/// A write becomes an event for the firmware; what the firmware makes of it is then told by ``took(_:_:)``.
public struct TrackerTable: Sendable {
    public let number: TrackerNumber
    /// In dBm.
    public let txPower: Int8
    public private(set) var view: TrackerView
    public private(set) var subscriptions: Set<AttributeName> = []
    var lastFix: SentFix?
    var linkLossAlert = AlertLevelValue.none
    /// The registration that was answered last over this link.
    private var answered: Registration?

    public init(number: TrackerNumber, txPower: Int8 = 0, view: TrackerView) {
        self.number = number
        self.txPower = txPower
        self.view = view
    }

    /// Takes a value for a characteristic, and returns what happens to the firmware by it; nil for nothing.
    ///
    /// - Throws: ``AttributeError``; nothing has changed then.
    public mutating func write(
        _ value: [UInt8], to attribute: AttributeName, over link: LinkState
    ) throws(AttributeError) -> FirmwareEvent? {
        guard let characteristic = TrackerServices.characteristic(attribute),
            !characteristic.properties.isDisjoint(with: [.write, .writeWithoutResponse])
        else { throw .writeNotPermitted }
        try Self.check(characteristic, over: link)
        guard value.count <= GATTValueError.longestValue else { throw .invalidLength }
        switch attribute {
        case .alert:
            return .alert(try Self.read { () throws(GATTValueError) in try AlertLevelValue(gattValue: value) } != .none)
        case .linkLoss:
            linkLossAlert = try Self.read { () throws(GATTValueError) in try AlertLevelValue(gattValue: value) }
            return nil
        case .tagalong(TagalongService.registration): return try register(value)
        case .tagalong(TagalongService.control): return try control(value)
        default: return try decode(value, attribute.characteristic)
        }
    }

    private func register(_ value: [UInt8]) throws(AttributeError) -> FirmwareEvent {
        let registration = try Self.read { () throws(GATTValueError) in try Registration(gattValue: value) }
        try requireSubscription(to: TagalongService.registration)
        return .registrationRequested(registration)
    }

    private func control(_ value: [UInt8]) throws(AttributeError) -> FirmwareEvent {
        // The number of an operation that a later version knows is no malformed value.
        if value.count > 1, value[0] == 1, !(1...6).contains(value[1]) { throw .unknownRequest }
        let request = try Self.read { () throws(GATTValueError) in try ControlRequest(gattValue: value) }
        if request == .confirmRegistration {
            guard answered != nil else { throw .notRegistered }
            return .registrationConfirmed
        }
        if case .command = request { try requireSubscription(to: TagalongService.control) }
        return try decode(value, TagalongService.control)
    }

    private func decode(_ value: [UInt8], _ characteristic: BluetoothUUID) throws(AttributeError) -> FirmwareEvent {
        guard view.owner != nil else { throw .notRegistered }
        let downlink = try Self.read { () throws(GATTValueError) in try Downlink(of: characteristic, value: value) }
        guard let downlink else { throw .requestNotSupported }
        return .received(downlink)
    }

    private func requireSubscription(to characteristic: BluetoothUUID) throws(AttributeError) {
        guard subscriptions.contains(.tagalong(characteristic)) else { throw .notSubscribed }
    }

    static func check(_ characteristic: LocalCharacteristic, over link: LinkState) throws(AttributeError) {
        guard characteristic.needsEncryption else { return }
        guard link.isEncrypted else { throw .insufficientEncryption }
        guard link.isBonded else { throw .insufficientAuthentication }
    }

    private static func read<Value>(_ decode: () throws(GATTValueError) -> Value) throws(AttributeError) -> Value {
        do throws(GATTValueError) { return try decode() } catch { throw .malformed }
    }
}

extension TrackerTable {
    /// The firmware has taken an event that a write brought, and is now like this; returns what is to be notified.
    ///
    /// - Throws: ``AttributeError`` where the firmware did not do what was asked.
    public mutating func took(_ event: FirmwareEvent, _ view: TrackerView) throws(AttributeError) -> [AttributeUpdate] {
        var updates = update(view)
        switch event {
        case .registrationRequested(let registration):
            let isAccepted = view.pending == registration
            if isAccepted { answered = registration }
            let answer = RegistrationAnswer(status: isAccepted ? .accepted : .otherOwner, number: number)
            updates += told(.tagalong(TagalongService.registration), answer.gattValue)
        case .registrationConfirmed:
            // Confirming once more what holds already is no error.
            guard let answered, view.registration == answered, view.pending == nil else { throw .notRegistered }
        default: break
        }
        return updates
    }

    /// The firmware is like this now.
    public mutating func update(_ view: TrackerView) -> [AttributeUpdate] {
        defer { self.view = view }
        // Nobody reads where the last owner's tracker was.
        if view.owner != self.view.owner { lastFix = nil }
        guard view.state.battery != self.view.state.battery else { return [] }
        return told(.battery, [UInt8(clamping: view.state.battery ?? 0)])
    }

    /// The firmware says something over Bluetooth.
    public mutating func say(_ uplink: Uplink) -> [AttributeUpdate] {
        let (characteristic, value) = uplink.gatt
        var updates = told(.tagalong(characteristic), value)
        if case .fix(let fix, let sent) = uplink {
            lastFix = SentFix(fix, sent: sent)
            updates += told(.locationAndSpeed, LocationAndSpeed(fix).gattValue)
        }
        return updates
    }

    /// Somebody has subscribed to a characteristic, or nobody is any more; returns what happens to the firmware: who
    /// subscribes to fixes is a gateway, and its link is up.
    public mutating func subscribed(to attribute: AttributeName, _ isSubscribed: Bool) -> FirmwareEvent? {
        let hasChanged =
            isSubscribed ? subscriptions.insert(attribute).inserted : subscriptions.remove(attribute) != nil
        guard hasChanged, attribute == .tagalong(TagalongService.fix) else { return nil }
        return .link(.bluetooth, up: isSubscribed)
    }

    /// The central has come, or is gone, and all its subscriptions with it.
    public mutating func link(isUp: Bool) -> FirmwareEvent? {
        subscriptions = []
        answered = nil
        // Also without a subscription to fixes: a registration may wait to be confirmed.
        return isUp ? nil : .link(.bluetooth, up: false)
    }

    private func told(_ attribute: AttributeName, _ value: [UInt8]) -> [AttributeUpdate] {
        subscriptions.contains(attribute) ? [AttributeUpdate(attribute, value: value)] : []
    }
}

extension AttributeError {
    public static let malformed = Self(code: TagalongError.malformed)
    public static let unknownRequest = Self(code: TagalongError.unknownRequest)
    public static let notRegistered = Self(code: TagalongError.notRegistered)
    public static let notSubscribed = Self(code: TagalongError.notSubscribed)
}
