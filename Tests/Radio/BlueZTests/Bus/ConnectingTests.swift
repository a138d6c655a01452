import BlueZ
import Bluetooth
import SystemBus
import TestSupport
import Testing
import Tracking

struct ConnectingTests {
    private static let service = BluetoothUUID(0xFFE0)

    private static func characteristic(_ peer: any Peer, _ uuid: UInt16) throws -> PeerCharacteristic {
        try #require(peer.characteristic(BluetoothUUID(uuid), of: service))
    }

    @Test func `a tag is connected without scanning meanwhile, read and written`() async throws {
        try await withBench { bench in
            #expect(await bench.hear())
            let peer = try await bench.connect()
            let value = try Self.characteristic(peer, 0xFFE1)
            #expect(value.properties == [.read, .write, .notify])
            #expect(try await peer.read(value) == [7])
            try await peer.write([1, 2, 3], to: value, confirmed: true)
            #expect(try await peer.read(value) == [1, 2, 3])
            #expect(await bench.fake.calls.contains("WriteValue request"))
            #expect(await bench.fake.count("Connect while scanning") == 0)
            #expect(await bench.isScanning())
            try await bench.running { await peer.disconnect() }
            #expect(await bench.until { bench.log.disconnections == 1 })
        }
    }

    /// What a characteristic declares, whether an answer is wanted, and what comes of it.
    private static let writings: [([String], Bool, String, isTaken: Bool)] = [
        (["write"], false, "request", true), (["write-without-response"], true, "command", true),
        (["write", "write-without-response"], false, "command", true), (["read"], false, "request", false),
    ]

    @Test(arguments: writings)
    func `a write reaches the tag as its characteristic takes it, or is told as refused`(
        flags: [String], isConfirmed: Bool, type: String, isTaken: Bool
    ) async throws {
        var tag = FakeTag(address: Bench.tag)
        tag.characteristics[0] = FakeTag.Characteristic(uuid: tag.characteristics[0].uuid, flags: flags)
        try await withBench(tag: tag) { bench in
            #expect(await bench.hear())
            let peer = try await bench.connect()
            let write = Task { () throws in
                try await peer.write([2], to: Self.characteristic(peer, 0xFFE1), confirmed: isConfirmed)
            }
            if isTaken {
                try await write.value
            } else {
                await #expect(throws: RadioError.self) { try await write.value }
            }
            #expect(await bench.fake.count("WriteValue \(type)") == 1)
            #expect(await bench.fake.tags[Bench.tag]?.characteristics[0].value == (isTaken ? [2] : []))
        }
    }

    @Test(
        arguments: [
            (BusFailure.bluez("InProgress", "In Progress"), 2, true),
            (.bluez("Failed", "Operation failed with ATT error: 0xfe"), 5, true),
            (.bluez("InProgress", "In Progress"), 6, false),
            (.bluez("NotPermitted", "Write acquired"), 1, false),
        ]
    )
    func `who is busy is asked again a few times`(failure: BusFailure, times: Int, isTaken: Bool) async throws {
        var tag = FakeTag(address: Bench.tag)
        tag.characteristics[0].refusals = Array(repeating: failure, count: times)
        try await withBench(tag: tag) { bench in
            #expect(await bench.hear())
            let peer = try await bench.connect()
            let value = try Self.characteristic(peer, 0xFFE1)
            let write: @Sendable () async throws -> Void = {
                try await bench.running { try await peer.write([2], to: value, confirmed: true) }
            }
            if isTaken {
                try await write()
                #expect(await bench.fake.tags[Bench.tag]?.characteristics[0].value == [2])
            } else {
                await #expect(throws: RadioError.self) { try await write() }
            }
            #expect(await bench.fake.count("WriteValue request") == times + (isTaken ? 1 : 0))
        }
    }

    @Test func `a subscription that bluetoothd is too busy for is made a moment later`() async throws {
        var tag = FakeTag(address: Bench.tag)
        tag.isBusySubscribing = true
        try await withBench(tag: tag) { bench in
            #expect(await bench.hear())
            let peer = try await bench.connect()
            let values = try await bench.running { try await peer.values(of: Self.characteristic(peer, 0xFFE1)) }
            try await bench.fake.notify(Bench.tag, 0, [1], by: "hci0")
            #expect(await values.first { _ in true } == [1])
            #expect(await bench.fake.count("StartNotify") == 2)
        }
    }

    @Test func `a link that the controller aborts, or the kernel is too busy for, is made again`() async throws {
        var tag = FakeTag(address: Bench.tag)
        tag.connecting = [.failing(.abortedConnect), .failing(.bluez("InProgress")), .failing(.refusedConnect)]
        try await withBench(tag: tag) { bench in
            #expect(await bench.hear())
            let peer = try await bench.connect()
            #expect(peer.services.count == 1)
            #expect(await bench.fake.count("Connect") == 4)
        }
    }

    @Test func `after four aborted links it is enough`() async throws {
        var tag = FakeTag(address: Bench.tag)
        tag.connecting = Array(repeating: .failing(.abortedConnect), count: 9)
        try await withBench(tag: tag) { bench in
            #expect(await bench.hear())
            await #expect(
                throws: RadioError.connectionFailed(Bench.tagAddress, reason: "le-connection-abort-by-local")
            ) { try await bench.connect() }
            #expect(await bench.fake.count("Connect") == 4)
            #expect(await bench.isScanning())
        }
    }

    @Test func `an attempt that is aborted late is not repeated, so that others are heard again`() async throws {
        var tag = FakeTag(address: Bench.tag)
        tag.connecting = [.failing(.abortedConnect)]
        try await withBench(BlueZConfiguration(abortsWithin: .zero), tag: tag) { bench in
            #expect(await bench.hear())
            await #expect(
                throws: RadioError.connectionFailed(Bench.tagAddress, reason: "le-connection-abort-by-local")
            ) { try await bench.connect() }
            #expect(await bench.fake.count("Connect") == 1)
            #expect(await bench.isScanning())
        }
    }

    @Test func `a tag that never answers is given up, and scanning goes on`() async throws {
        var tag = FakeTag(address: Bench.tag)
        tag.connecting = [.silent]
        try await withBench(BlueZConfiguration(connectTimeout: .milliseconds(200)), tag: tag) { bench in
            #expect(await bench.hear())
            await #expect(throws: RadioError.timedOut(Bench.tagAddress, doing: "connecting")) {
                try await bench.connect()
            }
            #expect(await bench.fake.count("Disconnect") == 1)
            #expect(await bench.hear(-61))
        }
    }

    @Test func `a link whose coming is not signalled is noticed all the same`() async throws {
        var tag = FakeTag(address: Bench.tag)
        tag.signalsConnected = false
        try await withBench(tag: tag) { bench in
            #expect(await bench.hear())
            let peer = try await bench.connect()
            #expect(try await peer.read(Self.characteristic(peer, 0xFFE1)) == [7])
        }
    }

    @Test(arguments: [(BlueZConfiguration(), 0), (BlueZConfiguration(orphanTimeout: .seconds(30)), 1)])
    func `a link that was there before is ended only by who says so`(
        configuration: BlueZConfiguration,
        ends: Int
    ) async throws {
        var tag = FakeTag(address: Bench.tag)
        tag.isConnected = true
        try await withBench(configuration, tag: tag) { bench in
            #expect(await bench.isScanning())
            let start = bench.clock.now
            _ = await bench.until(.seconds(1)) {
                let isLate = start.duration(to: bench.clock.now) > .seconds(90)
                return if ends == 0 { isLate } else { await bench.fake.count("Disconnect") == ends }
            }
            #expect(await bench.fake.count("Disconnect") == ends)
        }
    }

    @Test func `a tag that was never heard is unknown`() async throws {
        try await withBench { bench in
            #expect(await bench.isScanning())
            await #expect(throws: RadioError.unknownTag(Bench.tagAddress)) { try await bench.connect() }
        }
    }

    @Test(arguments: [(UInt16(0xFFE1), 0), (0xFFE2, 1)])
    func `no notification or indication is lost, and the stream ends with the link`(
        uuid: UInt16,
        index: Int
    ) async throws {
        try await withBench { bench in
            #expect(await bench.hear())
            let peer = try await bench.connect()
            let values = try await peer.values(of: Self.characteristic(peer, uuid))
            let reader = Task { await values.reduce(into: []) { $0.append($1) } }
            for number in 0..<100 { try await bench.fake.notify(Bench.tag, index, [UInt8(number)], by: "hci0") }
            await bench.fake.breakLink(Bench.tag, by: "hci0")
            #expect(await reader.value == (0..<100).map { [UInt8($0)] })
        }
    }

    @Test(arguments: [false, true])
    func `a tag whose link is lost while it is subscribed to is heard over the next one`(
        isToldLate: Bool
    ) async throws {
        var tag = FakeTag(address: Bench.tag)
        tag.subscribing = .losingLink(isToldLate: isToldLate)
        try await withBench(tag: tag) { bench in
            #expect(await bench.hear())
            let peer = try await bench.connect()
            let value = try Self.characteristic(peer, 0xFFE1)
            await #expect(throws: RadioError.disconnected(Bench.tagAddress)) { try await peer.values(of: value) }
            let next = try await bench.connect()
            let values = try await next.values(of: Self.characteristic(next, 0xFFE1))
            try await bench.fake.notify(Bench.tag, 0, [1], by: "hci0")
            #expect(await values.first { _ in true } == [1])
        }
    }

    @Test func `whoever listens again at once is heard, and bluetoothd is told when nobody does`() async throws {
        try await withBench { bench in
            #expect(await bench.hear())
            let peer = try await bench.connect()
            let characteristic = try Self.characteristic(peer, 0xFFE1)
            for number in 0..<20 {
                let values = try await peer.values(of: characteristic)
                try await bench.fake.notify(Bench.tag, 0, [UInt8(number)], by: "hci0")
                #expect(await values.first { _ in true } == [UInt8(number)])
            }
            #expect(await bench.until { await bench.fake.notifying.isEmpty })
            let last = try await peer.values(of: characteristic)
            await bench.fake.breakLink(Bench.tag, by: "hci0")
            #expect(await last.first { _ in true } == nil)
        }
    }

    @Test func `a stream ends with its characteristic, though the link stands`() async throws {
        try await withBench { bench in
            #expect(await bench.hear())
            let peer = try await bench.connect()
            let values = try await peer.values(of: Self.characteristic(peer, 0xFFE1))
            await bench.fake.removeServices(of: Bench.tag, by: "hci0")
            #expect(await values.first { _ in true } == nil)
            #expect(await bench.fake.count("StopNotify") == 0)
        }
    }

    @Test func `a subscription that is cancelled is ended only once the tag has answered`() async throws {
        var tag = FakeTag(address: Bench.tag)
        tag.subscribing = .waiting
        try await withBench(tag: tag) { bench in
            #expect(await bench.hear())
            let peer = try await bench.connect()
            let characteristic = try Self.characteristic(peer, 0xFFE1)
            let listening = Task { for await _ in try await peer.values(of: characteristic) {} }
            #expect(await bench.until { await bench.fake.count("StartNotify") == 1 })
            listening.cancel()
            // Time for a StopNotify that would come too early.
            try await Task.sleep(for: .milliseconds(50))
            await bench.fake.answerSubscribers(Bench.tag, .succeeding)
            #expect(await bench.until { await bench.fake.count("StopNotify") == 1 })
            let calls = await bench.fake.calls.filter { $0.hasPrefix("StartNotify") || $0 == "StopNotify" }
            #expect(calls == ["StartNotify", "StartNotify answered", "StopNotify"])
        }
    }

    @Test func `a characteristic that another program has to itself is told as such`() async throws {
        var tag = FakeTag(address: Bench.tag)
        tag.subscribing = .takenByOthers
        try await withBench(tag: tag) { bench in
            #expect(await bench.hear())
            let peer = try await bench.connect()
            let error = await #expect(throws: RadioError.self) {
                try await peer.values(of: Self.characteristic(peer, 0xFFE1))
            }
            #expect(error?.description.contains("another program has its values to itself") == true)
            #expect(await bench.fake.count("StopNotify") == 0)
        }
    }

    @Test func `what a tag refuses is told with its code`() async throws {
        var tag = FakeTag(address: Bench.tag)
        tag.characteristics[0].failure = .bluez("Failed", "Operation failed with ATT error: 0x80")
        tag.characteristics[1].failure = .bluez("NotPermitted", "Not paired")
        try await withBench(tag: tag) { bench in
            #expect(await bench.hear())
            let peer = try await bench.connect()
            let first = try Self.characteristic(peer, 0xFFE1)
            let error = await #expect(throws: RadioError.self) { try await peer.read(first) }
            #expect(error?.description.contains("attribute error 0x80") == true)
            let second = await #expect(throws: RadioError.self) {
                try await peer.read(Self.characteristic(peer, 0xFFE2))
            }
            #expect(second?.description.contains("paired first") == true)
        }
    }

    @Test func `nothing is asked over the next link that was meant for the former one, nor is it ended`() async throws {
        try await withBench { bench in
            #expect(await bench.hear())
            let former = try await bench.connect()
            await bench.fake.breakLink(Bench.tag, by: "hci0")
            #expect(await bench.until { bench.log.disconnections == 1 })
            let next = try await bench.connect()
            let value = try Self.characteristic(next, 0xFFE1)
            await #expect(throws: RadioError.disconnected(Bench.tagAddress)) { try await former.read(value) }
            await former.disconnect()
            #expect(await bench.fake.count("Disconnect") == 0)
            #expect(try await next.read(value) == [7])
        }
    }

    @Test func `an unlikely error over a link that stands is told as the refusal that it is`() async throws {
        var tag = FakeTag(address: Bench.tag)
        tag.characteristics[0].failure = .bluez("Failed", "Operation failed with ATT error: 0x0e")
        try await withBench(tag: tag) { bench in
            #expect(await bench.hear())
            let peer = try await bench.connect()
            let began = bench.clock.now
            let error = await #expect(throws: RadioError.self) {
                try await bench.running { try await peer.read(Self.characteristic(peer, 0xFFE1)) }
            }
            #expect(error?.description.contains("attribute error 0xe") == true)
            #expect(began.duration(to: bench.clock.now) >= .seconds(1))
            #expect(bench.log.disconnections == 0)
        }
    }

    @Test func `a link of before bluetoothd's crash is gone for good`() async throws {
        try await withBench { bench in
            #expect(await bench.hear())
            let peer = try await bench.connect()
            let value = try Self.characteristic(peer, 0xFFE1)
            await bench.fake.stop()
            #expect(await bench.until { bench.log.disconnections == 1 })
            await bench.fake.place(FakeTag(address: Bench.tag))
            try await bench.fake.start()
            #expect(await bench.hear())
            let new = try await bench.connect()
            await #expect(throws: RadioError.disconnected(Bench.tagAddress)) { try await peer.read(value) }
            #expect(try await new.read(value) == [7])
        }
    }

    @Test func `an attribute that has moved makes bluetoothd forget an unbonded tag`() async throws {
        var tag = FakeTag(address: Bench.tag)
        tag.characteristics[0].failure = .bluez("Failed", "Operation failed with ATT error: 0x01")
        try await withBench(tag: tag) { bench in
            #expect(await bench.hear())
            let peer = try await bench.connect()
            await #expect(throws: RadioError.self) { try await peer.read(Self.characteristic(peer, 0xFFE1)) }
            try await bench.running { await peer.disconnect() }
            #expect(await bench.fake.count("hci0 RemoveDevice") == 1)
        }
    }
}
