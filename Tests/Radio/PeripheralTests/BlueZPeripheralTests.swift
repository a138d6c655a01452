import BlueZ
import Bluetooth
import Logging
import ServerSupport
import SystemBus
import Testing

@Suite(.timeLimit(.minutes(30)))
struct BlueZPeripheralTests {
    private static let registration = [
        "RegisterAgent", "RequestDefaultAgent", "RegisterApplication", "RegisterAdvertisement",
    ]

    /// A tag on a bus with a fake bluetoothd that has registered it.
    private struct Stage {
        let daemon: TestMessageBus
        let fake: FakeBlueZ
        let tag: FakeTag
        let peripheral: BlueZPeripheral
        let run: Task<Void, any Error>
    }

    private func withTag(
        acceptsPairing: Bool = true,
        onAdvertising: @escaping @Sendable (FakeBlueZ) async throws -> Void = { _ in },
        _ body: (Stage) async throws -> Void
    ) async throws {
        try await withTestMessageBus { daemon in
            let fake = try await FakeBlueZ(daemon.address, onAdvertising: onAdvertising)
            let (tag, bus) = (FakeTag(), try SystemBus(.address(daemon.address)))
            let peripheral = try peripheral(tag, bus, acceptsPairing: acceptsPairing)
            let run = Task { try await peripheral.run() }
            #expect(await fake.calls.first(4) == Self.registration)
            let stage = Stage(daemon: daemon, fake: fake, tag: tag, peripheral: peripheral, run: run)
            do { try await body(stage) } catch {
                run.cancel()
                throw error
            }
            run.cancel()
            _ = await run.result
            await fake.end()
            await bus.close()
        }
    }

    private func peripheral(
        _ tag: FakeTag,
        _ bus: SystemBus,
        adapter: String = "hci0",
        acceptsPairing: Bool = true
    ) throws -> BlueZPeripheral {
        var configuration = PeripheralConfiguration(adapter: adapter, advertisement: Advertisement(name: "Tag"))
        configuration.retryAfter = .milliseconds(50)
        // The fake answers from the threads that all tests share.
        configuration.requestTimeout = .seconds(1000)
        return try BlueZPeripheral(
            tag,
            configuration: configuration,
            bus: bus,
            person: EvenPerson(),
            acceptsPairing: { acceptsPairing },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    @Test func `a central reads a value in pieces, as it was at the first`() async throws {
        try await withTag { (stage: Stage) async throws in
            let uuid = FakeTag.readable.characteristic
            #expect(try await stage.fake.ask("ReadValue", uuid) == Array(0..<40))
            #expect(try await stage.fake.ask("ReadValue", uuid, offset: 22) == Array(22..<40))
            #expect(try await stage.fake.ask("ReadValue", uuid).first == 1)
            await #expect(throws: Self.failure("InvalidOffset", "attribute error 0x07")) {
                try await stage.fake.ask("ReadValue", uuid, offset: 41)
            }
        }
    }

    @Test func `what a bonded central writes arrives, and errors of the tag's own come back`() async throws {
        try await withTag { stage in
            let uuid = FakeTag.secure.characteristic
            try await stage.fake.setCentral(connected: true, bonded: true)
            try await stage.fake.ask("WriteValue", uuid, [1, 2])
            try await stage.fake.ask("WriteValue", uuid, [3], offset: 2)
            #expect(await stage.tag.log.first(3) == ["up", "write [1, 2]", "write [1, 2, 3]"])
            await #expect(throws: Self.failure("Failed", "0x83")) {
                try await stage.fake.ask("WriteValue", uuid, [0xBD])
            }
        }
    }

    @Test func `who has no bond may not write`() async throws {
        try await withTag { stage in
            try await stage.fake.setCentral(connected: true, bonded: false)
            await #expect(throws: Self.failure("NotAuthorized", "attribute error 0x05")) {
                try await stage.fake.ask("WriteValue", FakeTag.secure.characteristic, [1])
            }
        }
    }

    @Test func `values are told to who has subscribed, the same one twice as well`() async throws {
        try await withTag { stage in
            let values = try await stage.fake.values()
            try await stage.fake.ask("StartNotify", FakeTag.readable.characteristic)
            #expect(await stage.tag.log.first(2) == ["up", "10777 subscribed"])
            stage.tag.tell(FakeTag.secure, [9])
            for value: UInt8 in [7, 7, 8] { stage.tag.tell(FakeTag.readable, [value]) }
            let told = await values.first(3).map { $0.arguments[1].entries?["Value"]?.data }
            #expect(told == [[7], [7], [8]])
        }
    }

    @Test func `an indication waits until the one before it is confirmed`() async throws {
        try await withTag { stage in
            let uuid = FakeTag.secure.characteristic
            let values = try await stage.fake.values()
            try await stage.fake.ask("StartNotify", uuid)
            stage.tag.tell(FakeTag.secure, [1])
            stage.tag.tell(FakeTag.secure, [2])
            var iterator = values.makeAsyncIterator()
            #expect(await iterator.next(isolation: nil)?.arguments[1].entries?["Value"]?.data == [1])
            // Everything that was on its way before this answer has been told.
            try await stage.fake.ask("ReadValue", FakeTag.readable.characteristic)
            try await stage.fake.ask("Confirm", uuid)
            #expect(await iterator.next(isolation: nil)?.arguments[1].entries?["Value"]?.data == [2])
        }
    }

    @Test func `a bonded central that comes back has its subscriptions again`() async throws {
        try await withTag { stage in
            try await stage.fake.setCentral(connected: true, bonded: true)
            try await stage.fake.ask("StartNotify", FakeTag.readable.characteristic)
            #expect(await stage.tag.log.first(2) == ["up", "10777 subscribed"])
            // The word of the connection and the request come by different ways.
            try await stage.fake.ask("ReadValue", FakeTag.readable.characteristic)
            try await stage.fake.setCentral(connected: false, bonded: true)
            #expect(await stage.tag.log.first(1) == ["down"])
            try await stage.fake.setCentral(connected: true, bonded: true)
            #expect(await stage.tag.log.first(2) == ["up", "10777 subscribed"])
        }
    }

    @Test(arguments: [(true, UInt32(123_456), true), (true, 123_457, false), (false, 123_456, false)])
    func `a pairing succeeds where the tag takes one and the numbers agree`(
        acceptsPairing: Bool,
        number: UInt32,
        succeeds: Bool
    ) async throws {
        try await withTag(acceptsPairing: acceptsPairing) { stage in
            try await stage.fake.setCentral(connected: true, bonded: false)
            #expect(try await stage.fake.pairs(number) == succeeds)
        }
    }

    @Test func `who pairs before bluetoothd has answered that the tag is to be seen is taken`() async throws {
        let (answers, tell) = AsyncStream.makeStream(of: Bool.self)
        let pairAtOnce = { @Sendable (fake: FakeBlueZ) in
            try await fake.setCentral(connected: true, bonded: false)
            tell.yield(try await fake.pairs(123_456))
        }
        try await withTag(onAdvertising: pairAtOnce) { _ in #expect(await answers.first(1) == [true]) }
    }

    @Test func `a tag is registered again when bluetoothd is back`() async throws {
        try await withTag { stage in
            try await stage.fake.ask("StartNotify", FakeTag.readable.characteristic)
            await stage.fake.end()
            #expect(await stage.tag.log.first(3) == ["up", "10777 subscribed", "down"])
            let next = try await FakeBlueZ(stage.daemon.address)
            #expect(await next.calls.first(4) == Self.registration)
            #expect(try await next.ask("ReadValue", FakeTag.readable.characteristic).count == 40)
            stage.run.cancel()
            let farewell = ["UnregisterAdvertisement", "UnregisterApplication", "UnregisterAgent"]
            let calls = await next.calls.first(3)
            #expect(calls == farewell)
            await next.end()
        }
    }

    @Test func `nobody but bluetoothd may ask anything`() async throws {
        try await withTag { stage in
            let stranger = try SystemBus(.address(stage.daemon.address))
            let path = try await stage.fake.characteristic(FakeTag.readable.characteristic)
            let options = BusValue.properties(["device": .path(FakeBlueZ.central)])
            let call = BusCall(
                destination: await stage.fake.tagName,
                path: path,
                interface: "org.bluez.GattCharacteristic1",
                member: "ReadValue",
                arguments: [options]
            )
            await #expect(throws: Self.failure("NotAuthorized", "only bluetoothd may ask that")) {
                try await stranger.call(call)
            }
            await stranger.close()
        }
    }

    @Test func `an adapter that is not there is named, with those that are`() async throws {
        try await withTestMessageBus { daemon in
            let fake = try await FakeBlueZ(daemon.address)
            let bus = try SystemBus(.address(daemon.address))
            let peripheral = try peripheral(FakeTag(), bus, adapter: "hci7")
            await #expect(
                throws: RadioError.unavailable(
                    "there is no adapter hci7",
                    advice: "there are: hci0 (00:AA:01:00:00:00)"
                )
            ) { try await peripheral.run() }
            await fake.end()
            await bus.close()
        }
    }

    @Test func `without bluetoothd there is a sentence`() async throws {
        try await withTestMessageBus { daemon in
            let bus = try SystemBus(.address(daemon.address))
            let peripheral = try peripheral(FakeTag(), bus)
            await #expect(
                throws: RadioError.unavailable("bluetoothd does not run", advice: "systemctl start bluetooth")
            ) { try await peripheral.run() }
            await bus.close()
        }
    }

    private static func failure(_ name: String, _ message: String) -> BusError {
        .failed(BusFailure(name: "org.bluez.Error.\(name)", message: message))
    }
}

extension AsyncSequence where Failure == Never {
    /// The next elements.
    fileprivate func first(_ count: Int) async -> [Element] {
        var elements: [Element] = []
        var iterator = makeAsyncIterator()
        while elements.count < count, let element = await iterator.next(isolation: nil) { elements.append(element) }
        return elements
    }
}
