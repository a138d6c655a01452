import Air
import Bluetooth
import Gateway
import Messages
import Testing
import Tracking

@Suite(.timeLimit(.minutes(2))) struct SimulatedTagTests {
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
            var ask = GatewayRequest(transaction: "p", tag: "iTAG")
            (ask.owner, ask.item) = (bench.bench.sam, "Purse")
            bench.request("pair", ask)
            let response = try await bench.last("pair")
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

            await bench.bench.air.vanish(Self.address)
            #expect(await !tag.handle(.tick).contains(.sound(true)))
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
