import Air
import Bluetooth
import Gateway
import Messages
import RadioSupport
import Synchronization
import Testing
import Tracking

/// A tag of somebody else with one control point, which answers as DULT says.
private final class StrangerTag: AttributeServer {
    let updates: AsyncStream<AttributeUpdate>
    private let feed: AsyncStream<AttributeUpdate>.Continuation
    private let control: AttributeName
    private let answers: Bool
    let written = Mutex<[[UInt8]]>([])
    let isLinked = Mutex(false)

    init(_ service: String, _ characteristic: String, answers: Bool = true) throws {
        control = AttributeName(
            service: try #require(BluetoothUUID(service)), characteristic: try #require(BluetoothUUID(characteristic))
        )
        self.answers = answers
        (updates, feed) = AsyncStream.makeStream()
    }

    var services: [LocalService] {
        let point = LocalCharacteristic(uuid: control.characteristic, properties: [.write, .indicate])
        return [LocalService(uuid: control.service, characteristics: [point])]
    }

    func read(_ attribute: AttributeName, over link: LinkState) async throws(AttributeError) -> [UInt8] {
        throw .readNotPermitted
    }

    func write(_ value: [UInt8], to attribute: AttributeName, over link: LinkState) async throws(AttributeError) {
        written.withLock { $0.append(value) }
        // Command_Response, the opcode, and status 0.
        if answers { feed.yield(AttributeUpdate(control, value: [0x02, 0x03] + value + [0, 0])) }
    }

    func subscribed(to attribute: AttributeName, _ isSubscribed: Bool) async {}
    func link(isUp: Bool) async { isLinked.withLock { $0 = isUp } }
}

private struct StrangerCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let advertisement: Advertisement
    let service: String
    let characteristic: String
    /// The bytes that start the sound, and those that end it.
    let start: [UInt8]
    let stop: [UInt8]?

    private static let dult = "15190001-12F4-C226-88ED-2AC5579F2A85"
    private static let point = "8E0C0001-1D68-FB92-BF61-48377421680E"

    static func findMy(_ type: [UInt8]) -> Advertisement {
        // Separated or near, then status, key, its first bits and a hint.
        Advertisement(manufacturerData: [0x004C: type + (type[0] == 0x12 && type[1] == 0x19 ? key : [0x10, 0x00])])
    }

    private static let key: [UInt8] = [0x10] + Array(1...22) + [1, 0]

    static let all = [
        StrangerCase(
            testDescription: "DULT", advertisement: Advertisement(serviceData: [DULTFrame.service: [2, 0]]),
            service: dult, characteristic: point, start: [0x00, 0x03], stop: [0x01, 0x03]
        ),
        StrangerCase(
            testDescription: "Find Hub in its protection mode",
            advertisement: Advertisement(serviceData: [FMDNFrame.service: [0x41] + Array(1...20) + [0x55]]),
            service: dult, characteristic: point, start: [0x00, 0x03], stop: [0x01, 0x03]
        ),
        StrangerCase(
            testDescription: "an accessory in Find My", advertisement: findMy([0x12, 0x19]), service: "FD44",
            characteristic: "4F860003-943B-49EF-BED4-2F730304427A", start: [0x01, 0x00, 0x03], stop: [0x01, 0x01, 0x03]
        ),
        StrangerCase(
            testDescription: "an AirTag", advertisement: findMy([0x12, 0x19]),
            service: "7DFC9000-7D1C-4951-86AA-8D9728F8D66C", characteristic: "7DFC9001-7D1C-4951-86AA-8D9728F8D66C",
            start: [0xAF], stop: nil
        ),
    ]
}

@Suite(.timeLimit(.minutes(30))) struct StrangerRingTests {
    private static let address = BluetoothAddress(bits: 0xC0FE_0000_0007)

    private func with(
        _ advertisement: Advertisement, _ tag: StrangerTag, _ body: (TagGatewayBench) async throws -> Void
    ) async throws {
        let bench = try await TagGatewayBench()
        await bench.bench.air.add(AirTag(address: Self.address, advertisement: advertisement, server: tag))
        try await bench.running(advertising: [Self.address]) { try await body(bench) }
    }

    @Test(arguments: StrangerCase.all)
    private func `a stranger's tag away from its owner rings, falls silent when told, and is let go`(
        stranger: StrangerCase
    ) async throws {
        let tag = try StrangerTag(stranger.service, stranger.characteristic, answers: stranger.start.count == 2)
        try await with(stranger.advertisement, tag) { bench in
            bench.request("ring", GatewayRequest(transaction: "r", tag: "\(Self.address)"))
            let response = try await bench.last("ring")
            #expect(response?.state == .done && response?.transaction == "r", "\(response?.error ?? "")")
            #expect(response?.message?.contains(" rings for ") == true)
            #expect(tag.written.withLock { $0 } == [stranger.start])

            var stop = GatewayRequest(transaction: "s", tag: "\(Self.address)")
            stop.stops = true
            bench.request("ring", stop)
            #expect(try await bench.bench.eventually { try bench.responses("ring").contains { $0.transaction == "s" } })
            let stopped = try #require(try bench.responses("ring").last)
            #expect(stopped.state == (stranger.stop == nil ? .failed : .done), "\(stopped.error ?? "")")
            #expect(try await bench.bench.eventually { !tag.isLinked.withLock { $0 } })
            #expect(tag.written.withLock { $0 } == [stranger.start] + (stranger.stop.map { [$0] } ?? []))
            #expect(try bench.bench.file.read().entries.isEmpty)
        }
    }

    @Test(
        arguments: [
            (Advertisement(serviceData: [DULTFrame.service: [2, 1]]), "its owner is near"),
            (StrangerCase.findMy([0x12, 0x02]), "its owner is near"),
            (Advertisement(serviceData: [FMDNFrame.service: [0x40] + Array(1...20) + [0x55]]), "does not say"),
            (Advertisement(services: [BluetoothUUID(0xFEED)]), "Scan and Secure"),
            (Advertisement(name: "iTAG", services: [BluetoothUUID(0xFFE0)]), "cannot be made to ring by a stranger"),
            (Advertisement(name: "Kettle"), "no tag of a network"),
        ]
    )
    func `one that strangers may not ring is not connected, and it is said what to do`(
        advertisement: Advertisement, reason: String
    ) async throws {
        let tag = try StrangerTag(
            "15190001-12F4-C226-88ED-2AC5579F2A85", "8E0C0001-1D68-FB92-BF61-48377421680E"
        )
        try await with(advertisement, tag) { bench in
            bench.request("ring", GatewayRequest(transaction: "r", tag: "\(Self.address)"))
            let response = try await bench.last("ring")
            #expect(response?.state == .failed)
            #expect(response?.error?.contains(reason) == true, "\(response?.error ?? "")")
            #expect(tag.written.withLock { $0.isEmpty })
        }
    }

    private func ask(
        _ bench: TagGatewayBench, _ transaction: String, stops: Bool = false
    ) async throws -> GatewayResponse {
        var request = GatewayRequest(transaction: transaction, tag: "\(Self.address)")
        if stops { request.stops = true }
        bench.request("ring", request)
        return try await answer(bench, transaction)
    }

    /// What ends a request.
    private func answer(_ bench: TagGatewayBench, _ transaction: String) async throws -> GatewayResponse {
        let isEnd: @Sendable (GatewayResponse) -> Bool = {
            $0.transaction == transaction && ($0.state == .done || $0.state == .failed)
        }
        #expect(try await bench.bench.eventually { try bench.responses("ring").contains(where: isEnd) })
        return try #require(try bench.responses("ring").last(where: isEnd))
    }

    private static func dult() throws -> StrangerTag {
        try StrangerTag("15190001-12F4-C226-88ED-2AC5579F2A85", "8E0C0001-1D68-FB92-BF61-48377421680E")
    }

    @Test func `a tag that is told to fall silent before it was found does not ring`() async throws {
        let tag = try Self.dult()
        let bench = try await TagGatewayBench()
        try await bench.running(advertising: []) {
            bench.request("ring", GatewayRequest(transaction: "r", tag: "\(Self.address)"))
            #expect(try await ask(bench, "s", stops: true).state == .done)
            let advertisement = Advertisement(serviceData: [DULTFrame.service: [2, 0]])
            await bench.bench.air.add(AirTag(address: Self.address, advertisement: advertisement, server: tag))
            await bench.bench.air.advertise(Self.address, rssi: -50)
            let ring = try await answer(bench, "r")
            #expect(ring.state == .failed && ring.error?.contains("before it rang") == true, "\(ring.error ?? "")")
            #expect(tag.written.withLock { $0.isEmpty })
        }
    }

    @Test func `a tag whose link is lost rings no more, and may be rung again`() async throws {
        let tag = try Self.dult()
        try await with(Advertisement(serviceData: [DULTFrame.service: [2, 0]]), tag) { bench in
            #expect(try await ask(bench, "r").state == .done)
            await bench.bench.air.breakLink(of: Self.address)
            var count = 0
            let isSilent = try await bench.bench.eventually {
                count += 1
                return try await ask(bench, "s\(count)", stops: true).error?.contains("is not being rung") == true
            }
            #expect(isSilent)
            #expect(try await ask(bench, "r2").state == .done)
        }
    }

    @Test func `one that is not heard, or is paired here, is refused`() async throws {
        let bench = try await TagGatewayBench()
        await bench.bench.air.add(
            AirTag(address: ForeignTag.address, advertisement: ForeignTag.advertisement, server: ForeignTag())
        )
        try await bench.running(advertising: [ForeignTag.address]) {
            bench.request("ring", GatewayRequest(transaction: "r", tag: "C0:FE:00:00:00:08"))
            #expect(try await bench.last("ring")?.error?.contains("not heard at present") == true)
            #expect(try await bench.pair("iTAG", as: "Purse")?.tracker == "sam/purse")
            bench.request("ring", GatewayRequest(transaction: "r2", tag: "\(ForeignTag.address)"))
            let isAnswered = try await bench.bench.eventually {
                try bench.responses("ring").contains { $0.transaction == "r2" }
            }
            #expect(isAnswered)
            #expect(try bench.responses("ring").last?.error?.contains("'tagalong ring sam/purse'") == true)
        }
    }
}
