public import Air
public import Bluetooth
public import Tracking

/// A simulated tag of any make as a GATT server, for a radio in the same process.
public actor TagServer: AttributeServer {
    public nonisolated let services: [LocalService]
    public nonisolated let updates: AsyncStream<AttributeUpdate>
    /// Whether it sounds at this moment.
    public private(set) var isSounding = false

    private var tag: TagServices
    /// What it has done since somebody asked.
    private var waiting: [TagEffect] = []
    private let clock: any UTCClock
    private let output: AsyncStream<AttributeUpdate>.Continuation

    public init(_ tag: TagServices, clock: any UTCClock) {
        self.tag = tag
        self.clock = clock
        services = tag.services
        // The oldest go first: a central so far behind has missed them anyway.
        (updates, output) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1024))
    }

    /// What it advertises now; nil for nothing.
    public var advertisement: Advertisement? {
        advance()
        return tag.advertisement
    }

    /// Lets something happen, and returns what the tag has done since the last time, by itself or as an answer.
    @discardableResult
    public func handle(_ event: TagEvent) -> [TagEffect] {
        advance()
        send(tag.handle(event))
        defer { waiting = [] }
        return waiting
    }

    public func read(_ attribute: AttributeName, over link: LinkState) async throws(AttributeError) -> [UInt8] {
        advance()
        return try tag.read(attribute, over: link)
    }

    public func write(
        _ value: [UInt8], to attribute: AttributeName, over link: LinkState
    ) async throws(AttributeError) {
        advance()
        send(try tag.write(value, to: attribute, over: link).map(\.update))
    }

    public func subscribed(to attribute: AttributeName, _ isSubscribed: Bool) async {
        advance()
        send(tag.subscribed(to: attribute, isSubscribed))
    }

    public func link(isUp: Bool) async {
        advance()
        send(tag.handle(.link(isUp: isUp)))
    }

    private func advance() { send(tag.advance(to: clock.now)) }

    private func send(_ updates: [AttributeUpdate]) {
        for update in updates { output.yield(update) }
        for effect in tag.takeEffects() {
            if case .sound(let isSounding) = effect { self.isSounding = isSounding }
            // Nobody may ever ask: what is kept has an end.
            if waiting.count < 1024 { waiting.append(effect) }
        }
    }
}

extension AirRadio {
    /// A tag advertises once what it says now, and an adapter hears it so strong in dBm; not, while it sleeps.
    public func advertise(
        _ server: TagServer, at address: BluetoothAddress, rssi: Int, to adapter: BluetoothAddress? = nil
    ) async {
        guard let advertisement = await server.advertisement else { return }
        tags[address]?.tag.advertisement = advertisement
        advertise(address, rssi: rssi, to: adapter)
    }
}
