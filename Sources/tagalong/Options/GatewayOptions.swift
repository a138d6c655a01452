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
            "Broker address for trackers: mqtts://[USER:PASSWORD@]HOST (default: the private broker's listener).",
            valueName: "url"
        )
    )
    var trackerBroker: String?

    @Option(
        name: .customLong("carried-by"),
        help: ArgumentHelp(
            "The owner who carries this gateway: a tag's distance from it counts as its distance from the owner.",
            valueName: "owner"
        )
    )
    var carrier: String?

    @Option(
        help: ArgumentHelp(
            "Position of this gateway, such as 52.52001,13.40495 (default: unknown).", valueName: "lat,lon"
        )
    )
    var position: String?

    /// The file in which the tags of this machine stand.
    static func registry(_ settings: CommandSettings) -> RegistryFile {
        RegistryFile(path: "\(settings.dataDirectory)/tags.jsonl")
    }

    /// The gateway's name.
    ///
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    func name(_ settings: CommandSettings) throws -> Name {
        let expected = "a name of letters, digits, '_' or '-'"
        let given = try settings.value(.gatewayID, flag: id)?.read(expecting: expected) { try? Name($0) }
        if let given { return given }
        let host = ProcessInfo.processInfo.hostName.prefix { $0 != "." }
        return try Self.name(ofHost: host)
    }

    /// Who carries the gateway, or where it stands.
    ///
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    func whereabouts(_ settings: CommandSettings) throws -> (carrier: Name?, place: Coordinate?) {
        let carrier = try settings.value(.carriedBy, flag: carrier)?
            .read(expecting: "an owner's name of letters, digits, '_' or '-'") { try? Name($0) }
        let place = try settings.value(.position, flag: position)?
            .read(expecting: "latitude and longitude such as 52.52001,13.40495", Self.coordinate)
        guard carrier == nil || place == nil else {
            throw CommandFailure(.badInput, "a gateway is carried or stands somewhere: give --carried-by or --position")
        }
        return (carrier, place)
    }

    private static func coordinate(_ text: String) -> Coordinate? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0.drop { $0 == " " }) }
        guard parts.count == 2, numbers.count == 2 else { return nil }
        return try? Coordinate(latitude: numbers[0], longitude: numbers[1])
    }

    /// What trackers are told when they are paired.
    ///
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    func pairing(_ settings: CommandSettings, _ topics: Topics) throws -> Pairing.Settings {
        var pairing = Pairing.Settings(gateway: try name(settings), topics: topics)
        guard let given = try settings.value(.trackerBroker, flag: trackerBroker) else { return pairing }
        let broker: MQTTConfiguration
        do { broker = try MQTTConfiguration(url: given.text) } catch {
            throw CommandFailure(.badInput, "\(given.origin): \(error)")
        }
        pairing.broker = "\(broker.tls == nil ? "mqtt" : "mqtts")://\(broker.address)"
        pairing.user = broker.username
        pairing.password = broker.password?.value
        return pairing
    }

    private static func name(ofHost host: Substring) throws -> Name {
        let letters = host.unicodeScalars.filter { $0.isASCII && Name.isAllowed(UInt8(truncatingIfNeeded: $0.value)) }
        return try Name(letters.isEmpty ? "gateway" : String(String.UnicodeScalarView(letters.prefix(64))))
    }
}
