/// The air and the controllers in it, joined: bytes from the hosts in, bytes to the hosts out, and the time.
public struct Airspace: Sendable {
    /// The air.
    public private(set) var medium: Medium
    /// The controllers, by their number.
    public private(set) var controllers: [VirtualController]

    /// A packet for the host of a controller.
    public struct HostPacket: Hashable, Sendable {
        public var receiver: ReceiverID
        public var time: AirTime
        public var bytes: [UInt8]
    }

    public init(_ medium: Medium, controllers: [VirtualController]) {
        (self.medium, self.controllers) = (medium, controllers)
        for (index, controller) in controllers.enumerated() {
            self.medium.controllers[ReceiverID(index)] = controller.configuration.capabilities
        }
    }

    /// When something happens next, unless a host speaks.
    public var nextWakeUp: AirTime? { controllers.reduce(medium.nextEvent) { earlier($0, $1.nextWakeUp) } }

    /// Lets everything happen that is due by a moment.
    public mutating func advance(to time: AirTime) -> [HostPacket] {
        var limit = Int.max
        return advance(to: time, limit: &limit)
    }

    /// Lets happen what is due by a moment, but no more things than the limit, which is less by them afterwards.
    ///
    /// Where that does not suffice, the air is behind: its moment is that of the last thing.
    public mutating func advance(to time: AirTime, limit: inout Int) -> [HostPacket] {
        var packets: [HostPacket] = []
        while let next = nextWakeUp, next <= time {
            guard limit > 0 else { return packets }
            limit -= 1
            let deliveries = medium.advance(to: next)
            for index in controllers.indices {
                guard let due = controllers[index].nextWakeUp, due <= medium.now else { continue }
                handle(controllers[index].wake(at: medium.now), of: ReceiverID(index), into: &packets)
            }
            deliver(deliveries ?? [], into: &packets)
        }
        _ = medium.advance(to: time)
        return packets
    }

    /// A host has sent a packet; what is due before is let happen.
    public mutating func receive(_ bytes: [UInt8], for receiver: ReceiverID, at time: AirTime) -> [HostPacket] {
        var packets = advance(to: time)
        guard controllers.indices.contains(receiver.number) else { return packets }
        handle(controllers[receiver.number].receive(bytes, at: medium.now), of: receiver, into: &packets)
        return packets
    }

    /// Changes the tags at a moment; what is due before is let happen.
    public mutating func change(at time: AirTime, _ change: (inout Medium) -> Void) -> [HostPacket] {
        let packets = advance(to: time)
        change(&medium)
        return packets
    }

    private mutating func deliver(_ deliveries: [Medium.Delivery], into packets: inout [HostPacket]) {
        for delivery in deliveries where controllers.indices.contains(delivery.receiver.number) {
            let outputs = controllers[delivery.receiver.number].handle(delivery.event, at: medium.now)
            handle(outputs, of: delivery.receiver, into: &packets)
        }
    }

    private mutating func handle(
        _ outputs: [VirtualController.Output], of receiver: ReceiverID, into packets: inout [HostPacket]
    ) {
        for output in outputs {
            switch output {
            case .host(let bytes): packets.append(HostPacket(receiver: receiver, time: medium.now, bytes: bytes))
            case .air(let order): deliver(medium.carryOut(order, of: receiver), into: &packets)
            }
        }
    }
}

/// The earlier of two moments, each of which may be never.
func earlier(_ left: AirTime?, _ right: AirTime?) -> AirTime? {
    guard let left, let right else { return left ?? right }
    return min(left, right)
}
