import Air
import Bluetooth
import Gateway
import Messages
import RadioSupport
import TestSupport
import Testing
import Tracking

@Suite(.timeLimit(.minutes(30))) struct SimulatedTagTests {
    private static let address = BluetoothAddress(bits: 0xC0FF_EE00_7777)
    private static let open = LinkState(isEncrypted: false, isBonded: false)
    private static let linkLoss = AttributeName(
        service: StandardService.linkLoss,
        characteristic: StandardCharacteristic.alertLevel
    )

    @Test func `a simulated iTag is paired, silenced, rung and heard when its button is pressed`() async throws {
        let lines = LogLines()
        let bench = try await TagGatewayBench(logger: lines.logger)
        let clock = bench.bench.clock
        let tag = TagServer(TagKind.itag.tag(number: 1, at: clock.now), clock: clock)
        let advertisement = try #require(await tag.advertisement)
        await bench.bench.air.add(AirTag(address: Self.address, advertisement: advertisement, server: tag))
        try await bench.running(advertising: [Self.address]) {
            let response = try await bench.pair("iTAG", as: "Purse")
            #expect(response?.tracker == "sam/purse", "\(response?.error ?? "")")
            #expect(try await bench.bench.eventually { !bench.bus.messages(on: "purse/reported").isEmpty })
            #expect(try await tag.read(Self.linkLoss, over: Self.open) == [0])

            bench.request("ring", GatewayRequest(transaction: "r", tag: "sam/purse"))
            #expect(try await bench.bench.eventually { await tag.isSounding })
            var stop = GatewayRequest(transaction: "r2", tag: "sam/purse")
            stop.stops = true
            bench.request("ring", stop)
            #expect(try await bench.bench.eventually { await !tag.isSounding })

            #expect(!lines.contain("button"))
            await tag.handle(.pressed)
            #expect(try await bench.bench.eventually { lines.contain("sam/purse: its button was pressed") })
            #expect(try await bench.bench.eventually { !bench.bus.messages(on: "purse/button").isEmpty })
            let press = try #require(bench.bus.messages(on: "purse/button").first)
            #expect(try ButtonMessage(decoding: press.payload).gateway == Name("hall"))
            // Who listens later must not take it for one of that moment.
            #expect(!press.retained)
            let reported = try #require(bench.bus.messages(on: "purse/reported").first)
            #expect(try ReportedState(decoding: reported.payload).hasButton)

            await bench.bench.air.vanish(Self.address)
            #expect(await !tag.handle(.tick).contains(.sound(true)))
        }
    }

    @Test(arguments: [(TagKind.dult, "DULT tag"), (.fmdn, "Google Find Hub tag")])
    func `a tag that obeys only away from its owner is not told to have rung beside them`(
        kind: TagKind, model: String
    ) async throws {
        let bench = try await TagGatewayBench()
        let clock = bench.bench.clock
        let policy = OwnerProximity.Policy(separatedAfter: .seconds(1))
        let tag = TagServer(kind.tag(number: 1, policy: policy, at: clock.now), clock: clock)
        let advertisement = try #require(await tag.advertisement)
        await bench.bench.air.add(AirTag(address: Self.address, advertisement: advertisement, server: tag))
        func result(of transaction: String) throws -> CommandResult? {
            try bench.bus.messages(on: "purse/result").map { try CommandResult(decoding: $0.payload) }
                .first { $0.id == transaction }
        }
        try await bench.running(advertising: [Self.address]) {
            if kind == .fmdn {
                // It is refused by its address, which rotates: as if it had been paired by its key.
                let device = DeviceID(owner: try Name("sam"), device: try Name("purse"))
                let entry = TagEntry(
                    device: device,
                    item: try ItemName("Purse"),
                    identity: .address(Self.address),
                    profile: try Name("fmdn")
                )
                try bench.bench.file.add(entry)
                #expect(try await bench.bench.eventually { await bench.gateway.tags.registered.count == 1 })
            } else {
                let response = try await bench.pair("\(Self.address)", as: "Purse")
                #expect(response?.tracker == "sam/purse", "\(response?.error ?? "")")
            }

            bench.request("ring", GatewayRequest(transaction: "near", tag: "sam/purse"))
            #expect(try await bench.bench.eventually { try result(of: "near") != nil })
            let refusal = try result(of: "near")?.error
            #expect(refusal == "this \(model) refused: it obeys only while it is away from its owner")
            #expect(await !tag.isSounding)

            await tag.handle(.owner(isNear: false))
            try await clock.sleep(until: clock.now.advanced(by: .seconds(2)), tolerance: nil)
            await tag.handle(.tick)
            bench.request("ring", GatewayRequest(transaction: "away", tag: "sam/purse"))
            #expect(try await bench.bench.eventually { try result(of: "away") != nil })
            let success = try result(of: "away")
            #expect(success?.error == nil)
            // On a busy machine it may be silent again by now.
            #expect(await tag.handle(.tick).contains(.sound(true)))
        }
    }

    @Test func `a simulated iTag that nobody has silenced alarms when its link breaks`() async throws {
        let clock = SwiftClock()
        let air = AirRadio(clock: clock)
        let tag = TagServer(TagKind.itag.tag(number: 1, at: clock.now), clock: clock)
        await air.add(AirTag(address: Self.address, advertisement: Advertisement(), server: tag))
        await air.advertise(tag, at: Self.address, rssi: -60)
        _ = try await air.connect(to: Self.address, over: nil)
        await air.vanish(Self.address)
        #expect(await tag.handle(.tick).contains(.sound(true)))
        await air.close()
    }
}
