import Foundation
import MQTT

/// A phone that may connect to the private broker.
struct BrokerGuest {
    let port: Int
    let user: String
    let password: String
    /// The id that it has to use; nil where any will do.
    let clientID: String?
}

extension Stage {
    /// How the owner reaches the private broker; nil before it was started.
    var ownBroker: MQTTConfiguration? {
        let file = "\(storeDirectory)/broker/url"
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
        return try? MQTTConfiguration(url: text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Gives a phone a credential on the private broker.
    ///
    /// - Parameter device: `OWNER/DEVICE`.
    /// - Returns: How it gets in.
    /// - Throws: ``Trouble`` when it gets none.
    func addPhone(_ device: String) throws -> BrokerGuest {
        let call = [plan.tagalong, "broker", "add", "phone", device, "--json", "--data-dir", storeDirectory]
        let (status, text) = Command.output(call)
        guard status == 0, let answer = try? JSONDecoder().decode(Answer.self, from: Data(text.utf8)),
            let connection = try? MQTTConfiguration(url: answer.url), let password = connection.password
        else { throw Trouble("'broker add phone' fails with \(status): \(text)") }
        return BrokerGuest(
            port: Int(connection.port),
            user: answer.user,
            password: password.value,
            clientID: answer.clientID
        )
    }

    private struct Answer: Decodable {
        let url: String
        let user: String
        let clientID: String?

        enum CodingKeys: String, CodingKey {
            case url, user
            case clientID = "client_id"
        }
    }

    /// Lets an attack run for most of the load, while somebody asks whether the service is well, and notes how that went.
    func suffer(_ attack: some Attack) async throws {
        let watch = HealthWatch(port: try consolePort)
        async let watching: Void = watch.run()
        async let attacking: Void = attack.run()
        do { try await Task.sleep(for: .seconds(Double(plan.seconds) * 0.6)) } catch { troubles.append("\(error)") }
        attack.record.end()
        await attacking
        watch.end()
        await watching
        do { notes.append(try watch.verdict()) } catch { troubles.append("\(error)") }
        notes.append(attack.record.summary)
    }
}
