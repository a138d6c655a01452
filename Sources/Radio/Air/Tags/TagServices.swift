public import Bluetooth
public import Tracking

/// Several parts behind one server: a tag of another make, or one of our trackers with DULT beside its own services.
///
/// The functions to read, write and subscribe are those that a host stack asks an application for; the time at which
/// they happen is the one told last by ``advance(to:)``. What is to be notified is answered at once, what else the
/// tag does waits for ``takeEffects()``.
public struct TagServices: Sendable {
    public private(set) var now: Timestamp
    private var parts: [any TagPart]
    private var subscriptions: Set<AttributeName> = []
    private var effects: [TagEffect] = []

    /// A tag of several parts; each service is the first one's that offers it.
    public init(_ parts: [any TagPart], at now: Timestamp) { (self.parts, self.now) = (parts, now) }

    public var services: [LocalService] {
        var known: Set<BluetoothUUID> = []
        return parts.flatMap(\.services).filter { known.insert($0.uuid).inserted }
    }

    /// When it wants to be told the time, if at all; asked again after each call.
    public var nextWakeUp: Timestamp? { parts.compactMap(\.nextWakeUp).min() }

    /// Lets time pass, none for a time that has been already, and returns what is to be notified.
    public mutating func advance(to now: Timestamp) -> [AttributeUpdate] {
        self.now = max(self.now, now)
        return handle(.tick)
    }

    /// Lets something happen to every part, and returns what is to be notified.
    public mutating func handle(_ event: TagEvent) -> [AttributeUpdate] {
        switch event {
        case .link: subscriptions = []
        case .subscribed(let name, true): subscriptions.insert(name)
        case .subscribed(let name, false): subscriptions.remove(name)
        case .pressed, .owned, .owner, .battery, .tick: break
        }
        var done: [TagEffect] = []
        for index in parts.indices { done += parts[index].handle(event, at: now) }
        return sort(done).map(\.update)
    }

    /// What the tag has done since it was asked last, in order.
    public mutating func takeEffects() -> [TagEffect] {
        defer { effects = [] }
        return effects
    }

    private mutating func sort(_ done: [TagEffect]) -> [TagUpdate] {
        var updates: [TagUpdate] = []
        for effect in done {
            switch effect {
            case .notify(let update): updates.append(TagUpdate(update: update, isAnswer: false))
            case .answer(let update): updates.append(TagUpdate(update: update, isAnswer: true))
            case .sound, .rotateAddress, .takeAddress, .advertisementChanged: effects.append(effect)
            }
        }
        return updates.filter { subscriptions.contains($0.update.attribute) }
    }
}

// MARK: What a host stack asks for

extension TagServices {
    /// What a characteristic's value is.
    ///
    /// - Throws: `AttributeError`, which goes to the central.
    public func read(_ attribute: AttributeName, over link: LinkState) throws(AttributeError) -> [UInt8] {
        guard let index = index(of: attribute.service),
            let characteristic = parts[index].characteristic(attribute), characteristic.properties.contains(.read)
        else { throw .readNotPermitted }
        try TrackerTable.check(characteristic, over: link)
        return try parts[index].read(attribute, over: link, at: now)
    }

    /// Takes a value for a characteristic, and returns what is to be told after the central has its response.
    ///
    /// - Throws: `AttributeError`, which goes to the central; nothing has changed then.
    public mutating func write(
        _ value: [UInt8], to attribute: AttributeName, over link: LinkState
    ) throws(AttributeError) -> [TagUpdate] {
        guard let index = index(of: attribute.service),
            let characteristic = parts[index].characteristic(attribute),
            !characteristic.properties.isDisjoint(with: [.write, .writeWithoutResponse])
        else { throw .writeNotPermitted }
        try TrackerTable.check(characteristic, over: link)
        return sort(try parts[index].write(value, to: attribute, over: link, at: now))
    }

    /// The central has subscribed to a characteristic, or has no longer; returns what is to be notified.
    public mutating func subscribed(to attribute: AttributeName, _ isSubscribed: Bool) -> [AttributeUpdate] {
        handle(.subscribed(attribute, isSubscribed))
    }

    /// Whether it answers for a service.
    public func offers(_ service: BluetoothUUID) -> Bool { index(of: service) != nil }

    private func index(of service: BluetoothUUID) -> Int? {
        parts.firstIndex { $0.services.contains { $0.uuid == service } }
    }
}

// MARK: What it says to everybody

extension TagServices {
    /// What the parts advertise together; nil while none says anything, as of a tag that sleeps.
    public var advertisement: Advertisement? {
        let said = parts.compactMap { $0.advertisement(at: now) }
        guard var whole = said.first else { return nil }
        for one in said.dropFirst() { whole.merge(one) }
        return whole
    }

    /// Whether what it says needs an extended advertisement.
    public var advertisesExtended: Bool { parts.contains(where: \.advertisesExtended) }

    /// The advertisement as it travels; nil when there is none, or too much for 31 bytes, or for an extended one's packet.
    ///
    /// The flags are left out where there is no room for them, as in a Find My advertisement.
    public var advertisingData: [UInt8]? { packets?.data }

    /// What it answers to who asks for more: its name, where the advertisement has no room for it.
    public var scanResponse: [UInt8] { packets?.response ?? [] }

    private var packets: (data: [UInt8], response: [UInt8])? {
        guard let advertisement else { return nil }
        if advertisesExtended {
            // Without a scan response, which what is extended and can be connected has not.
            let room = ExtendedAdvertising().room(isDirected: false)
            return (try? advertisement.encoded(limit: room)).map { ($0, []) }
        }
        var nameless = advertisement
        nameless.name = nil
        guard let body = (try? nameless.encoded()) ?? (try? nameless.encoded(flags: nil)) else { return nil }
        guard let name = advertisement.name else { return (body, []) }
        if body.count + 2 + name.utf8.count <= Advertisement.legacyLimit, let whole = try? advertisement.encoded() {
            return (whole, [])
        }
        return (body, (try? Advertisement(name: name).encoded(flags: nil)) ?? [])
    }
}

extension TagPart {
    fileprivate func characteristic(_ name: AttributeName) -> LocalCharacteristic? {
        services.first { $0.uuid == name.service }?.characteristics.first { $0.uuid == name.characteristic }
    }
}

/// A value that a tag tells because of a write.
public struct TagUpdate: Hashable, Sendable {
    public var update: AttributeUpdate
    /// Whether it is for the central alone that has written.
    public var isAnswer: Bool

    public init(update: AttributeUpdate, isAnswer: Bool) { (self.update, self.isAnswer) = (update, isAnswer) }
}
