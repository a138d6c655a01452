import Air
import Bluetooth
import Gateway
import Messages
import RadioSupport
import Testing
import Tracking

@Suite(.timeLimit(.minutes(30))) struct ForeignTagTests {
    @Test func `a tag of another make is paired, silenced, rung, and its battery and position are told`() async throws {
        let bench = try await TagGatewayBench()
        let tag = ForeignTag()
        await bench.bench.air.add(
            AirTag(address: ForeignTag.address, advertisement: ForeignTag.advertisement, server: tag)
        )
        try await bench.running(advertising: [ForeignTag.address]) {
            let response = try await bench.pair("iTAG", as: "Purse")
            #expect(response?.tracker == "sam/purse", "\(response?.error ?? "")")

            #expect(try await bench.bench.eventually { tag.wrote([0], to: ForeignTag.linkLoss) })
            #expect(try await bench.bench.eventually { !bench.bus.messages(on: "purse/reported").isEmpty })
            let reported = try #require(bench.bus.messages(on: "purse/reported").first)
            let state = try ReportedState(decoding: reported.payload)
            #expect(state.battery == 73 && state.activeMode == .bluetooth && state.model == "iTag clone")

            bench.request("ring", GatewayRequest(transaction: "r", tag: "sam/purse"))
            #expect(try await bench.bench.eventually { tag.wrote([2], to: ForeignTag.alert) })
            var stop = GatewayRequest(transaction: "r2", tag: "sam/purse")
            stop.stops = true
            bench.request("ring", stop)
            #expect(try await bench.bench.eventually { tag.wrote([0], to: ForeignTag.alert) })
            #expect(try await bench.bench.eventually { bench.bus.messages(on: "purse/result").count == 2 })

            let place = LocationAndSpeed(coordinate: try Coordinate(latitude: 1, longitude: 2), status: .ok)
            tag.notify([0xFF], of: ForeignTag.position)
            tag.notify(place.gattValue, of: ForeignTag.position)
            #expect(try await bench.bench.eventually { !bench.bus.messages(on: "owntracks/sam/purse").isEmpty })
            let location = try #require(bench.bus.messages(on: "owntracks/sam/purse").first)
            #expect(try LocationMessage(decoding: location.payload).mark == nil)
        }
    }

    @Test(arguments: ["iTAG", "iTAG            "])
    func `a clone that pads its name is found by it, and its unreadable battery is unknown`(
        query: String
    ) async throws {
        let bench = try await TagGatewayBench()
        let tag = ForeignTag(battery: nil)
        let padded = Advertisement(name: "iTAG            ", services: [BluetoothUUID(0xFFE0)])
        await bench.bench.air.add(AirTag(address: ForeignTag.address, advertisement: padded, server: tag))
        try await bench.running(advertising: [ForeignTag.address]) {
            let response = try await bench.pair(query, as: "Purse")
            #expect(response?.tracker == "sam/purse", "\(response?.error ?? "")")
            #expect(try await bench.bench.eventually { !bench.bus.messages(on: "purse/reported").isEmpty })
            let reported = try #require(bench.bus.messages(on: "purse/reported").first)
            let state = try ReportedState(decoding: reported.payload)
            #expect(state.model == "iTag clone" && state.battery == nil)
        }
    }

    @Test func `the sensors of a tag are published, with it before it is paired`() async throws {
        let bench = try await TagGatewayBench()
        // Eddystone telemetry: 3000 mV, 22.5 degrees.
        let frame: [UInt8] = [0x20, 0, 0x0B, 0xB8, 0x16, 0x80, 0, 0, 0, 1, 0, 0, 0, 1]
        let beacon = Advertisement(serviceData: [EddystoneFrame.service: frame])
        await bench.bench.air.add(AirTag(address: ForeignTag.address, advertisement: beacon, server: ForeignTag()))
        try await bench.running(advertising: [ForeignTag.address]) {
            #expect(try await bench.bench.eventually { !bench.bus.messages(on: "hall/seen").isEmpty })
            let seen = try #require(bench.bus.messages(on: "hall/seen").first)
            #expect(try SeenMessage(decoding: seen.payload).readings.temperature == 22.5)
            #expect(try await bench.pair("\(ForeignTag.address)", as: "Vase")?.tracker == "sam/vase")
            #expect(
                try await bench.bench.eventually {
                    await bench.bench.air.advertise(ForeignTag.address, rssi: -60)
                    return !bench.bus.messages(on: "vase/sensors").isEmpty
                }
            )
            let message = try #require(bench.bus.messages(on: "vase/sensors").first)
            let sensors = try SensorsMessage(decoding: message.payload)
            #expect(sensors.readings == SensorReadings(batteryMillivolts: 3000, temperature: 22.5))
            #expect(sensors.gateway == (try Name("hall")) && !message.retained && message.quality == .atMostOnce)
        }
    }

    @Test func `a tag is known by what it tells, whatever address it has`() async throws {
        let bench = try await TagGatewayBench()
        // Company 004C, type 2, length 21, then UUID, major, minor and power: proximity beacon.
        let frame: [UInt8] = [0x02, 0x15] + Array(1...16) + [0, 7, 0, 9, 0xC5]
        let beacon = Advertisement(manufacturerData: [0x004C: frame])
        let addresses = (1...2).map { BluetoothAddress(bits: 0x4000_0000_0000 + UInt64($0)) }
        for address in addresses {
            await bench.bench.air.add(AirTag(address: address, advertisement: beacon, server: ForeignTag()))
        }
        try await bench.running(advertising: [addresses[0]]) {
            #expect(try await bench.pair("\(addresses[0])", as: "Vase")?.tracker == "sam/vase")
            let before = bench.bus.messages(on: "vase/proximity").count
            await bench.bench.air.advertise(addresses[1], rssi: -60)
            #expect(
                try await bench.bench.eventually {
                    await bench.bench.air.advertise(addresses[1], rssi: -60)
                    return bench.bus.messages(on: "vase/proximity").count > before
                }
            )
            bench.request("ring", GatewayRequest(transaction: "r", tag: "sam/vase"))
            #expect(try await bench.bench.eventually { !bench.bus.messages(on: "vase/result").isEmpty })
            let result = try #require(bench.bus.messages(on: "vase/result").first)
            #expect(try CommandResult(decoding: result.payload).error?.contains("only heard") == true)
        }
    }

    @Test func `five hundred tags in the air are heard, and the bus is not flooded`() async throws {
        let bench = try await TagGatewayBench()
        let began = bench.bench.clock.now
        let addresses = (0..<500).map { BluetoothAddress(bits: 0x5000_0000_0000 + UInt64($0)) }
        for address in addresses {
            await bench.bench.air.add(
                AirTag(address: address, advertisement: ForeignTag.advertisement, server: ForeignTag())
            )
        }
        try await bench.running(advertising: addresses, each: .seconds(1)) {
            let areHeard = try await bench.bench.eventually { await bench.gateway.tags.tags.count == 500 }
            #expect(areHeard)
            let told = bench.bus.messages(on: "hall/seen").count
            // Two hundred in each ten seconds, of which the first and the last are begun.
            let intervals = Int(began.duration(to: bench.bench.clock.now).components.seconds) / 10 + 2
            #expect((1...200 * intervals).contains(told))
        }
    }
}
