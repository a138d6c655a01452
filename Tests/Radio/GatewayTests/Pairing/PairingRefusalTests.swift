import Air
import Bluetooth
import Gateway
import Messages
import RadioSupport
import Synchronization
import Testing
import Tracking

/// What a tag does wrong, from the request to pair it to its end.
@Suite(.timeLimit(.minutes(30))) struct PairingRefusalTests {
    /// Pairing fails, by a sentence that holds some words, and both sides are as before.
    private func refuses(_ bench: TagBench, _ person: Person = Person(), saying words: String) async throws {
        let error = await #expect(throws: PairingError.self) {
            try await bench.pairing().pair(bench.request(), asking: person) { _ in }
        }
        #expect(error.map { "\($0)".contains(words) } == true, "\(error.map { "\($0)" } ?? "")")
        #expect(try bench.file.read().entries.isEmpty)
        #expect(await bench.device.owner == nil)
        #expect(bench.published.withLock { $0.isEmpty })
    }

    @Test func `a tag that never answers is given up`() async throws {
        let bench = try await TagBench()
        try await bench.running {
            await bench.air.set(.silentFrom(1), of: TagBench.address)
            try await refuses(bench, saying: "in time")
            await bench.air.set(nil, of: TagBench.address)
            _ = try await bench.pairing().pair(bench.request(), asking: Person()) { _ in }
            #expect(await bench.device.owner == bench.sam)
        }
    }

    @Test func `a tag without room for another bond says so`() async throws {
        let bench = try await TagBench()
        try await bench.running {
            await bench.air.set(otherBonds: 8, of: TagBench.address)
            try await refuses(bench, saying: "it has no room for another bond")
            await bench.air.set(otherBonds: 7, of: TagBench.address)
            _ = try await bench.pairing().pair(bench.request(), asking: Person()) { _ in }
            #expect(await bench.device.owner == bench.sam)
        }
    }

    @Test func `a wrong passkey bonds nothing, and the right one does`() async throws {
        let bench = try await TagBench()
        await bench.device.join(bench.air, at: TagBench.address, TagBench.number, pairing: .passkey(42))
        try await bench.running {
            try await refuses(bench, Person(typed: 43), saying: "could not be paired")
            try await refuses(bench, Person(typed: nil), saying: "could not be paired")
            _ = try await bench.pairing().pair(bench.request(), asking: Person(typed: 42)) { _ in }
            #expect(await bench.device.owner == bench.sam)
        }
    }

    @Test(arguments: [true, false])
    func `a tracker that has an owner takes no second one`(isBonded: Bool) async throws {
        let bench = try await TagBench()
        try await bench.running {
            let entry = try await bench.pairing().pair(bench.request(), asking: Person()) { _ in }
            // As at a gateway that has never known it, or has lost its registry.
            _ = try bench.file.update { (registry) throws(RegistryError) in registry.remove(entry.device) }
            if !isBonded { try await bench.air.unbond(TagBench.address) }
            let before = bench.published.withLock { $0.count }
            let error = await #expect(throws: PairingError.self) {
                try await bench.pairing().pair(bench.request("Bike", owner: try Name("eve")), asking: Person()) { _ in }
            }
            if isBonded { #expect(error == .otherOwner(TagBench.number)) }
            #expect(error.map { "\($0)".contains("owner") } == true)
            #expect(await bench.device.owner == bench.sam)
            #expect(try bench.file.read().entries.isEmpty)
            #expect(bench.published.withLock { $0.count } == before)
        }
    }

    @Test func `a tag that claims to be a tracker and answers nonsense of any length is refused`() async throws {
        let bench = try await TagBench()
        let tag = NonsenseTag()
        let advertisement = try #require(await bench.device.advertisement)
        await bench.air.add(
            AirTag(address: TagBench.address, advertisement: advertisement, server: tag)
        )
        try await bench.running {
            for length in 0...12 {
                tag.answer.withLock { $0 = Array(repeating: 0xFF, count: length) }
                try await refuses(bench, saying: "answered nonsense")
            }
        }
    }

    @Test func `what is wanted keeps the keys that nobody here knows`() async throws {
        let bench = try await TagBench()
        let payload = #"{"_type":"desired","version":4,"mode":"cellular","report_every_s":77,"colour":"red"}"#
        bench.desired.withLock { $0 = try? Kept<DesiredState>(decoding: Array(payload.utf8)) }
        try await bench.running {
            let entry = try await bench.pairing().pair(bench.request(), asking: Person()) { _ in }
            let paired = try #require(bench.published.withLock { $0.last })
            let state = try Kept<DesiredState>(decoding: paired.payload)
            #expect(state.value.version == 5 && state.value.mode == .cellular && state.value.reportEvery == 77)
            #expect(state.extra.map(\.name) == ["colour"])
            bench.desired.withLock { $0 = state }
            await bench.air.set(.refusesConnection, of: TagBench.address)
            _ = try await bench.pairing().unpair(entry.device, within: .seconds(5))
            let last = try #require(bench.published.withLock { $0.last })
            let off = try Kept<DesiredState>(decoding: last.payload)
            #expect(off.value.version == 6 && off.value.power == .off && off.value.mode == .cellular)
            #expect(off.extra == state.extra)
        }
    }
}
