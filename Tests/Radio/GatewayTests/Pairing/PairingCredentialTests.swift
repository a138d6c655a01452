import Air
import Bluetooth
import Firmware
import Gateway
import RadioSupport
import Synchronization
import Testing
import Tracking

@Suite(.timeLimit(.minutes(30))) struct PairingCredentialTests {
    @Test func `a tracker gets a credential of its own, which counts alone once the tracker is bound`() async throws {
        let (bench, issuer) = (try await TagBench(), RecordingIssuer())
        try await bench.running {
            _ = try await bench.pairing(credentials: issuer).pair(bench.request(), asking: Person()) { _ in }
            let registration = try #require(await bench.device.firmware.registration)
            #expect(registration.user == "user-1" && registration.password == "password-1")
            #expect(registration.broker == "mqtts://own.example:8883")
            #expect(await issuer.valid == ["user-1"])
            #expect(await issuer.settled == ["user-1"])
        }
    }

    @Test(arguments: 1...4, [true, false])
    func `a break at any step leaves no credential but the tracker's`(operation: Int, isBefore: Bool) async throws {
        let (bench, issuer) = (try await TagBench(), RecordingIssuer())
        try await bench.running {
            let pairing = bench.pairing(credentials: issuer)
            await bench.air.set(isBefore ? .breaksBefore(operation) : .breaksAfter(operation), of: TagBench.address)
            let entry = try? await pairing.pair(bench.request(), asking: Person()) { _ in }
            // Only what is heard and not answered binds it: it is asked again.
            #expect((entry != nil) == (operation == 4 && !isBefore))
            if entry == nil {
                #expect(await issuer.valid.isEmpty)
                #expect(await bench.device.owner == nil)
                await bench.air.set(nil, of: TagBench.address)
                _ = try await pairing.pair(bench.request(), asking: Person()) { _ in }
            }
            let user = try #require(await bench.device.firmware.registration?.user)
            #expect(await issuer.valid == [user])
        }
    }

    @Test func `when the broker gives no credential, or the bus is gone, both sides are as before`() async throws {
        let (bench, issuer) = (try await TagBench(), RecordingIssuer())
        try await bench.running {
            await issuer.set(fails: true)
            await #expect(throws: PairingError.credential("the broker is away")) {
                try await bench.pairing(credentials: issuer).pair(bench.request(), asking: Person()) { _ in }
            }
            await issuer.set(fails: false)
            await #expect(throws: PairingError.busClosed) {
                try await bench.pairing(isBusOpen: false, credentials: issuer)
                    .pair(bench.request(), asking: Person()) { _ in }
            }
            #expect(await issuer.valid.isEmpty)
            try #expect(bench.file.read().entries.isEmpty)
            #expect(await bench.device.owner == nil)
        }
    }

    @Test func `a tracker that is looked for to be let go stays what it is when that is stopped`() async throws {
        let (bench, issuer) = (try await TagBench(), RecordingIssuer())
        try await bench.running {
            let pairing = bench.pairing(credentials: issuer)
            var entry = try await pairing.pair(bench.request(), asking: Person()) { _ in }
            // Nobody is heard by this address.
            entry.address = BluetoothAddress(bits: 0xC0FF_EE00_4321)
            let published = bench.published.withLock { $0.count }
            _ = try bench.file.update { [entry] (registry) throws(RegistryError) in
                registry.remove(entry.device)
                try? registry.add(entry)
            }
            let looking = Task { [device = entry.device] in
                try await pairing.unpair(device, within: .seconds(3600))
            }
            try await bench.clock.sleep(until: bench.clock.now.advanced(by: .seconds(1)), tolerance: nil)
            looking.cancel()
            await #expect(throws: PairingError.cancelled) { try await looking.value }
            #expect(try bench.file.read().entries == [entry])
            #expect(bench.published.withLock { $0.count } == published)
            #expect(await issuer.leaving.isEmpty)
            #expect(await issuer.valid == ["user-1"])
        }
    }

    @Test func `a tracker that is let go loses its credential`() async throws {
        let (bench, issuer) = (try await TagBench(), RecordingIssuer())
        try await bench.running {
            let pairing = bench.pairing(credentials: issuer)
            let entry = try await pairing.pair(bench.request(), asking: Person()) { _ in }
            #expect(try await pairing.unpair(entry.device, within: .seconds(60)) == .free)
            #expect(await issuer.valid.isEmpty)
            #expect(await issuer.leaving.isEmpty)
        }
    }

    @Test func `one that is not reached may only learn that it is to be off`() async throws {
        let (bench, issuer) = (try await TagBench(), RecordingIssuer())
        try await bench.running {
            let pairing = bench.pairing(credentials: issuer)
            let entry = try await pairing.pair(bench.request(), asking: Person()) { _ in }
            await bench.air.set(.refusesConnection, of: TagBench.address)
            #expect(try await pairing.unpair(entry.device, within: .seconds(10)) != .free)
            #expect(await issuer.valid.isEmpty)
            #expect(await issuer.leaving == ["user-1"])
        }
    }

    @Test func `while the broker cannot be asked nothing is let go`() async throws {
        let (bench, issuer) = (try await TagBench(), RecordingIssuer())
        try await bench.running {
            let pairing = bench.pairing(credentials: issuer)
            let entry = try await pairing.pair(bench.request(), asking: Person()) { _ in }
            await issuer.set(fails: true)
            await #expect(throws: PairingError.credential("the broker is away")) {
                try await pairing.unpair(entry.device, within: .seconds(60))
            }
            #expect(try bench.file.read().entries == [entry])
            #expect(await bench.device.owner == bench.sam)
            #expect(await issuer.valid == ["user-1"])
        }
    }

    @Test func `a credential is described without its password`() throws {
        let id = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        let credential = TrackerCredential(tracker: id, broker: "mqtts://b", user: "u", password: "geheim")
        #expect(!"\(credential) \(String(reflecting: credential))".contains("geheim"))
        var dumped = ""
        dump(credential, to: &dumped)
        #expect(!dumped.contains("geheim"))
    }
}

/// A broker's owner who writes down what it gave.
actor RecordingIssuer: CredentialIssuer {
    struct Away: Error, CustomStringConvertible {
        var description: String { "the broker is away" }
    }

    private(set) var valid: Set<String> = []
    private(set) var leaving: Set<String> = []
    private(set) var settled: [String] = []
    private var count = 0
    private var fails = false

    func set(fails: Bool) { self.fails = fails }

    func issue(for tracker: DeviceID) throws -> TrackerCredential? {
        if fails { throw Away() }
        count += 1
        valid.insert("user-\(count)")
        return TrackerCredential(
            tracker: tracker,
            broker: "mqtts://own.example:8883",
            user: "user-\(count)",
            password: "password-\(count)"
        )
    }

    func confirm(_ credential: TrackerCredential) {
        settled.append(credential.user)
        valid = [credential.user]
    }

    func withdraw(_ credential: TrackerCredential) { valid.remove(credential.user) }

    func dismiss(_ tracker: DeviceID) throws {
        if fails { throw Away() }
        (leaving, valid) = (valid, [])
    }

    func revoke(_ tracker: DeviceID) { (leaving, valid) = ([], []) }
}
