import Air
import Bluetooth
import Firmware
import RadioSupport
import Testing
import Tracking

/// Registration from end to end on the tracker's side (cases 1-5-1 to 1-5-4).
@Suite(.timeLimit(.minutes(30))) struct RegistrationTests {
    @Test func `a registered tracker answers with its number and starts to locate`() async throws {
        let bench = await AirBench()
        let answer = try await bench.register()
        #expect(answer == RegistrationAnswer(status: .accepted, number: AirBench.number))
        #expect(await bench.device.firmware.life == .active)
        #expect(try await bench.device.firmware.registration == AirBench.registration())
        #expect(await bench.device.actions.contains(.gnss(on: true)))
    }

    /// From the 4th operation on, the confirmation, the tracker is bound.
    @Test(arguments: 1...7, [true, false])
    func `a break at any step leaves the tracker as before, and trying again works`(
        operation: Int,
        isBefore: Bool
    ) async throws {
        let bench = await AirBench()
        await bench.radio.set(isBefore ? .breaksBefore(operation) : .breaksAfter(operation), of: AirBench.address)
        await #expect(throws: RadioError.disconnected(AirBench.address)) { try await bench.register() }
        let isBound = operation > 4 || operation == 4 && !isBefore
        #expect((await bench.device.firmware.owner != nil) == isBound)
        #expect(await bench.device.firmware.pending == nil)

        await bench.radio.set(nil, of: AirBench.address)
        let identity = try await identity(bench)
        #expect(
            identity == TrackerIdentity(number: AirBench.number, isRegistered: isBound, isActive: identity.isActive)
        )
        let answer = try await bench.register()
        #expect(answer.status == .accepted)
        #expect(await bench.device.firmware.life == .active)
    }

    private func identity(_ bench: AirBench) async throws -> TrackerIdentity {
        let peer = try await bench.radio.connect(to: AirBench.address, over: nil)
        return try TrackerIdentity(gattValue: await peer.read(peer.tagalong(TagalongService.identity)))
    }

    @Test func `a break while pairing leaves no bond`() async throws {
        let bench = await AirBench()
        await bench.radio.set(.breaksWhilePairing, of: AirBench.address)
        await #expect(throws: RadioError.disconnected(AirBench.address)) { try await bench.register() }
        let peer = try await bench.radio.connect(to: AirBench.address, over: nil)
        #expect(await !peer.isBonded)
        await bench.radio.set(nil, of: AirBench.address)
        #expect(try await bench.register().status == .accepted)
    }

    @Test func `a second owner is refused, until the first lets it go`() async throws {
        let bench = await AirBench()
        try await bench.register()
        #expect(try await bench.register("eve").status == .otherOwner)
        #expect(await bench.device.firmware.owner?.text == "sam")
        #expect(await !bench.server.acceptsPairing)

        let peer = try await bench.radio.connect(to: AirBench.address, over: nil)
        let answers = try await peer.values(of: peer.tagalong(TagalongService.control))
        try await peer.control(.command(Command(id: "u1", verb: .unregister)))
        let answer = await answers.first { _ in true }
        #expect(try ControlAnswer(gattValue: answer ?? []) == ControlAnswer(id: "u1"))
        #expect(await bench.server.acceptsPairing)
        #expect(try await bench.register("eve").status == .accepted)
    }

    @Test func `who has no bond with a registered tracker gets none`() async throws {
        let bench = await AirBench()
        try await bench.register()
        try await bench.radio.unbond(AirBench.address)
        let refusal = PairingFailure.refused("it has an owner and takes no other bond")
        await #expect(throws: RadioError.pairingFailed(AirBench.address, refusal)) { try await bench.register("eve") }
        await bench.device.handle(.factoryReset)
        await bench.server.update(TrackerView(bench.device.firmware))
        #expect(try await bench.register("eve").status == .accepted)
    }

    @Test func `a confirmation that comes too late is refused`() async throws {
        let bench = await AirBench()
        let peer = try await bench.paired()
        await bench.device.keep(try await peer.values(of: peer.tagalong(TagalongService.registration)))
        let request = try AirBench.registration().gattValue
        try await peer.write(request, to: peer.tagalong(TagalongService.registration), confirmed: true)
        await bench.device.pass(seconds: 31)
        await #expect {
            try await peer.control(.confirmRegistration)
        } throws: {
            if case .refused(_, _, code: TagalongError.notRegistered) = $0 as? RadioError { true } else { false }
        }
    }
}
