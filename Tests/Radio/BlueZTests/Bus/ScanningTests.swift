import BlueZ
import Bluetooth
import SystemBus
import Testing

struct ScanningTests {
    @Test func `every strength is told, also below the 8 dB that bluetoothd has by itself`() async throws {
        try await withBench { bench in
            for rssi in [-60, -61, -62, -62] as [Int16] { #expect(await bench.hear(rssi)) }
            #expect(bench.log.strengths == [-60, -61, -62, -62])
            #expect(bench.radio.droppedEvents == 0)
        }
    }

    @Test func `a tag that bluetoothd forgets is lost, and heard again when it is back`() async throws {
        try await withBench { bench in
            #expect(await bench.hear())
            await bench.fake.forgetUnseen(Bench.tag, by: "hci0")
            #expect(await bench.until { bench.log.losses == 1 })
            #expect(await bench.hear(-70))
            #expect(bench.log.strengths == [-60, -70])
        }
    }

    @Test func `a discovery that is in progress already is stopped and started, then the power cycled`() async throws {
        var adapter = FakeBlueZ.Adapter(address: Bench.adapter)
        adapter.startFailures = [.bluez("InProgress"), .bluez("InProgress")]
        try await withBench(adapter: adapter) { bench in
            #expect(await bench.hear())
            #expect(
                await bench.fake.calls.filter { $0.hasPrefix("hci0") } == [
                    "hci0 StartDiscovery", "hci0 StopDiscovery", "hci0 StartDiscovery", "hci0 Powered false",
                    "hci0 Powered true", "hci0 StartDiscovery",
                ]
            )
            #expect(bench.log.healths == [.starting, .recovering, .scanning])
        }
    }

    @Test(arguments: [false, true])
    func `an adapter that is off is switched on only where that is wanted, and says how to do it`(
        isWanted: Bool
    ) async throws {
        var adapter = FakeBlueZ.Adapter(address: Bench.adapter)
        adapter.isPowered = false
        try await withBench(BlueZConfiguration(switchesOn: isWanted), adapter: adapter) { bench in
            if isWanted { return #expect(await bench.isScanning()) }
            #expect(await bench.until { bench.log.healths == [.off] })
            #expect(await bench.radio.adapters.first?.reason?.contains("'bluetoothctl power on'") == true)
            #expect(await bench.fake.count("hci0 Powered true") == 0)
            await bench.fake.setPower("hci0", true)
            #expect(await bench.isScanning())
            #expect(await bench.radio.adapters.first?.reason == nil)
        }
    }

    @Test func `no recovery switches an adapter off over which somebody's keyboard is connected`() async throws {
        var adapter = FakeBlueZ.Adapter(address: Bench.adapter)
        adapter.startFailures = Array(repeating: .bluez("InProgress"), count: 4)
        var keyboard = FakeTag(address: Bench.tag)
        keyboard.isConnected = true
        try await withBench(tag: keyboard, adapter: adapter) { bench in
            #expect(await bench.until { await bench.fake.count("hci0 StartDiscovery") == 4 })
            let reason = bench.log.events.lazy.compactMap { event in
                if case .adapter(let status) = event { status.reason } else { nil }
            }.last
            #expect(reason?.contains("would cut \(Bench.tag) off") == true)
            #expect(await bench.fake.calls.allSatisfy { !$0.hasPrefix("hci0 Powered") })
            #expect(await bench.until(.seconds(5)) { await bench.radio.adapters.first?.health == .scanning })
            #expect(await bench.radio.adapters.first?.reason == nil)
        }
    }

    @Test func `after 90 seconds of silence scanning is started again`() async throws {
        try await withBench { bench in
            #expect(await bench.hear())
            // Once within half a minute, of which nobody is told, to see whether the adapter answers.
            #expect(await bench.until(.seconds(10)) { await bench.fake.count("hci0 StartDiscovery") == 2 })
            #expect(await bench.until { bench.log.proofs == [.begun, .heard, .begun] })
            #expect(bench.log.healths == [.starting, .scanning])
            #expect(await bench.until(.seconds(10)) { await bench.fake.count("hci0 StartDiscovery") == 3 })
            #expect(await bench.isScanning())
            #expect(bench.log.healths.contains(.stalled))
        }
    }

    @Test func `bluetoothd is followed across a crash`() async throws {
        try await withBench { bench in
            #expect(await bench.hear())
            await bench.fake.stop()
            #expect(await bench.until { await bench.radio.adapters.first?.health == .off })
            await bench.fake.forgetCalls()
            await bench.fake.place(FakeTag(address: Bench.tag))
            try await bench.fake.start()
            #expect(await bench.hear(-70))
            #expect(await bench.fake.count("RegisterAgent") == 1)
            #expect(bench.log.healths == [.starting, .scanning, .off, .starting, .scanning])
        }
    }

    @Test func `an adapter that somebody switches off is left so until it is switched on`() async throws {
        try await withBench { bench in
            #expect(await bench.hear())
            await bench.fake.setPower("hci0", false)
            #expect(await bench.until { bench.log.healths.last == .off })
            let error = await #expect(throws: RadioError.self) { try await bench.connect() }
            #expect(error?.description.contains("bluetoothctl power on") == true)
            await bench.fake.setPower("hci0", true)
            #expect(await bench.isScanning())
            #expect(await bench.fake.count("hci0 Powered true") == 0)
        }
    }

    @Test func `an adapter is known by its address when the system calls it otherwise`() async throws {
        try await withBench(BlueZConfiguration(adapters: [Bench.adapter])) { bench in
            #expect(await bench.hear())
            await bench.fake.unplug("hci0")
            #expect(await bench.until { bench.log.healths.last == .off })
            try await bench.fake.plug("hci1", FakeBlueZ.Adapter(address: "00:00:00:00:00:02"))
            try await bench.fake.plug("hci2", FakeBlueZ.Adapter(address: Bench.adapter))
            #expect(await bench.hear(-55, by: "hci2"))
            #expect(
                await bench.radio.adapters == [
                    AdapterStatus(name: "hci2", address: Bench.adapterAddress, health: .scanning)
                ]
            )
            #expect(await bench.fake.count("hci1 StartDiscovery") == 0)
        }
    }

    @Test func `discovery that another program ends is started again`() async throws {
        try await withBench { bench in
            #expect(await bench.hear())
            await bench.fake.setDiscovering("hci0", false)
            #expect(await bench.until { await bench.fake.count("hci0 StartDiscovery") == 2 })
            #expect(await bench.hear(-61))
        }
    }

    @Test func `without bluetoothd it is said how to start it`() async throws {
        try await withBench(starts: false) { bench in
            let error = await #expect(throws: RadioError.self) {
                try await bench.running { try await bench.radio.waitUntilScanning() }
            }
            #expect(error?.description.contains("systemctl start bluetooth") == true)
            try await bench.fake.start()
            #expect(await bench.isScanning())
        }
    }

    @Test func `without an adapter it is said so`() async throws {
        try await withBench(adapter: nil) { bench in
            let error = await #expect(throws: RadioError.self) {
                try await bench.running { try await bench.radio.waitUntilScanning() }
            }
            #expect(error?.description.contains("there is no Bluetooth adapter") == true)
        }
    }

    @Test func `a blocked adapter is tried again, and it is said how to unblock it`() async throws {
        var adapter = FakeBlueZ.Adapter(address: Bench.adapter)
        (adapter.isPowered, adapter.powerFailure) = (false, .bluez("Blocked", "Blocked through rfkill"))
        try await withBench(BlueZConfiguration(switchesOn: true), adapter: adapter) { bench in
            let error = await #expect(throws: RadioError.self) {
                try await bench.running { try await bench.radio.waitUntilScanning() }
            }
            #expect(error?.description.contains("rfkill unblock bluetooth") == true)
            #expect(await bench.radio.adapters.first?.reason?.contains("rfkill unblock bluetooth") == true)
            await bench.fake.failPower("hci0", nil)
            #expect(await bench.until(.seconds(1)) { await bench.radio.adapters.first?.health == .scanning })
        }
    }

    @Test(arguments: [("random", AddressKind.staticRandom), ("public", .registered)])
    func `what sort of address a tag has is told`(type: String, kind: AddressKind) async throws {
        var tag = FakeTag(address: Bench.tag)
        tag.addressType = type
        try await withBench(tag: tag) { bench in
            #expect(await bench.hear())
            #expect(bench.log.sightings.last?.addressKind == kind)
        }
    }

    @Test func `a tag that bluetoothd remembers as bonded is told so`() async throws {
        var tag = FakeTag(address: Bench.tag)
        tag.isPaired = true
        try await withBench(tag: tag) { bench in
            #expect(await bench.hear())
            let sighting = try #require(bench.log.sightings.last)
            #expect(sighting.isBonded)
            #expect(sighting.adapter == Bench.adapterAddress)
        }
    }
}
