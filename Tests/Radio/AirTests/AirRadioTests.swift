import Air
import Bluetooth
import Firmware
import RadioSupport
import Testing
import Tracking

@Suite(.timeLimit(.minutes(30))) struct AirRadioTests {
    @Test func `a tag is heard with its advertisement and strength, and lost when it vanishes`() async throws {
        let bench = await AirBench()
        await bench.radio.vanish(AirBench.address)
        await bench.radio.close()
        var heard: [Sighting] = []
        var lost: [BluetoothAddress] = []
        for await event in bench.radio.events {
            if case .heard(let sighting) = event { heard.append(sighting) }
            if case .lost(let tag, adapter: _) = event { lost.append(tag) }
        }
        #expect(heard.map(\.rssi) == [-50] && heard.first?.advertisement.name == "Tagalong 6677")
        #expect(lost == [AirBench.address])
        await #expect(throws: RadioError.unknownTag(AirBench.address)) {
            _ = try await bench.radio.connect(to: AirBench.address, over: nil)
        }
    }

    @Test(
        arguments: [
            (.justWorks, Person(), nil), (.numericComparison(123_456), Person(), nil),
            (.numericComparison(123_456), Person(confirms: false), .rejected),
            (.passkey(42), Person(typed: 42), nil), (.passkey(42), Person(typed: 43), .authentication),
            (.passkey(42), Person(), .canceled), (.typedOnTag(shown: 7, typed: 7), Person(), nil),
            (.typedOnTag(shown: 7, typed: 8), Person(), .authentication),
        ] as [(AirTag.PairingMethod, Person, PairingFailure?)]
    )
    func `pairing bonds, or leaves no bond behind`(
        pairing: AirTag.PairingMethod,
        person: Person,
        failure: PairingFailure?
    ) async throws {
        let bench = await AirBench(pairing: pairing)
        let peer = try await bench.radio.connect(to: AirBench.address, over: nil)
        do throws(RadioError) {
            try await bench.radio.pair(with: AirBench.address, asking: person)
            #expect(failure == nil)
        } catch {
            #expect(failure.map { .pairingFailed(AirBench.address, $0) } == error)
        }
        #expect(await peer.isBonded == (failure == nil))
        await peer.disconnect()
        let again = try await bench.radio.connect(to: AirBench.address, over: nil)
        #expect(await again.isBonded == (failure == nil))
    }

    @Test func `a full bond table takes no other bond`() async throws {
        let bench = await AirBench()
        await bench.radio.set(otherBonds: 8, of: AirBench.address)
        let failure = PairingFailure.refused("it has no room for another bond")
        await #expect(throws: RadioError.pairingFailed(AirBench.address, failure)) { _ = try await bench.paired() }
        let peer = try await bench.radio.connect(to: AirBench.address, over: nil)
        #expect(await !peer.isBonded)
    }

    @Test func `a tag that never answers is given up, and the link with it`() async throws {
        let bench = await AirBench()
        let peer = try await bench.paired()
        let updates = try await peer.values(of: peer.tagalong(TagalongService.fix))
        await bench.radio.set(.silentFrom(1), of: AirBench.address)
        await #expect(throws: RadioError.timedOut(AirBench.address, doing: "waiting for its answer")) {
            _ = try await peer.read(peer.tagalong(TagalongService.identity))
        }
        #expect(await updates.first { _ in true } == nil)
        await #expect(throws: RadioError.disconnected(AirBench.address)) {
            _ = try await peer.read(peer.tagalong(TagalongService.identity))
        }
    }

    @Test func `without encryption the tag refuses, with the code of the attribute protocol`() async throws {
        let bench = await AirBench()
        let peer = try await bench.radio.connect(to: AirBench.address, over: nil)
        let state = try peer.tagalong(TagalongService.state)
        let reading = RadioError.refused(AirBench.address, doing: "reading \(state.uuid)", code: 0x0F)
        await #expect(throws: reading) { _ = try await peer.read(state) }
        let subscribing = RadioError.refused(AirBench.address, doing: "subscribing to \(state.uuid)", code: 0x0F)
        await #expect(throws: subscribing) { _ = try await peer.values(of: state) }
    }

    @Test func `an adapter that goes off breaks its links and hears nothing`() async throws {
        let bench = await AirBench()
        let peer = try await bench.paired()
        let adapter = await bench.radio.adapters[0].address
        await bench.radio.set(.off, of: adapter)
        #expect(await bench.radio.adapters.map(\.health) == [.off])
        await #expect(throws: RadioError.disconnected(AirBench.address)) {
            _ = try await peer.read(peer.tagalong(TagalongService.identity))
        }
        await #expect(throws: RadioError.self) {
            _ = try await bench.radio.connect(to: AirBench.address, over: nil)
        }
    }

    @Test func `fixes reach who has subscribed, and the firmware learns who is a gateway`() async throws {
        let bench = await AirBench()
        try await bench.register()
        await bench.radio.breakLink(of: AirBench.address)
        let peer = try await bench.radio.connect(to: AirBench.address, over: nil)
        let states = try await peer.values(of: peer.tagalong(TagalongService.state))
        let fixes = try await peer.values(of: peer.tagalong(TagalongService.fix))
        let coordinate = try Coordinate(latitude: 46, longitude: 14)
        let now = await bench.device.now
        await bench.device.handle(.received(.reference(Reference(coordinate: coordinate, accuracy: 0, time: now))))
        await bench.device.handle(.fix(Fix(coordinate: coordinate, time: now, accuracy: 5)))
        let fix = try SentFix(gattValue: await fixes.first { _ in true } ?? [])
        #expect(fix.fix.mark == FixMark(boot: 1, sequence: 1) && fix.fix.fix.accuracy == 5)
        let state = try ReportedState(gattValue: await states.first { _ in true } ?? [])
        #expect(state.power == .on && state.version == 1)
        try await peer.write(
            fix.fix.mark.gattValue,
            to: peer.tagalong(TagalongService.stored),
            confirmed: true
        )
        #expect(await bench.device.firmware.ring.isEmpty)
    }

    @Test func `an alert without response rings`() async throws {
        let bench = await AirBench()
        let peer = try await bench.paired()
        let alert = try peer.found(StandardCharacteristic.alertLevel, of: StandardService.immediateAlert)
        try await peer.write(AlertLevelValue.high.gattValue, to: alert, confirmed: false)
        #expect(await bench.device.firmware.isRinging)
        try await peer.write(AlertLevelValue.none.gattValue, to: alert, confirmed: false)
        #expect(await !bench.device.firmware.isRinging)
    }
}
