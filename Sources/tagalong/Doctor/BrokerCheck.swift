import Broker
import Logging
import MQTT
import Messages

extension BrokerChoice {
    /// Whether `tagalong up` would run the broker itself.
    var isOurs: Bool {
        switch reason {
        case .given: false
        case .ours, .customary: true
        }
    }
}

/// Checks whether the broker can be reached and used.
struct BrokerCheck {
    let choice: BrokerChoice
    let logLevel: Logger.Level

    private struct Answered: Error {}
    private struct Refused: Error { let reason: String }

    /// What there is to say about the broker.
    func findings() async -> [Finding] {
        switch choice.reason {
        case .given: await [reach(absence: .missing), Self.limits]
        case .ours(let directory): await [reach(absence: .note)] + (await BrokerClientsCheck.findings(in: directory))
        case .customary:
            [
                Finding(
                    subject: "broker", verdict: .note, detail: "none is configured; 'tagalong up' starts one of its own"
                )
            ]
        }
    }

    /// A broker does not tell its limits.
    private static let limits = Finding(
        subject: "broker's limits",
        verdict: .warning,
        detail: "mosquitto drops messages in a burst unless its limits are raised from the usual 1000 and 20",
        remedy: "in the broker's configuration: max_queued_messages 1000000, max_inflight_messages 0"
    )

    private func reach(absence: Finding.Verdict) async -> Finding {
        let subject = "broker"
        guard let trouble = await trouble() else {
            return Finding(subject: subject, verdict: .ok, detail: "\(choice.connection) answers")
        }
        if let clientID = boundID, trouble == "\(MQTTError.refusedUser(user, address: choice.connection.address))" {
            return Finding(
                subject: subject,
                verdict: .note,
                detail: "\(choice.connection) answers; it may let \(user ?? "") in as \(clientID) only, which is not "
                    + "tried, since it would end the connection of who runs so; the log of that one tells"
            )
        }
        let remedy = absence == .missing ? "start the broker, or correct its address, user or password" : nil
        let detail = absence == .note ? "the private one does not run at the moment; 'tagalong up' starts it" : trouble
        return Finding(subject: subject, verdict: absence, detail: detail, remedy: remedy)
    }

    private var user: String? { choice.connection.username }

    /// The client id of the gateway or subscriber whose user a private broker has given us.
    private var boundID: String? {
        guard case .given = choice.reason else { return nil }
        return user.flatMap(BrokerClient.clientID(ofUser:))
    }

    /// Why a session cannot be had; nil when it can.
    private func trouble() async -> String? {
        let session = BusSession(
            clientID: "tagalong-doctor-\(UInt32.random(in: 0 ... .max))", subscriptions: [], persistent: false
        )
        let logger = Logger(part: "mqtt", level: logLevel)
        do {
            let client = try MQTTClient(configuration: choice.connection, session: session, logger: logger)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await Self.meet(client) }
                group.addTask { try await Task.sleep(for: .seconds(5)) }
                try await group.next()
                group.cancelAll()
            }
            return "\(choice.connection.address) does not answer within 5 s"
        } catch is Answered {
            return nil
        } catch let error as Refused {
            return error.reason
        } catch { return "\(error)" }
    }

    private static func meet(_ client: MQTTClient) async throws {
        try await client.run { event in
            switch event {
            case .connected: throw Answered()
            case .disconnected(let reason): throw Refused(reason: reason)
            case .received: break
            }
        }
    }
}
