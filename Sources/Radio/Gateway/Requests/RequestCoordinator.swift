import Bluetooth
import Logging
import Messages
import Tracking

/// Carries out what a gateway is asked for on the bus, and answers there: `request/<verb>` → `response/<verb>`.
actor RequestCoordinator: GatewayRequests {
    let tags: TagRadio
    private let pairing: Pairing
    let clock: any UTCClock
    private let logger: Logger
    private let command: @Sendable (Command, DeviceID) async -> Void
    private var people: [String: RemotePerson] = [:]
    /// Tags of somebody else that are being rung.
    var strangers: [TagIdentity: RungStranger] = [:]
    /// What has been measured of tags and is not stored yet.
    var calibrations: [DeviceID: CalibrationSession] = [:]
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var taskCount = 0

    /// More requests than a gateway works on at once.
    private static let mostTasks = 16

    init(
        tags: TagRadio,
        pairing: Pairing,
        clock: any UTCClock,
        logger: Logger,
        command: @escaping @Sendable (Command, DeviceID) async -> Void
    ) {
        (self.tags, self.pairing, self.clock, self.logger, self.command) = (tags, pairing, clock, logger, command)
    }

    func receive(_ payload: [UInt8], verb: String) async {
        do throws(MessageError) {
            let request = try GatewayRequest(decoding: payload)
            try await carryOut(request, verb)
        } catch {
            let transaction = GatewayRequest.transaction(of: payload) ?? ""
            await respond(GatewayResponse(transaction: transaction, error: "\(error)"), verb)
        }
    }

    func release(_ tracker: DeviceID) {
        taskCount += 1
        let number = taskCount
        let logger = logger.about(tracker)
        tasks[number] = Task {
            do throws(PairingError) {
                try await self.pairing.release(tracker)
                logger.notice("\(tracker) has forgotten its owner, and is no longer registered here")
            } catch {
                logger.error("\(tracker) has forgotten its owner, and stays registered here: \(error)")
            }
            self.tasks[number] = nil
        }
    }

    func close() async {
        let open = tasks.values
        for person in people.values { await person.giveUp() }
        for task in open { task.cancel() }
        for task in open { await task.value }
    }

    private func carryOut(_ request: GatewayRequest, _ verb: String) async throws(MessageError) {
        switch verb {
        case "scan": await scan(request)
        case "adapters": await adapters(request)
        case "pair": try await pair(request)
        case "unpair":
            let device = try device(request)
            // The next tag of that name is another.
            calibrations[device] = nil
            work(verb, request) { coordinator in await coordinator.unpair(device, request) }
        case "connect":
            let device = try device(request)
            work(verb, request) { coordinator in await coordinator.connect(device, request) }
        case "ring":
            // No identity is written like a tracker.
            if let identity = request.tag.flatMap({ TagIdentity($0) }) {
                await ringStranger(identity, request)
            } else {
                await ring(try device(request), request)
            }
        case "calibrate": try await calibrate(try device(request), request)
        default:
            let expected = "scan, pair, unpair, connect, ring, calibrate or adapters"
            throw MessageError(.topic, field: "verb", expected: expected, found: "\"\(verb.prefix(40))\"")
        }
    }

    /// The registered tracker that a request names.
    private func device(_ request: GatewayRequest) throws(MessageError) -> DeviceID {
        guard let tag = request.tag else { throw GatewayRequest.missing("tag", "owner/device") }
        let parts = tag.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let owner = try? Name(parts[0]), let device = try? Name(parts[1]) else {
            throw MessageError(.range, field: "tag", expected: "owner/device", found: "\"\(tag)\"")
        }
        return DeviceID(owner: owner, device: device)
    }

    func respond(_ response: GatewayResponse, _ verb: String) async {
        // A topic has no room for any verb that somebody invents.
        let verb = (try? Name(verb))?.text ?? "unknown"
        let topic = pairing.settings.topics.gatewayResponse(pairing.settings.gateway, verb: verb)
        try? await pairing.publish(Message(topic: topic, payload: response.encoded()))
    }

    /// Works on a request beside the others; `otherwise` is called where there are too many.
    func work(
        _ verb: String,
        _ request: GatewayRequest,
        otherwise: @escaping @Sendable (RequestCoordinator) async -> Void = { _ in },
        _ body: @escaping @Sendable (RequestCoordinator) async -> Void
    ) {
        taskCount += 1
        let number = taskCount
        let isTooMuch = tasks.count >= Self.mostTasks
        tasks[number] = Task {
            if isTooMuch {
                let error = "the gateway works on \(Self.mostTasks) requests already: try again later"
                self.people[request.transaction] = nil
                await otherwise(self)
                await self.respond(GatewayResponse(transaction: request.transaction, error: error), verb)
            } else {
                await body(self)
            }
            self.tasks[number] = nil
        }
    }

    // MARK: Verbs

    private func scan(_ request: GatewayRequest) async {
        var response = GatewayResponse(transaction: request.transaction, state: .done)
        response.tags = await tags.tags.prefix(Self.longestScan).map(\.message)
        await respond(response, "scan")
    }

    /// A payload has 64 kB, and a tag up to 300 bytes.
    private static let longestScan = 200

    private func adapters(_ request: GatewayRequest) async {
        var response = GatewayResponse(transaction: request.transaction, state: .done)
        response.adapters = await tags.adapters.map {
            GatewayStatus.Adapter(
                name: $0.name, health: $0.health.rawValue, address: "\($0.address)", reason: $0.reason
            )
        }
        await respond(response, "adapters")
    }

    private func ring(_ device: DeviceID, _ request: GatewayRequest) async {
        guard await isRegistered(device, request, "ring") else { return }
        await command(Command(id: request.transaction, verb: request.stops == true ? .stopRing : .ring), device)
        var response = GatewayResponse(transaction: request.transaction, state: .done)
        (response.tracker, response.message) = (
            "\(device)", "passed on; the tracker's result has the transaction as id"
        )
        await respond(response, "ring")
    }

    private func connect(_ device: DeviceID, _ request: GatewayRequest) async {
        guard await isRegistered(device, request, "connect") else { return }
        await tags.call(device)
        let end = clock.now.advanced(by: .seconds(30))
        while await !tags.isLinked(device), clock.now < end, !Task.isCancelled {
            try? await clock.sleep(until: clock.now.advanced(by: .milliseconds(250)), tolerance: nil)
        }
        guard await tags.isLinked(device) else {
            let error = "\(device) was not reached within 30 s: bring it near and wake it"
            return await respond(GatewayResponse(transaction: request.transaction, error: error), "connect")
        }
        var response = GatewayResponse(transaction: request.transaction, state: .done)
        response.tracker = "\(device)"
        await respond(response, "connect")
    }

    func isRegistered(_ device: DeviceID, _ request: GatewayRequest, _ verb: String) async -> Bool {
        if await tags.registered.contains(where: { $0.device == device }) { return true }
        let error = "no tag '\(device)' is paired with this gateway"
        await respond(GatewayResponse(transaction: request.transaction, error: error), verb)
        return false
    }

    private func unpair(_ device: DeviceID, _ request: GatewayRequest) async {
        do throws(PairingError) {
            let outcome = try await pairing.unpair(device)
            var response = GatewayResponse(transaction: request.transaction, state: .done)
            response.tracker = "\(device)"
            response.message = outcome.sentence
            await respond(response, "unpair")
        } catch {
            await respond(GatewayResponse(transaction: request.transaction, error: "\(error)"), "unpair")
        }
    }

    private func pair(_ request: GatewayRequest) async throws(MessageError) {
        if let person = people[request.transaction] {
            guard request.isConfirmed != nil || request.passkey != nil else {
                throw GatewayRequest.missing("confirm", "true or false, for a transaction that is under way")
            }
            if await !person.answered(request) {
                let error = "nothing is asked in this transaction at present"
                await respond(GatewayResponse(transaction: request.transaction, error: error), "pair")
            }
            return
        }
        guard let tag = request.tag else { throw GatewayRequest.missing("tag", "an address, identity or name") }
        guard let item = request.item else { throw GatewayRequest.missing("item", "what the thing is called") }
        guard let owner = request.owner else { throw GatewayRequest.missing("owner", "the owner's name") }
        let wish = PairingRequest(
            tag: tag, item: item, owner: owner, device: request.device, reportEvery: request.reportEvery
        )
        let person = RemotePerson(transaction: request.transaction, clock: clock) { response in
            await self.respond(response, "pair")
        }
        people[request.transaction] = person
        work("pair", request) { coordinator in await coordinator.pair(wish, person, request.transaction) }
    }

    private func pair(_ wish: PairingRequest, _ person: RemotePerson, _ transaction: String) async {
        do throws(PairingError) {
            let entry = try await pairing.pair(wish, asking: person) { step in
                if case .done = step { return }
                var response = GatewayResponse(transaction: transaction, state: .working)
                response.message = "\(step)"
                await self.respond(response, "pair")
            }
            var response = GatewayResponse(transaction: transaction, state: .done)
            response.tracker = "\(entry.device)"
            response.message = "\(PairingStep.done(entry.device))"
            await respond(response, "pair")
        } catch { await respond(GatewayResponse(transaction: transaction, error: "\(error)"), "pair") }
        people[transaction] = nil
    }
}
