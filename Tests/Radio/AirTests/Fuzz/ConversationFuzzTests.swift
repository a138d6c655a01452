import Bluetooth
import Firmware
import TestSupport
import Testing
import Tracking

@testable import Air
@testable import HostStack

/// Conversations of a host with a tag that go wrong somewhere, through controller, air and host stack.
@Suite(.timeLimit(.minutes(30))) struct ConversationFuzzTests {
    /// What a host sends to register a tracker.
    private static func conversation(isSecure: Bool) throws -> [[UInt8]] {
        var gateway = GatewayByHand(isSecure: isSecure)
        try gateway.registerAll()
        return gateway.tracker.bench.sent.map(\.bytes)
    }

    @Test(arguments: [true, false])
    func `the same packets to the same tracker register it again`(isSecure: Bool) throws {
        var tracker = TrackerByHand(), check = HostPacketCheck()
        for packet in try Self.conversation(isSecure: isSecure) { play(packet, to: &tracker, &check) }
        #expect(tracker.firmware.owner?.text == "sam")
    }

    @Test(arguments: [true, false], 0..<8)
    func `a registration with packets changed, lost, doubled or replayed is answered, and a right one follows`(
        isSecure: Bool,
        batch: UInt64
    ) throws {
        let right = try Self.conversation(isSecure: isSecure)
        for seed in 0..<16 {
            var chance = SeededGenerator(seed: batch * 1000 + UInt64(seed))
            var packets = right, tracker = TrackerByHand(), check = HostPacketCheck()
            for _ in 0..<Int.random(in: 1...4, using: &chance) {
                Mutation.allCases.randomElement(using: &chance)?.apply(to: &packets, using: &chance)
            }
            for packet in packets { play(packet, to: &tracker, &check) }
            try expectWorks(tracker, isSecure: isSecure, "batch \(batch), seed \(seed)")
        }
    }

    @Test(arguments: [true, false], 0..<8)
    func `random data on a link, encrypted or not, are answered in order, and a right registration follows`(
        isSecure: Bool,
        batch: UInt64
    ) throws {
        for seed in 0..<4 {
            var chance = SeededGenerator(seed: 50_000 + batch * 1000 + UInt64(seed))
            var gateway = GatewayByHand(isSecure: isSecure)
            let steps = GatewayByHand.Step.all(isSecure: isSecure)
            for step in steps.prefix(Int.random(in: 1...steps.count, using: &chance)) { try gateway.perform(step) }
            // What is still under way belongs to what was before.
            _ = gateway.tracker.pass(milliseconds: 300)
            var check = HostPacketCheck()
            let isConnected = check.hasRightPackets(gateway.tracker.bench.heard.filter { $0.prefix(2) == [4, 0x3E] })
            #expect(isConnected)
            for _ in 0..<60 { play(randomData(gateway.handle, &chance), to: &gateway.tracker, &check) }
            try expectWorks(gateway.tracker, isSecure: isSecure, "batch \(batch), seed \(seed)")
        }
    }

    /// ACL data: frames that are whole, in pieces, too long, too short, on right and wrong channels.
    private func randomData(_ handle: UInt16, _ chance: inout SeededGenerator) -> [UInt8] {
        let count = Int.random(in: 0...(Bool.random(using: &chance) ? 12 : 247), using: &chance)
        var payload = (0..<count).map { _ in
            UInt8.random(in: 0...(Bool.random(using: &chance) ? 63 : 255), using: &chance)
        }
        if Int.random(in: 0...3, using: &chance) > 0 {
            let error = [0, 0, 0, 0, 0, 1, -1, 300].randomElement(using: &chance) ?? 0
            let channel = UInt8([4, 4, 4, 5, 6, 6, 7, 0].randomElement(using: &chance) ?? 4)
            payload = UInt16(max(0, count + error)).littleEndianBytes + [channel, 0] + payload
        }
        let boundary = UInt16([0, 0, 0, 1, 2, 3].randomElement(using: &chance) ?? 0) << 12
        let head = (handle | boundary).littleEndianBytes
        return [2] + head + UInt16(payload.count).littleEndianBytes + payload
    }

    /// Sends a packet and lets its answers come; each command is answered by its name.
    private func play(_ packet: [UInt8], to tracker: inout TrackerByHand, _ check: inout HostPacketCheck) {
        check.sent(packet)
        let known = tracker.bench.heard.count
        tracker.bench.send(packet)
        let answers = Array(tracker.bench.heard[known...])
        switch packet.first {
        case 1 where packet.count >= 3:
            #expect(answers.contains { Self.isAnswer($0, to: packet) }, "\(packet.hex)")
        case 2 where packet.count >= 5: break
        // What is no packet at all is a fault of the transport, unless the host does not want to hear of it.
        default: #expect(answers.isEmpty || answers == [[4, 0x10, 1, 1]], "\(packet.hex)")
        }
        _ = tracker.pass(milliseconds: packet.first == 1 ? 400 : 300)
        let areRight = check.hasRightPackets(Array(tracker.bench.heard[known...]))
        #expect(areRight, "\(packet.hex)")
    }

    private static func isAnswer(_ event: [UInt8], to command: [UInt8]) -> Bool {
        event.prefix(2) == [4, 0x0E] && event.dropFirst(4).prefix(2) == command[1...2]
            || event.prefix(2) == [4, 0x0F] && event.suffix(2) == command[1...2]
    }

    /// After a reset of the host's controller, nothing is half done, and all works.
    private func expectWorks(_ tracker: TrackerByHand, isSecure: Bool, _ comment: Comment) throws {
        var gateway = GatewayByHand(isSecure: isSecure)
        gateway.tracker = tracker
        gateway.tracker.bench.send(.reset)
        gateway.tracker.bench.send(.setEventMask, "ff ff ff ff ff ff ff 3f")
        gateway.tracker.bench.send(.leSetEventMask, "ff ff 0f 00 00 00 00 00")
        _ = gateway.tracker.pass(milliseconds: 100)
        let firmware = gateway.tracker.firmware
        #expect(gateway.tracker.host?.isConnected == false, comment)
        #expect(firmware.pending == nil, comment)
        #expect((firmware.owner == nil) == (firmware.registration == nil), comment)
        // Who has guessed wrong has to wait.
        gateway.tracker.bench.pass(milliseconds: 150_000)
        if firmware.owner != nil { gateway.tracker.forgetEverything() }
        do { try gateway.registerAll() } catch { Issue.record(error, comment) }
        #expect(gateway.tracker.firmware.life == .active, comment)
        #expect(gateway.tracker.host?.bonds.bonds.count == 1, comment)
    }
}
