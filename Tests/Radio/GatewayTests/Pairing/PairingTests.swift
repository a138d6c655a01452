import Air
import Bluetooth
import Firmware
import Gateway
import Messages
import RadioSupport
import Synchronization
import Testing
import Tracking

@Suite(.timeLimit(.minutes(30))) struct PairingTests {
    @Test func `1-5-1 to 1-5-4: a tracker is bound, kept with its item, and starts to locate`() async throws {
        let bench = try await TagBench()
        try await bench.running {
            let steps = Mutex<[PairingStep]>([])
            let entry = try await bench.pairing().pair(bench.request(), asking: Person()) { step in
                steps.withLock { $0.append(step) }
            }
            #expect("\(entry.device)" == "sam/sams-keys")
            #expect(entry.item.text == "Sam's Keys" && entry.identity == TagIdentity(TagBench.number))
            #expect(entry.address == TagBench.address && entry.isBonded)
            #expect(try bench.file.read().entries == [entry])
            #expect(await bench.device.firmware.registration?.broker == "mqtts://broker.example")
            #expect(await bench.device.owner == bench.sam)
            #expect(await bench.device.firmware.life == .active)
            let desired = try #require(bench.published.withLock { $0.first })
            #expect(desired.topic == "tagalong/sam/sams-keys/desired" && desired.retained)
            #expect(try DesiredState(decoding: desired.payload).item == entry.item)
            #expect(steps.withLock { $0.last } == .done(entry.device) && steps.withLock { $0.count } == 10)
        }
    }

    /// Operations of the link: 1 identity, 2 subscription, 3 registration, 4 confirmation, 5 activation.
    @Test(arguments: 1...4, [true, false])
    func `a break at any step leaves both sides as before or bound, and trying again works`(
        operation: Int,
        isBefore: Bool
    ) async throws {
        let bench = try await TagBench()
        try await bench.running {
            await bench.air.set(isBefore ? .breaksBefore(operation) : .breaksAfter(operation), of: TagBench.address)
            let isHeard = operation == 4 && !isBefore
            if isHeard {
                // The tracker has heard the confirmation, and says so when it is asked again.
                _ = try await bench.pairing().pair(bench.request(), asking: Person()) { _ in }
            } else {
                await #expect(throws: PairingError.radio(.disconnected(TagBench.address))) {
                    try await bench.pairing().pair(bench.request(), asking: Person()) { _ in }
                }
                #expect(try bench.file.read().entries.isEmpty)
                #expect(await bench.device.owner == nil)
                #expect(bench.published.withLock { $0.isEmpty })
                await bench.air.set(nil, of: TagBench.address)
                _ = try await bench.pairing().pair(bench.request(), asking: Person()) { _ in }
            }
            #expect(try bench.file.read().entries.count == 1)
            #expect(await bench.device.owner == bench.sam)
        }
    }

    @Test(arguments: ["connecting", "asking the tag", "asking the tracker"])
    func `a pairing that is stopped leaves both sides as before, and trying again works`(step: String) async throws {
        let bench = try await TagBench()
        try await bench.running {
            let person = CountingPerson()
            let stopped = Task {
                try await bench.pairing().pair(bench.request(), asking: person) { began in
                    guard "\(began)".hasPrefix(step) else { return }
                    unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                }
            }
            await #expect(throws: PairingError.cancelled) { try await stopped.value }
            #expect(try bench.file.read().entries.isEmpty)
            #expect(await bench.device.owner == nil)
            _ = try await bench.pairing().pair(bench.request(), asking: person) { _ in }
            #expect(await bench.device.owner == bench.sam)
            // There was no bond left.
            #expect(person.questions.withLock(\.self) == 2)
        }
    }

    @Test(arguments: ["keeping", "confirming", "telling"])
    func `a pairing that is stopped when the tracker may be bound is brought to its end`(step: String) async throws {
        let bench = try await TagBench()
        try await bench.running {
            let stopped = Task {
                try await bench.pairing().pair(bench.request(), asking: Person()) { began in
                    guard "\(began)".hasPrefix(step) else { return }
                    unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                }
            }
            let entry = try await stopped.value
            #expect(try bench.file.read().entries == [entry])
            #expect(await bench.device.owner == bench.sam)
        }
    }

    @Test func `when the bus is gone both sides are as before`() async throws {
        let bench = try await TagBench()
        try await bench.running {
            await #expect(throws: PairingError.busClosed) {
                try await bench.pairing(isBusOpen: false).pair(bench.request(), asking: Person()) { _ in }
            }
            #expect(try bench.file.read().entries.isEmpty)
            #expect(await bench.device.owner == nil)
            _ = try await bench.pairing().pair(bench.request(), asking: Person()) { _ in }
            #expect(await bench.device.owner == bench.sam)
        }
    }

    @Test func `numbers that do not agree leave no bond`() async throws {
        let bench = try await TagBench()
        try await bench.running {
            await #expect(throws: PairingError.radio(.pairingFailed(TagBench.address, .rejected))) {
                try await bench.pairing().pair(bench.request(), asking: Person(confirms: false)) { _ in }
            }
            try #expect(bench.file.read().entries.isEmpty)
        }
    }

    @Test func `a tracker is paired once, and after it was forgotten by somebody else`() async throws {
        let bench = try await TagBench()
        try await bench.running {
            let entry = try await bench.pairing().pair(bench.request(), asking: Person()) { _ in }
            await #expect(throws: PairingError.self) {
                try await bench.pairing().pair(bench.request("Bike"), asking: Person()) { _ in }
            }
            #expect(try await bench.pairing().unpair(entry.device, within: .seconds(60)) == .free)
            #expect(try bench.file.read().entries.isEmpty)
            #expect(await bench.device.owner == nil)
            #expect(bench.published.withLock { $0.last?.payload } == [])
            let other = try await bench.pairing().pair(
                bench.request("Bike", owner: try Name("eve")),
                asking: Person()
            ) { _ in }
            #expect(other.device.device.text == "bike")
        }
    }

    @Test(arguments: [AirFault.refusesConnection, .breaksBefore(2), .breaksBefore(4), .breaksAfter(4)])
    func `one whose link fails is tried again when it is forgotten`(_ fault: AirFault) async throws {
        let bench = try await TagBench()
        try await bench.running {
            let entry = try await bench.pairing().pair(bench.request(), asking: Person()) { _ in }
            await bench.air.set(fault, of: TagBench.address)
            async let outcome = bench.pairing().unpair(entry.device, within: .seconds(60))
            try await bench.clock.sleep(until: bench.clock.now.advanced(by: .seconds(3)), tolerance: nil)
            if fault == .refusesConnection { await bench.air.set(nil, of: TagBench.address) }
            #expect(try await outcome == .free)
            #expect(await bench.device.owner == nil)
            #expect(try bench.file.read().entries.isEmpty)
        }
    }

    @Test func `one that is out of reach is told to switch off when it is forgotten`() async throws {
        let bench = try await TagBench()
        try await bench.running {
            let entry = try await bench.pairing().pair(bench.request(), asking: Person()) { _ in }
            await bench.air.set(.refusesConnection, of: TagBench.address)
            let outcome = try await bench.pairing().unpair(entry.device, within: .seconds(10))
            #expect(outcome != .free)
            let last = try #require(bench.published.withLock { $0.last })
            #expect(try DesiredState(decoding: last.payload).power == .off)
            #expect(try bench.file.read().entries.isEmpty)
        }
    }

    @Test func `1-5-1: while Bluetooth is off it asks for it`() async throws {
        let bench = try await TagBench(health: .off)
        try await bench.running {
            let error = await #expect(throws: PairingError.self) {
                try await bench.pairing().pair(bench.request(), asking: Person()) { _ in }
            }
            #expect(error == .bluetoothOff("air0 without power"))
            #expect(error.map { "\($0)".contains("turn it on") } == true)
        }
    }

    @Test(arguments: ["", "   ", String(repeating: "x", count: 61), "a\nb"])
    func `1-4-1: an item without a proper name is refused before anything is done`(item: String) async throws {
        let bench = try await TagBench()
        await #expect(throws: PairingError.self) {
            try await bench.pairing().pair(bench.request(item), asking: Person()) { _ in }
        }
        #expect(try bench.file.read().entries.isEmpty)
    }
}

/// Somebody who says yes, and counts how often they are asked.
private final class CountingPerson: PairingPerson {
    let questions = Mutex(0)

    func confirms(_ number: Int, shownBy tag: BluetoothAddress) async -> Bool {
        questions.withLock { $0 += 1 }
        return true
    }

    func passkey(shownBy tag: BluetoothAddress) async -> Int? { nil }
    func show(_ number: Int, for tag: BluetoothAddress) async {}
}
