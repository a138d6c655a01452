import ArgumentParser
import Foundation
import Gateway
import MQTT
import Messages
import Tracking

/// Which gateway, and what trackers are told by it.
struct GatewayOptions: ParsableArguments {
    @Option(
        name: [.customLong("id"), .customLong("gateway-id")],
        help: ArgumentHelp("Name of the gateway on the broker (default: the machine's name).", valueName: "name")
    )
    var id: String?

    @Option(
        name: .customLong("tracker-broker"),
        help: ArgumentHelp(
            "Where trackers find the broker by their modem: mqtts://USER:PASSWORD@HOST (default: Bluetooth alone).",
            valueName: "url"
        )
    )
    var trackerBroker: String?

    /// The file in which the tags of this machine stand.
    static func registry(_ settings: CommandSettings) -> RegistryFile {
        RegistryFile(path: "\(settings.dataDirectory)/tags.jsonl")
    }

    /// The gateway's name.
    ///
    /// - Parameter settings: The settings of this call.
    /// - Returns: The name.
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    func name(_ settings: CommandSettings) throws -> Name {
        let expected = "a name of letters, digits, '_' or '-'"
        let given = try settings.value(.gatewayID, flag: id)?.read(expecting: expected) { try? Name($0) }
        if let given { return given }
        let host = ProcessInfo.processInfo.hostName.prefix { $0 != "." }
        return try Self.name(ofHost: host)
    }

    /// What trackers are told when they are paired.
    ///
    /// - Parameters:
    ///   - settings: The settings of this call.
    ///   - topics: Where messages are published.
    /// - Returns: The settings of pairing.
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    func pairing(_ settings: CommandSettings, _ topics: Topics) throws -> Pairing.Settings {
        var pairing = Pairing.Settings(gateway: try name(settings), topics: topics)
        guard let given = try settings.value(.trackerBroker, flag: trackerBroker) else { return pairing }
        let broker: MQTTConfiguration
        do { broker = try MQTTConfiguration(url: given.text) } catch {
            throw CommandFailure(.badInput, "\(given.origin): \(error)")
        }
        pairing.broker = "\(broker.tls == nil ? "mqtt" : "mqtts")://\(broker.address)"
        (pairing.user, pairing.password) = (broker.username, broker.password?.value)
        return pairing
    }

    private static func name(ofHost host: Substring) throws -> Name {
        let letters = host.unicodeScalars.filter { $0.isASCII && Name.isAllowed(UInt8(truncatingIfNeeded: $0.value)) }
        return try Name(letters.isEmpty ? "gateway" : String(String.UnicodeScalarView(letters.prefix(64))))
    }
}
