import Bluetooth
import Firmware
import Testing
import Tracking

@testable import Air
@testable import HostStack

/// A registration through HCI, air and the tag's host stack that breaks off somewhere.
@Suite(.timeLimit(.minutes(30))) struct BrokenRegistrationTests {
    /// How a link breaks off.
    enum Break: CaseIterable, Sendable {
        /// The host ends the link without waiting for the answer.
        case hostLeaves
        /// The tag walks out of range, before it hears the step or after it has answered.
        case outOfRangeBefore, outOfRangeAfter
        /// The tag is switched off after it has answered.
        case powerOff
        /// The host's controller is reset without waiting for the answer.
        case reset
    }

    @Test(arguments: [true, false])
    func `a registration is done over HCI, and again by the bond`(isSecure: Bool) throws {
        var gateway = GatewayByHand(isSecure: isSecure)
        try gateway.registerAll()
        expectRegistered(gateway)
        gateway.disconnect()
        #expect(gateway.tracker.pass(milliseconds: 500).last?.suffix(1) == [0x16])
        try gateway.registerAll()
        expectRegistered(gateway)
    }

    @Test(arguments: Break.allCases, [true, false])
    func `a link that breaks off at any step leaves nothing half done, and trying again works`(
        kind: Break,
        isSecure: Bool
    ) throws {
        for step in GatewayByHand.Step.all(isSecure: isSecure) {
            var gateway = GatewayByHand(isSecure: isSecure)
            for done in GatewayByHand.Step.all(isSecure: isSecure) where done < step { try gateway.perform(done) }
            let packets = try breakOff(&gateway, kind, at: step)
            let reason = kind.reason(isConnected: step > .connect || kind.isAfter)
            #expect(packets.filter { $0.prefix(2) == [4, 5] }.map(\.last) == (reason.map { [$0] } ?? []), "\(step)")
            expectWhole(gateway, kind, step)
            try recover(&gateway, kind)
            expectRegistered(gateway)
        }
    }

    /// Breaks off at a step; what comes to the host from then on.
    private func breakOff(
        _ gateway: inout GatewayByHand,
        _ kind: Break,
        at step: GatewayByHand.Step
    ) throws -> [[UInt8]] {
        if kind == .outOfRangeBefore { move(&gateway, to: -200) }
        if kind.isAfter { try gateway.perform(step) } else { gateway.begin(step) }
        switch kind {
        case .hostLeaves where step == .connect: gateway.tracker.bench.send(.leCancelConnection)
        case .hostLeaves: gateway.disconnect()
        case .reset: gateway.tracker.bench.send(.reset)
        case .outOfRangeBefore: break
        case .outOfRangeAfter: move(&gateway, to: -200)
        case .powerOff:
            gateway.tracker.bench.change { medium in
                let links = medium.links.values.map(\.id)
                medium.ask(TrackerByHand.tag) { _, _ in
                    links.map { .disconnect($0, reason: .terminatedByRemotePowerOff) }
                }
            }
        }
        return gateway.tracker.pass(milliseconds: 1500)
    }

    private func recover(_ gateway: inout GatewayByHand, _ kind: Break) throws {
        move(&gateway, to: -50)
        if kind == .outOfRangeBefore { gateway.tracker.bench.send(.leCancelConnection) }
        if kind == .reset {
            gateway.tracker.bench.send(.setEventMask, "ff ff ff ff ff ff ff 3f")
            gateway.tracker.bench.send(.leSetEventMask, "ff ff 0f 00 00 00 00 00")
        }
        try gateway.registerAll()
    }

    private func move(_ gateway: inout GatewayByHand, to strength: Double) {
        gateway.tracker.bench.change { $0.propagation = FixedPropagation(standard: strength) }
    }

    /// Nothing of the tracker is half done.
    private func expectWhole(_ gateway: GatewayByHand, _ kind: Break, _ step: GatewayByHand.Step) {
        let firmware = gateway.tracker.firmware
        #expect(gateway.tracker.host?.isConnected == false, "\(step)")
        #expect(gateway.tracker.advertises, "\(step)")
        #expect(gateway.tracker.host?.nextDeadline == nil, "\(step)")
        #expect(gateway.tracker.host?.subscriptions == [], "\(step)")
        #expect(firmware.pending == nil, "\(step)")
        #expect((firmware.owner == nil) == (firmware.registration == nil), "\(step)")
        let isBound = step > .confirmRegistration || step == .confirmRegistration && kind.isAfter
        if step != .confirmRegistration || kind.isAfter { #expect((firmware.owner != nil) == isBound, "\(step)") }
        if !isBound, firmware.owner == nil { #expect(firmware.life != .active, "\(step)") }
        let bonds = gateway.tracker.host?.bonds.bonds.count ?? 0
        #expect(step < .encrypt ? bonds == 0 : bonds <= 1, "\(step)")
    }

    private func expectRegistered(_ gateway: GatewayByHand) {
        #expect(gateway.tracker.firmware.owner?.text == "sam")
        #expect(gateway.tracker.firmware.registration?.device.text == "keys")
        #expect(gateway.tracker.firmware.life == .active)
        #expect(gateway.tracker.host?.bonds.bonds.count == 1)
        let links = gateway.tracker.host.map { Array($0.linkStates.values) }
        #expect(links == [LinkState(isEncrypted: true, isBonded: true)])
    }
}

extension BrokenRegistrationTests.Break {
    /// Whether the step has been answered.
    fileprivate var isAfter: Bool { self == .outOfRangeAfter || self == .powerOff }

    /// The reason in the host's Disconnection Complete, if there is one.
    fileprivate func reason(isConnected: Bool) -> UInt8? {
        guard isConnected else { return nil }
        return switch self {
        case .hostLeaves: 0x16
        case .outOfRangeBefore, .outOfRangeAfter: 0x08
        case .powerOff: 0x15
        case .reset: nil
        }
    }
}
