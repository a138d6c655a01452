import Firmware
import Testing
import Tracking

@Suite struct FirmwareRegistrationTests {
    private func registration(
        _ owner: String = "sam",
        device: String = "keys",
        every: Int? = 60,
        broker: String? = "mqtts://broker.example"
    ) throws -> Registration {
        try Registration(
            owner: Name(owner),
            device: Name(device),
            gateway: Name("den"),
            reportEvery: every,
            broker: broker
        )
    }

    /// A tracker from the factory, linked to a gateway.
    private func fresh() throws -> Bench {
        var bench = try Bench(desired: DesiredState(version: 0), owned: false)
        bench.on(.start)
        bench.on(.link(.bluetooth, up: true))
        return bench
    }

    private func registered() throws -> Bench {
        var bench = try fresh()
        bench.on(.registrationRequested(try registration()))
        bench.on(.registrationConfirmed)
        return bench
    }

    @Test func `a confirmed registration binds, and the tracker rests until it is switched on (case 1-5-4)`() throws {
        var bench = try fresh()
        bench.on(.registrationRequested(try registration()))
        #expect(bench.firmware.owner == nil && bench.firmware.life == .factoryNew)
        #expect(try bench.firmware.pending?.registration == registration())
        bench.on(.registrationConfirmed)
        #expect(bench.firmware.owner?.text == "sam" && bench.firmware.life == .registered)
        #expect(bench.firmware.reportEvery == 60 && bench.firmware.pending == nil)
        #expect(bench.on(.received(.desired(DesiredState(version: 1, reportEvery: 60)))).contains(.gnss(on: true)))
        #expect(bench.firmware.life == .active)
    }

    /// Bound and told to locate over a link that ends before the first fix, as `tagalong pair` leaves it.
    private func paired(broker: String?) throws -> Bench {
        var bench = try fresh()
        bench.on(.registrationRequested(try registration(broker: broker)))
        bench.on(.registrationConfirmed)
        bench.on(.received(.desired(DesiredState(version: 1, reportEvery: 1))))
        bench.on(.link(.bluetooth, up: false))
        bench.on(.fix(bench.fix(north: 0)))
        return bench
    }

    @Test(arguments: [nil, "mqtts://broker.example"])
    func `a second link makes a tracker near that does not know where its owner is`(broker: String?) throws {
        var bench = try paired(broker: broker)
        #expect(bench.firmware.mode == .cellular)
        var actions = bench.on(.link(.bluetooth, up: true))
        bench.now = bench.now.advanced(by: .seconds(1))
        actions += bench.on(.fix(bench.fix(north: 0)))
        #expect(bench.firmware.mode == .bluetooth)
        #expect(Bench.fixes(actions).count == 2)
        bench.on(.link(.bluetooth, up: false))
        bench.now = bench.now.advanced(by: .seconds(1))
        bench.on(.fix(bench.fix(north: 0)))
        #expect(bench.firmware.mode == .bluetooth)
    }

    @Test func `a tracker without a broker says over Bluetooth what it has to say, far from its owner too`() throws {
        var bench = try paired(broker: nil)
        bench.on(.link(.bluetooth, up: true))
        let actions = bench.step(north: 40)
        #expect(bench.firmware.mode == .cellular)
        #expect(Bench.fixes(actions).last?.mode == .cellular)
        bench.on(.link(.bluetooth, up: false))
        // No modem comes on, and nothing is sent.
        #expect(bench.step(north: 41).isEmpty)
    }

    @Test(arguments: [FirmwareEvent.link(.bluetooth, up: false), .stop, .start, .factoryReset])
    func `what breaks off before the confirmation leaves the tracker as it was`(event: FirmwareEvent) throws {
        for owned in [false, true] {
            var bench = owned ? try registered() : try fresh()
            let before = bench.firmware.registration
            bench.on(.registrationRequested(try registration(device: "bag", every: 5)))
            bench.on(event)
            bench.on(.start)
            bench.on(.link(.bluetooth, up: true))
            bench.on(.registrationConfirmed)
            #expect(bench.firmware.registration == (event == .factoryReset ? nil : before))
            bench.on(.registrationRequested(try registration(device: "bag", every: 5)))
            bench.on(.registrationConfirmed)
            #expect(bench.firmware.registration?.device.text == "bag" && bench.firmware.reportEvery == 5)
        }
    }

    @Test(arguments: [(29, true), (30, false)])
    func `a confirmation that comes too late binds nothing`(seconds: Int, binds: Bool) throws {
        var bench = try fresh()
        bench.on(.registrationRequested(try registration()))
        bench.now = bench.now.advanced(by: .seconds(seconds))
        bench.on(.registrationConfirmed)
        #expect((bench.firmware.owner != nil) == binds)
        #expect(bench.firmware.pending == nil)
    }

    @Test func `time alone forgets what nobody confirms`() throws {
        var bench = try fresh()
        bench.on(.registrationRequested(try registration()))
        bench.now = bench.now.advanced(by: .seconds(30))
        bench.on(.tick)
        #expect(bench.firmware.pending == nil)
    }

    @Test func `a second owner is refused, and the first one stays`() throws {
        var bench = try registered()
        bench.on(.registrationRequested(try registration("eve")))
        #expect(bench.firmware.pending == nil)
        bench.on(.registrationConfirmed)
        #expect(bench.firmware.owner?.text == "sam")
        #expect(try !bench.firmware.accepts(registration("eve")))
        #expect(try bench.firmware.accepts(registration("sam")))
    }

    @Test func `the same owner may register again, and an active tracker goes on`() throws {
        var bench = try registered()
        bench.on(.received(.desired(DesiredState(version: 4, reportEvery: 60))))
        bench.on(.registrationRequested(try registration(device: "bag", every: 5)))
        bench.on(.registrationConfirmed)
        #expect(bench.firmware.life == .active && bench.firmware.reportEvery == 5)
        #expect(bench.firmware.registration?.device.text == "bag")
        bench.on(.received(.desired(DesiredState(version: 1, power: .off))))
        #expect(bench.firmware.life == .registered)
    }

    @Test(arguments: [FirmwareEvent.factoryReset, .received(.command(Command(id: "u", verb: .unregister)))])
    func `a freed tracker takes another owner`(event: FirmwareEvent) throws {
        var bench = try registered()
        bench.on(event)
        #expect(bench.firmware.owner == nil && bench.firmware.registration == nil)
        bench.on(.registrationRequested(try registration("eve")))
        bench.on(.registrationConfirmed)
        #expect(bench.firmware.owner?.text == "eve")
    }

    @Test func `a registration survives a restart, at rest as before`() throws {
        var bench = try registered()
        bench.on(.stop)
        bench.on(.start)
        #expect(bench.firmware.life == .registered)
        #expect(try bench.firmware.registration == registration())
    }

    @Test(arguments: [("mqtts://broker.example", true), (nil, false)])
    func `a tracker that was told of no broker leaves its modem off`(broker: String?, modem: Bool) throws {
        var bench = try fresh()
        bench.on(.registrationRequested(try registration(broker: broker)))
        bench.on(.registrationConfirmed)
        #expect(bench.on(.link(.bluetooth, up: false)).contains(.modem(on: true)) == modem)
    }

    @Test func `an alert sounds without an owner too, and ends by itself or when told to`() throws {
        var bench = try fresh()
        #expect(bench.on(.alert(true)) == [.ring(true)])
        #expect(bench.on(.alert(true)).isEmpty)
        #expect(bench.on(.alert(false)) == [.ring(false)])
        bench.on(.alert(true))
        bench.now = bench.now.advanced(by: .seconds(30))
        #expect(bench.on(.tick) == [.ring(false)])
    }
}
