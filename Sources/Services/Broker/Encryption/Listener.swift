internal import FoundationEssentials

/// Where the broker listens for trackers, phones and gateways beside this machine: encrypted, always.
public struct Listener: Hashable, Codable, Sendable {
    /// An address of this machine, or `0.0.0.0` or `::` for all.
    public var address: String
    public var port: UInt16
    /// The host names and addresses by which clients call it; the first one stands in their URLs.
    public var names: [String]

    public static let standardPort: UInt16 = 8883

    public init(address: String, port: UInt16 = standardPort, names: [String]) {
        (self.address, self.port, self.names) = (address, port, names)
    }

    /// `192.168.1.10`, `192.168.1.10:8883`, `[::1]:8883`, `::`; the names are yet to be told.
    ///
    /// - Throws: ``BrokerError/badAddress(_:)``.
    public init(written text: String) throws(BrokerError) {
        var host = text[...]
        var port = String(Self.standardPort)[...]
        if !HostAddress.isAddress(text) {
            guard let colon = text.lastIndex(of: ":") else { throw .badAddress(text) }
            host = text[..<colon]
            port = text[text.index(after: colon)...]
        }
        if host.first == "[", host.last == "]" { host = host.dropFirst().dropLast() }
        guard HostAddress.isAddress(String(host)), let port = UInt16(port), port > 0 else { throw .badAddress(text) }
        self.init(address: String(host), port: port, names: [])
    }

    /// Whether it listens on all addresses.
    public var isWide: Bool { address == "0.0.0.0" || address == "::" }

    /// The broker's URL for clients, without a credential.
    public var url: String {
        let host = names.first ?? address
        return "mqtts://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }

    static func read(_ files: BrokerFiles) throws(BrokerError) -> Listener? {
        guard let bytes = try SecretFile.read(files.listener) else { return nil }
        do { return try JSONDecoder().decode(Listener.self, from: Data(bytes)) } catch {
            throw .damaged(files.listener, expected: "an object with address, port and names")
        }
    }

    func write(_ files: BrokerFiles) throws(BrokerError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { try SecretFile.write([UInt8](encoder.encode(self)), to: files.listener) } catch let error as BrokerError {
            throw error
        } catch { throw .cannotWrite(files.listener, reason: "\(error)") }
    }
}
