import BlueZ
import Bluetooth
import SystemBus
import Testing

struct PairingTests {
    /// Tags with a person who does what they want, and what he has seen.
    private static let successes: [(FakeTag.Pairing, FakePerson, [Int])] = [
        (.justWorks, FakePerson(), []), (.comparing(12_345), FakePerson(), [12_345]),
        (.showing(7), FakePerson(typed: 7), []), (.typing(99), FakePerson(), [99]),
    ]

    @Test(arguments: successes)
    func `a tag is bonded and trusted`(pairing: FakeTag.Pairing, person: FakePerson, seen: [Int]) async throws {
        var tag = FakeTag(address: Bench.tag)
        tag.pairing = pairing
        try await withBench(tag: tag) { bench in
            #expect(await bench.hear())
            try await bench.pair(person)
            #expect(await bench.fake.tags[Bench.tag]?.isPaired == true)
            #expect(await bench.fake.count("Trusted") == 1)
            #expect(await bench.fake.count("hci0 RemoveDevice") == 0)
            #expect(await bench.until { person.seen.all == seen })
            let peer = try await bench.connect()
            #expect(await peer.isBonded)
        }
    }

    @Test func `a tag whose identity the bond reveals is found by the one before, too`() async throws {
        var tag = FakeTag(address: Bench.tag)
        tag.identity = "C0:00:00:00:00:77"
        try await withBench(tag: tag) { bench in
            #expect(await bench.hear())
            try await bench.pair(FakePerson())
            let peer = try await bench.connect()
            #expect(peer.tag == BluetoothAddress("C0:00:00:00:00:77"))
            try await bench.running { try await bench.radio.unbond(Bench.tagAddress) }
            #expect(await bench.fake.count("hci0 RemoveDevice") == 1)
        }
    }

    @Test func `a tag is paired once its services are known`() async throws {
        var tag = FakeTag(address: Bench.tag)
        tag.resolvesLate = true
        try await withBench(BlueZConfiguration(pairTimeout: .seconds(5)), tag: tag) { bench in
            #expect(await bench.hear())
            try await bench.pair(FakePerson())
            #expect(await bench.fake.count("Pair too early") == 0)
            #expect(await bench.fake.tags[Bench.tag]?.isPaired == true)
        }
    }

    private static let failures: [(FakeTag.Pairing, FakePerson, PairingFailure)] = [
        (.comparing(1), FakePerson(saysYes: false), .rejected),
        (.showing(7), FakePerson(typed: 8), .authentication),
        (.showing(7), FakePerson(typed: nil), .canceled),
        (.failing(.bluez("AuthenticationFailed")), FakePerson(), .refusedUnasked),
        (.failing(.bluez("AuthenticationRejected")), FakePerson(), .rejected),
        (.failing(.bluez("AuthenticationTimeout")), FakePerson(), .timedOut),
        (.failing(.bluez("AuthenticationCanceled")), FakePerson(), .canceled),
        (.failing(.bluez("Failed", "No room for another bond")), FakePerson(), .refused("No room for another bond")),
    ]

    @Test(arguments: failures)
    func `a pairing that fails says why and leaves nothing behind`(
        pairing: FakeTag.Pairing,
        person: FakePerson,
        failure: PairingFailure
    ) async throws {
        var tag = FakeTag(address: Bench.tag)
        tag.pairing = pairing
        try await withBench(tag: tag) { bench in
            #expect(await bench.hear())
            await #expect(throws: RadioError.pairingFailed(Bench.tagAddress, failure)) {
                try await bench.pair(person)
            }
            #expect(await bench.fake.tags[Bench.tag]?.isPaired == false)
            #expect(await bench.fake.count("hci0 RemoveDevice") == 1)
            // Trying again works.
            var willing = FakeTag(address: Bench.tag)
            willing.pairing = .justWorks
            await bench.fake.place(willing)
            #expect(await bench.hear(-61))
            try await bench.pair(FakePerson())
            #expect(await bench.fake.tags[Bench.tag]?.isPaired == true)
        }
    }

    @Test func `a tag that never answers is given up`() async throws {
        var tag = FakeTag(address: Bench.tag)
        tag.pairing = .silent
        try await withBench(BlueZConfiguration(pairTimeout: .milliseconds(200)), tag: tag) { bench in
            #expect(await bench.hear())
            await #expect(throws: RadioError.pairingFailed(Bench.tagAddress, .timedOut)) {
                try await bench.pair(FakePerson())
            }
            #expect(await bench.fake.count("CancelPairing") == 1)
            #expect(await bench.fake.count("hci0 RemoveDevice") == 1)
        }
    }

    @Test func `a pairing whose task is cancelled ends`() async throws {
        var tag = FakeTag(address: Bench.tag)
        tag.pairing = .silent
        try await withBench(tag: tag) { bench in
            #expect(await bench.hear())
            let pairing = Task { try await bench.pair(FakePerson()) }
            #expect(await bench.until { await bench.fake.count("Pair") == 1 })
            pairing.cancel()
            await #expect(throws: RadioError.pairingFailed(Bench.tagAddress, .canceled)) { try await pairing.value }
            #expect(await bench.fake.count("CancelPairing") == 1)
        }
    }

    @Test func `a tag that is not being paired is refused`() async throws {
        try await withBench { bench in
            #expect(await bench.hear())
            let agent = try #require(await bench.fake.agent)
            let bus = try #require(await bench.fake.bus)
            for (member, arguments) in Self.questions {
                let call = BusCall(
                    destination: agent.sender,
                    path: agent.path,
                    interface: "org.bluez.Agent1",
                    member: member,
                    arguments: [.path("/org/bluez/hci0/dev_C0_00_00_00_00_09")] + arguments
                )
                let error = await #expect(throws: BusError.self) { _ = try await bus.call(call) }
                #expect(error?.failureName == "org.bluez.Error.Rejected")
            }
        }
    }

    private static let questions: [(String, [BusValue])] = [
        ("RequestConfirmation", [.uint32(1)]), ("RequestPasskey", []), ("RequestPinCode", []),
        ("RequestAuthorization", []), ("AuthorizeService", ["uuid"]), ("DisplayPasskey", [.uint32(1), .uint16(0)]),
    ]

    @Test func `a bond is forgotten, and forgetting what is not there is no error`() async throws {
        try await withBench { bench in
            #expect(await bench.hear())
            try await bench.pair(FakePerson())
            try await bench.radio.unbond(Bench.tagAddress)
            #expect(await bench.fake.tags[Bench.tag]?.isPaired == false)
            #expect(await bench.until { bench.log.losses == 1 })
            try await bench.radio.unbond(Bench.tagAddress)
        }
    }
}
