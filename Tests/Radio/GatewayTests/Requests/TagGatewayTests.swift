import Air
import Bluetooth
import Firmware
import Gateway
import Messages
import RadioSupport
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing
import Tracking

@Suite(.timeLimit(.minutes(30))) struct TagGatewayTests {
    private func run(_ body: (TagGatewayBench) async throws -> Void) async throws {
        let bench = try await TagGatewayBench()
        try await bench.running(advertising: [TagBench.address]) { try await body(bench) }
    }

    @Test func `a tracker paired over the bus is linked, reports, rings, and its fixes are published`() async throws {
        try await run { bench in
            let response = try await bench.pair()
            #expect(response?.state == .done && response?.tracker == "sam/keys", "\(response?.error ?? "")")
            let asked = try bench.responses("pair").first { $0.state == .confirm }
            #expect(asked?.number == 123_456 && asked?.transaction == "p1")
            let keys = DeviceID(owner: bench.bench.sam, device: try Name("keys"))
            #expect(try await bench.bench.eventually { await bench.gateway.tags.isLinked(keys) })
            #expect(try await bench.bench.eventually { !bench.bus.messages(on: "keys/reported").isEmpty })

            bench.bus.say(
                Message(topic: Topics().command(keys), payload: Command(id: "r1", verb: .ring).encoded())
            )
            #expect(try await bench.bench.eventually { await bench.bench.device.isRinging })
            #expect(try await bench.bench.eventually { !bench.bus.messages(on: "keys/result").isEmpty })
            let result = try bench.bus.messages(on: "keys/result").map { try CommandResult(decoding: $0.payload) }
            #expect(result == [CommandResult(id: "r1")])

            let fix = Fix(coordinate: try Coordinate(latitude: 1, longitude: 2), time: bench.bench.clock.now)
            await bench.bench.device.handle(.fix(fix))
            #expect(try await bench.bench.eventually { !bench.bus.messages(on: "owntracks/sam/keys").isEmpty })
            let message = try #require(bench.bus.messages(on: "owntracks/sam/keys").first)
            #expect(try LocationMessage(decoding: message.payload).mark?.sequence == 1)
        }
    }

    @Test func `a state that was read is told once, though bluetoothd tells it to those who listen too`() async throws {
        let bench = try await TagGatewayBench { EchoingRadio($0) }
        try await bench.running(advertising: [TagBench.address]) {
            _ = try await bench.pair()
            let keys = DeviceID(owner: bench.bench.sam, device: try Name("keys"))
            #expect(try await bench.bench.eventually { await bench.gateway.tags.isLinked(keys) })
            bench.bus.say(
                Message(topic: Topics().command(keys), payload: Command(id: "r1", verb: .ring).encoded())
            )
            #expect(try await bench.bench.eventually { !bench.bus.messages(on: "keys/result").isEmpty })
            let states = bench.bus.messages(on: "keys/reported").map(\.payload)
            #expect(!states.isEmpty)
            #expect(zip(states, states.dropFirst()).allSatisfy { $0 != $1 })
        }
    }

    @Test func `a link that breaks comes back by itself`() async throws {
        try await run { bench in
            _ = try await bench.pair()
            let keys = DeviceID(owner: bench.bench.sam, device: try Name("keys"))
            #expect(try await bench.bench.eventually { await bench.gateway.tags.isLinked(keys) })
            let before = bench.bus.messages(on: "keys/reported").count
            await bench.bench.air.breakLink(of: TagBench.address)
            #expect(try await bench.bench.eventually { bench.bus.messages(on: "keys/reported").count > before })
            #expect(try await bench.bench.eventually { await bench.gateway.tags.isLinked(keys) })
        }
    }

    @Test func `a gateway that ends leaves its links, and says that its trackers and itself are gone`() async throws {
        let bench = try await TagGatewayBench()
        let group = ServiceGroup(services: [bench.gateway], logger: .silent)
        let running = Task { try await group.run() }
        await bench.bench.air.advertise(TagBench.address, rssi: -50)
        let advertising = Task {
            while !Task.isCancelled {
                await bench.bench.air.advertise(TagBench.address, rssi: -50)
                try? await Task.sleep(for: .milliseconds(25))
            }
        }
        _ = try await bench.pair()
        #expect(try await bench.bench.eventually { !bench.bus.messages(on: "keys/availability").isEmpty })
        let fix = Fix(coordinate: try Coordinate(latitude: 1, longitude: 2), time: bench.bench.clock.now)
        await bench.bench.device.handle(.fix(fix))
        #expect(try await bench.bench.eventually { !bench.bus.messages(on: "owntracks/sam/keys").isEmpty })
        advertising.cancel()
        await group.triggerGracefulShutdown()
        try await running.value
        let ends = ["keys/availability", "hall/status"].compactMap { bench.bus.messages(on: $0).last?.payload }
        #expect(ends.first == Availability.offline.encoded())
        #expect(try ends.last.map { try GatewayStatus(decoding: $0).state } == .offline)
    }

    @Test func `a tag is connected without any strength, and left alone while its adapter is off`() async throws {
        let watched = Mutex<WatchedRadio?>(nil)
        let bench = try await TagGatewayBench { air in
            let radio = WatchedRadio(air)
            watched.withLock { $0 = radio }
            return radio
        }
        let radio = try #require(watched.withLock { $0 })
        try await bench.running(advertising: [TagBench.address]) {
            _ = try await bench.pair()
            let keys = DeviceID(owner: bench.bench.sam, device: try Name("keys"))
            #expect(try await bench.bench.eventually { await bench.gateway.tags.isLinked(keys) })
            let message = try #require(bench.bus.messages(on: "keys/proximity").first)
            #expect(try ProximityMessage(decoding: message.payload).rssi == nil)

            // Told while the link stands: then no attempt is under way when it breaks, and none may follow.
            var adapter = try #require(await bench.bench.air.adapters.first)
            adapter.health = .off
            radio.tell(.adapter(adapter))
            #expect(try await bench.bench.eventually { await bench.gateway.tags.adapters == [adapter] })
            #expect(await bench.gateway.tags.isLinked(keys))
            let before = radio.attempts.withLock { $0 }
            await bench.bench.air.set(.off, of: adapter.address)
            #expect(try await bench.bench.eventually { await !bench.gateway.tags.isLinked(keys) })
            // Meanwhile the tag is taken to be in reach.
            let clock = bench.bench.clock
            try await clock.sleep(until: clock.now.advanced(by: .seconds(8)), tolerance: nil)
            #expect(radio.attempts.withLock { $0 } == before)
            await bench.bench.air.set(.scanning, of: adapter.address)
            #expect(try await bench.bench.eventually { await bench.gateway.tags.isLinked(keys) })
        }
    }

    @Test func `a tracker that is told over the bus to forget its owner leaves no entry and no bond`() async throws {
        try await run { bench in
            _ = try await bench.pair()
            let keys = DeviceID(owner: bench.bench.sam, device: try Name("keys"))
            #expect(try await bench.bench.eventually { await bench.gateway.tags.isLinked(keys) })
            bench.bus.say(
                Message(topic: Topics().command(keys), payload: Command(id: "u", verb: .unregister).encoded())
            )
            #expect(try await bench.bench.eventually { try bench.bench.file.read().entries.isEmpty })
            #expect(await bench.bench.device.owner == nil)
            #expect(try await bench.bench.eventually { bench.bus.messages(on: "keys/desired").last?.payload == [] })
            // Free for anybody.
            bench.bus.published.withLock { $0 = [] }
            #expect(try await bench.pair()?.state == .done)
        }
    }

    @Test func `after unpairing the tracker is free`() async throws {
        try await run { bench in
            _ = try await bench.pair()
            bench.request("unpair", GatewayRequest(transaction: "u", tag: "sam/keys"))
            let response = try await bench.last("unpair")
            #expect(response?.state == .done, "\(response?.error ?? "")")
            #expect(await bench.bench.device.owner == nil)
            try #expect(bench.bench.file.read().entries.isEmpty)
        }
    }

    @Test func `a tracker is let go over the link that stands, for another may not be made`() async throws {
        try await run { bench in
            _ = try await bench.pair()
            let keys = DeviceID(owner: bench.bench.sam, device: try Name("keys"))
            #expect(try await bench.bench.eventually { await bench.gateway.tags.isLinked(keys) })
            await bench.bench.air.set(.refusesConnection, of: TagBench.address)
            bench.request("unpair", GatewayRequest(transaction: "u", tag: "sam/keys"))
            let response = try await bench.last("unpair")
            #expect(response?.message == "it is free for another owner", "\(response?.error ?? "")")
            #expect(await bench.bench.device.owner == nil)
            try #expect(bench.bench.file.read().entries.isEmpty)
        }
    }

    @Test func `a scan lists what is in reach, and tags not paired yet are told of`() async throws {
        try await run { bench in
            #expect(try await bench.bench.eventually { !bench.bus.messages(on: "hall/seen").isEmpty })
            bench.request("scan", GatewayRequest(transaction: "s"))
            let tag = try #require(try await bench.last("scan")?.tags?.first)
            #expect(tag.address == "\(TagBench.address)" && tag.rssi == -50 && tag.model == "Tagalong T1")
            let seen = try #require(bench.bus.messages(on: "hall/seen").first)
            #expect(seen.quality == .atMostOnce)
            #expect(try SeenMessage(decoding: seen.payload).address == tag.address)
            bench.request("adapters", GatewayRequest(transaction: "a"))
            #expect(try await bench.last("adapters")?.adapters?.map(\.health) == ["scanning"])
        }
    }

    @Test(arguments: [
        ("pair", #"{"transaction":"t"}"#, "tag: an address"), ("pair", #"{"transaction":"t","tag":"x"}"#, "item:"),
        ("pair", #"{"transaction":"t","tag":"x","item":"I"}"#, "owner:"),
        ("pair", #"{"transaction":"t","tag":7}"#, "tag: a text"), ("scan", "noise", "payload:"),
        ("scan", "{}", "transaction: a value"), ("dance", #"{"transaction":"t"}"#, "verb: scan, pair"),
        ("unpair", #"{"transaction":"t","tag":"x"}"#, "tag: owner/device"),
        ("unpair", #"{"transaction":"t","tag":"sam/none"}"#, "no tag 'sam/none' is paired"),
        ("ring", #"{"transaction":"t","tag":"sam/none"}"#, "no tag 'sam/none'"),
        ("connect", #"{"transaction":"t","tag":"sam/none"}"#, "no tag 'sam/none'"),
        ("pair", #"{"transaction":"t","tag":"x","item":"","owner":"sam"}"#, "1 to 60"),
        ("pair", #"{"transaction":"t","tag":"x","item":"I","owner":"alerts"}"#, "no owner can be called"),
    ])
    func `a request that makes no sense is answered by what is wrong`(
        verb: String,
        payload: String,
        says: String
    ) async throws {
        try await run { bench in
            let topic = Topics().gatewayRequest(bench.bench.gateway, verb: verb)
            bench.bus.say(Message(topic: topic, payload: Array(payload.utf8)))
            let response = try await bench.last(verb)
            #expect(response?.state == .failed)
            #expect(response?.error?.contains(says) == true, "\(response?.error ?? "")")
            #expect(response?.transaction == (payload.contains("\"t\"") ? "t" : ""))
        }
    }
}
