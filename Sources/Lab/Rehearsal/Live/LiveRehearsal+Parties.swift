import Air
import Firmware
import Gateway
import Logging
import Messages
import Simulation
import Tracking

extension LiveRehearsal {
    /// A gateway of the scenario while it runs.
    struct GatewayRun {
        let radio: SimulatedRadio
        let task: Task<Void, any Error>

        func stop() async {
            task.cancel()
            _ = await task.result
        }
    }

    func connectEverybody() async throws {
        let topics = configuration.topics
        let filters = ["\(topics.own)/alerts/#", "\(topics.own)/+/+/state", "\(topics.positions)/+/+"]
        let session = BusSession(
            clientID: "tagalong-simulate-\(clock.now.milliseconds)",
            subscriptions: filters.map { .init($0) },
            persistent: false
        )
        let console = try line(session) { [inbox] in inbox.put(.observed($0)) }
        self.console = console
        try await console.awaitConnection()
        for index in 0..<world.ownerCount {
            phones.append(try line(world.session(ofPhone: index)) { _ in })
        }
        for index in 0..<world.gatewayCount {
            if configuration.hasRadio { try startGateway(index) } else { world.setGateway(index, up: false) }
        }
        for line in phones { try await line.awaitConnection() }
    }

    private func line(_ session: BusSession, receive: @escaping @Sendable (Message) -> Void) throws -> Line {
        Line(PartyBus(try configuration.connect(session), inbox, cut), receive: receive)
    }

    private func startGateway(_ index: Int) throws {
        let core = GatewayCore(GatewayCore.Configuration(gateway: index, of: world))
        let radio = SimulatedRadio { [inbox] in inbox.put(.downlink($0, $1)) }
        // Slower than the wall it would take what the others say for the future's.
        let scale = world.scale.speed < 1 ? TimeScale.real : world.scale
        let service = GatewayService(
            core: core,
            radio: radio,
            bus: PartyBus(try configuration.connect(core.session), inbox, cut, scale: scale),
            clock: ScaledClock(clock, scale: scale),
            logger: logger
        )
        gateways[index] = GatewayRun(radio: radio, task: Task { try await service.run() })
    }

    func disconnectEverybody() async {
        // Whoever waits for a broker that is down has goodbyes to say.
        await cut.comeUp()
        for run in gateways.values { await run.stop() }
        for line in phones + Array(trackers.values) { await line.close() }
        await console?.close()
        phones = []
        trackers = [:]
        gateways = [:]
    }

    /// What leaves the world goes to the broker and to the gateways.
    ///
    /// What comes from outside meanwhile is passed on by who does it already.
    func passOn() async {
        guard !isPassingOn else { return }
        isPassingOn = true
        defer { isPassingOn = false }
        while let output = world.next() {
            switch output {
            case .publish(let message, .console): await console?.publish(message)
            case .publish(let message, .phone(let index)): await phones[index].publish(message)
            case .publish(let message, .tracker(let index)): await trackers[index]?.publish(message)
            case .connect(.tracker(let index)):
                // How it is to be watched over is known before it says anything, as on the virtual clock.
                await console?.drain()
                connectTracker(index)
            case .disconnect(.tracker(let index), let isClean): await disconnectTracker(index, isClean: isClean)
            case .connect, .disconnect: break
            case .heard(let tracker, let gateway, let rssi):
                gateways[gateway]?.radio.notice(.heard(world.id(ofTracker: tracker), rssi: rssi))
            case .link(let tracker, let gateway, let isUp):
                let id = world.id(ofTracker: tracker)
                gateways[gateway]?.radio.notice(isUp ? .linked(id) : .unlinked(id))
            case .uplink(let uplink, let tracker, let gateway):
                gateways[gateway]?.radio.notice(.received(uplink, from: world.id(ofTracker: tracker)))
            case .said(let uplink, let index): await tags[index]?.server?.say(uplink)
            case .pressed(let index): tags[index]?.tell(.pressed)
            }
        }
    }

    private func connectTracker(_ index: Int) {
        do {
            let bus = try bus(ofTracker: index)
            trackers[index] = Line(PartyBus(bus, inbox, cut)) { [inbox] in inbox.put(.message($0, index)) }
        } catch { logger.error("\(error)") }
    }

    private func bus(ofTracker index: Int) throws -> any Bus {
        let session = world.session(ofTracker: index)
        let registration = world.firmware(ofTracker: index).registration
        guard let registration, registration.broker != nil, let connect = configuration.connectRegistered else {
            return try configuration.connect(session)
        }
        return try connect(session, registration)
    }

    /// Takes a modem off the broker.
    ///
    /// One that loses its network cannot say goodbye, and the broker would speak its will once the keep-alive has
    /// passed. The run may be over by then, so the will is spoken for it.
    private func disconnectTracker(_ index: Int, isClean: Bool) async {
        guard let line = trackers.removeValue(forKey: index) else { return }
        let will = world.session(ofTracker: index).will
        await line.close()
        if !isClean, let will { await console?.publish(will) }
    }

    func apply(_ event: Scenario.Event) async {
        switch event.action {
        case .tracker(let name, let action):
            for index in observer.indices(of: name) {
                let copy = observer.copy(ofTracker: index)
                world.apply(action, to: index) { observer.owner($0, inCopy: copy) }
            }
        case .owner(let name, let action):
            for index in observer.owners(of: name) { world.apply(action, toOwner: index) }
        // Left out before, with the reminders.
        case .reminder: break
        case .world(.brokerDown):
            cut.goDown()
            world.setBroker(up: false)
        case .world(.brokerUp):
            await cut.comeUp()
            // Without a broker there is none to come back.
            world.setBroker(up: configuration.hasBroker)
        case .world(.gatewayDown(let name)): await setGateways(name, up: false)
        case .world(.gatewayUp(let name)): await setGateways(name, up: true)
        case .world(.surroundings(let surroundings)): world.enter(surroundings)
        case .world(.messages):
            logger.warning("a real broker loses and doubles nothing: the event 'messages' is left out")
        }
    }

    private func setGateways(_ name: Name?, up: Bool) async {
        guard configuration.hasRadio else { return }
        for index in 0..<world.gatewayCount where name == nil || observer.isGateway(index, named: name) {
            // One that is up already would get a second service under the same name.
            if world.isGatewayUp(index) == up { continue }
            world.setGateway(index, up: up)
            if up {
                do { try startGateway(index) } catch { logger.error("\(error)") }
            } else {
                await gateways.removeValue(forKey: index)?.stop()
            }
        }
    }
}
