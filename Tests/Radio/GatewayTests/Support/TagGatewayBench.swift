import Air
import Bluetooth
import Foundation
import Gateway
import Logging
import Messages
import RadioSupport
import Synchronization
import TestSupport
import Tracking

/// A broker with one client, which gets back what it publishes and hears what a test says.
final class EchoBus: Bus {
    private let (events, feed) = AsyncStream.makeStream(of: BusEvent.self)
    let published = Mutex<[Message]>([])

    func run(_ handler: @escaping @Sendable (BusEvent) async throws -> Void) async throws {
        try await handler(.connected(resumed: false))
        for await event in events { try await handler(event) }
    }

    func publish(_ message: Message) async throws(BusClosed) {
        published.withLock { $0.append(message) }
        say(message)
    }

    func say(_ message: Message) { feed.yield(.received([message])) }

    func messages(on suffix: String) -> [Message] {
        published.withLock { $0.filter { $0.topic.hasSuffix(suffix) } }
    }
}

/// The whole gateway on a bench of tags and a bus.
struct TagGatewayBench {
    let bench: TagBench
    let bus = EchoBus()
    let gateway: TagGateway

    /// A gateway over the air, or over a radio that is put before it.
    init(
        formats: ForeignFormats = ForeignFormats(),
        logger: Logger = .silent,
        wrap: (AirRadio) -> any Radio = { $0 }
    ) async throws {
        bench = try await TagBench()
        gateway = try TagGateway(
            core: GatewayCore.Configuration(id: bench.gateway, trackers: [], formats: formats),
            radio: wrap(bench.air),
            library: ProfileLibrary(directories: [packageRoot.appending(path: "devices").path]),
            registry: bench.file,
            clock: bench.clock,
            logger: logger,
            connect: { [bus] _ in bus }
        )
    }

    /// Runs the gateway, with some tags advertising, for the length of a test.
    func running(
        advertising addresses: [BluetoothAddress],
        each pause: Duration = .milliseconds(50),
        _ body: () async throws -> Void
    ) async throws {
        let running = Task { try await gateway.run() }
        let advertising = Task {
            while !Task.isCancelled {
                for address in addresses { await bench.air.advertise(address, rssi: -50) }
                try? await Task.sleep(for: pause)
            }
        }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        advertising.cancel()
        running.cancel()
        _ = await running.result
        try outcome.get()
    }

    func request(_ verb: String, _ request: GatewayRequest) {
        bus.say(Message(topic: Topics().gatewayRequest(bench.gateway, verb: verb), payload: request.encoded()))
    }

    func responses(_ verb: String) throws -> [GatewayResponse] {
        try bus.messages(on: "response/\(verb)").map { try GatewayResponse(decoding: $0.payload) }
    }

    /// Waits for the response that ends a request.
    func last(_ verb: String) async throws -> GatewayResponse? {
        _ = try await bench.eventually {
            try responses(verb).contains { $0.state == .done || $0.state == .failed }
        }
        return try responses(verb).last { $0.state == .done || $0.state == .failed }
    }

    /// Pairs a tag of another make by a request; it asks nobody anything.
    func pair(_ tag: String, as item: String) async throws -> GatewayResponse? {
        var ask = GatewayRequest(transaction: "p", tag: tag)
        (ask.owner, ask.item) = (bench.sam, item)
        request("pair", ask)
        return try await last("pair")
    }

    /// Pairs the tracker by requests, as a console does.
    func pair() async throws -> GatewayResponse? {
        var ask = GatewayRequest(transaction: "p1", tag: "\(TagBench.address)")
        (ask.owner, ask.item) = (bench.sam, "Keys")
        request("pair", ask)
        _ = try await bench.eventually { try responses("pair").contains { $0.state == .confirm } }
        var yes = GatewayRequest(transaction: "p1")
        yes.isConfirmed = true
        request("pair", yes)
        return try await last("pair")
    }
}
