/// What a connected tag can be asked to do.
public struct TagControls: Hashable, Sendable {
    /// Whether it speaks Tagalong's own service: registration, modes, stored fixes.
    public var isTagalong: Bool
    /// Tried in order: the first whose characteristic the tag has.
    public var rings: [Ring]
    /// Where it tells its battery's percentage, one byte.
    public var battery: TagCharacteristic?
    public var button: Button?
    /// What keeps it from alarming when the link is lost.
    public var silence: TagWrite?

    /// Whether the tag is only heard, never connected.
    public var isPresenceOnly: Bool {
        !isTagalong && rings.isEmpty && battery == nil && button == nil && silence == nil
    }

    public init(
        isTagalong: Bool = false,
        rings: [Ring] = [],
        battery: TagCharacteristic? = nil,
        button: Button? = nil,
        silence: TagWrite? = nil
    ) {
        (self.isTagalong, self.rings, self.battery) = (isTagalong, rings, battery)
        (self.button, self.silence) = (button, silence)
    }
}

extension TagControls {
    /// How a tag is made to sound.
    public struct Ring: Hashable, Sendable {
        public var start: TagWrite
        /// Nil for a tag that ends by itself and cannot be stopped.
        public var stop: TagWrite?
        /// How long it sounds by itself, before it has to be asked again; nil when it sounds until it is stopped.
        public var lasts: Duration?
        /// Whether the tag obeys only while it is separated from its owner.
        public var onlyWhenSeparated: Bool
        /// Whether the tag answers by a notification or an indication, and wants to be subscribed to before.
        public var subscribes: Bool

        public init(
            start: TagWrite,
            stop: TagWrite? = nil,
            lasts: Duration? = nil,
            onlyWhenSeparated: Bool = false,
            subscribes: Bool = false
        ) {
            (self.start, self.stop) = (start, stop)
            (self.lasts, self.onlyWhenSeparated, self.subscribes) = (lasts, onlyWhenSeparated, subscribes)
        }
    }

    /// How a tag tells that its button is pressed: a notification.
    public struct Button: Hashable, Sendable {
        public var characteristic: TagCharacteristic
        /// What a press notifies; nil when anything does.
        public var value: [UInt8]?
        /// What the tag notifies when the button is released; nil for one that does not.
        public var release: [UInt8]?
        /// What a double press notifies, where the tag tells it apart itself.
        public var double: [UInt8]?
        /// What a long press notifies, where the tag tells it apart itself.
        public var long: [UInt8]?

        public init(
            characteristic: TagCharacteristic,
            value: [UInt8]? = nil,
            release: [UInt8]? = nil,
            double: [UInt8]? = nil,
            long: [UInt8]? = nil
        ) {
            (self.characteristic, self.value) = (characteristic, value)
            (self.release, self.double, self.long) = (release, double, long)
        }

        /// Whether a notified value is a press.
        public func isPressed(_ notified: [UInt8]) -> Bool {
            if let value { return value == notified }
            return notified != release && notified != double && notified != long
        }
    }
}

/// Names a characteristic of a tag.
public struct TagCharacteristic: Hashable, Sendable {
    /// Nil when whichever service has the characteristic is meant.
    public var service: BluetoothUUID?
    public var uuid: BluetoothUUID

    public init(service: BluetoothUUID? = nil, uuid: BluetoothUUID) { (self.service, self.uuid) = (service, uuid) }
}

/// A value to be written to a tag.
public struct TagWrite: Hashable, Sendable {
    public var characteristic: TagCharacteristic
    public var value: [UInt8]
    /// Whether the tag has to answer.
    public var withResponse: Bool

    public init(characteristic: TagCharacteristic, value: [UInt8], withResponse: Bool = false) {
        (self.characteristic, self.value, self.withResponse) = (characteristic, value, withResponse)
    }
}

extension Peer {
    /// The first characteristic that is meant; nil when the tag has none.
    public func characteristic(_ wanted: TagCharacteristic) -> PeerCharacteristic? {
        services.lazy
            .filter { wanted.service == nil || $0.uuid == wanted.service }
            .flatMap(\.characteristics)
            .first { $0.uuid == wanted.uuid }
    }

    /// The first way to make this tag sound for which it has the characteristic; nil when it has none.
    public func ring(of controls: TagControls) -> TagControls.Ring? {
        controls.rings.first { characteristic($0.start.characteristic) != nil }
    }
}
