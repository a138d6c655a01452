public import Logging
public import Messages
public import ServiceLifecycle
public import Tracking

/// Looks after the private broker while it runs: ends the credentials of trackers that have no owner any more, and the
/// sessions of guests for whom too much waits, cuts off for a while who floods, and makes its certificate anew in time.
public struct BrokerMaintenance: Service {
    private let provisioner: Provisioner
    private let bus: any Bus
    private let clock: any UTCClock
    private let logger: Logger
    private let floods: AsyncStream<SenderMeter.Excess>?

    /// Maintenance that does not run yet; the bus is of ``session(of:)``, and runs once.
    public init(
        provisioner: Provisioner,
        bus: any Bus,
        clock: any UTCClock,
        logger: Logger,
        floods: AsyncStream<SenderMeter.Excess>? = nil
    ) {
        (self.provisioner, self.bus, self.clock, self.logger) = (provisioner, bus, clock, logger)
        self.floods = floods
    }

    /// What it subscribes to.
    public static func session(of topics: Topics) -> BusSession {
        BusSession(
            clientID: OwnService.credentials.user,
            subscriptions: [.init("\(topics.own)/+/+/reported")],
            persistent: true
        )
    }

    /// Works until it is shut down.
    public func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await bus.run { await handle($0) } }
            if let floods {
                let guardian = FloodGuard(provisioner: provisioner, clock: clock, logger: logger)
                group.addTask { try await guardian.run(floods) }
            }
            group.addTask { try await every(.seconds(86_400), "the certificate could not be looked at") { renew() } }
            let warden = SessionWarden(provisioner: provisioner, logger: logger)
            group.addTask {
                try await every(.seconds(SessionBounds.seconds), "what the broker keeps could not be looked at") {
                    try await warden.check()
                }
            }
            group.addTask {
                var watch = MemoryWatch(warden: warden)
                let pause = Duration.milliseconds(SessionBounds.memoryMilliseconds)
                try await every(pause, "who fills the broker's memory could not be cut off") { try await watch.check() }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Works again and again, with a pause before each time; what goes wrong is tried again the next time.
    private func every(_ pause: Duration, _ trouble: String, _ work: () async throws -> Void) async throws {
        while true {
            try await clock.sleep(until: clock.now.advanced(by: pause), tolerance: nil)
            do { try await work() } catch let error as CancellationError { throw error } catch {
                logger.debug("\(trouble): \(error)")
            }
        }
    }

    private func handle(_ event: BusEvent) async {
        guard case .received(let messages) = event else { return }
        for message in messages {
            // What is kept may be older than the tracker's next registration.
            guard !message.retained, case .reported(let tracker) = provisioner.topics.parse(message.topic),
                let state = try? ReportedState(decoding: message.payload), !state.isRegistered
            else { continue }
            await revoke(tracker)
        }
    }

    private func revoke(_ tracker: DeviceID) async {
        do {
            try await provisioner.revoke(tracker)
            logger.debug("\(tracker) has no owner any more, and no credential")
        } catch { logger.error("\(tracker) has no owner any more, and may still connect: \(error)") }
    }

    private func renew() {
        do throws(BrokerError) {
            if try OwnBroker.renew(in: provisioner.files.directory, at: clock.now) {
                logger.notice("the broker's certificate was made anew")
            }
        } catch { logger.error("the broker's certificate could not be made anew: \(error)") }
    }
}
