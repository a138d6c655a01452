public import Tracking

/// A gpsd, and whose position its receiver has.
public struct GpsdSource: Hashable, Sendable {
    public var host: String
    public var port: Int
    /// The receiver, such as `/dev/ttyACM0`; nil for whichever has a fix.
    public var receiver: String?
    /// What the receiver is on.
    public var device: DeviceID

    /// The port of gpsd (IANA).
    public static let standardPort = 2947

    public init(host: String = "127.0.0.1", port: Int = standardPort, receiver: String? = nil, device: DeviceID) {
        (self.host, self.port, self.receiver, self.device) = (host, port, receiver, device)
    }

    /// What is expected where a source is written.
    public static let expectation =
        "[gpsd://][HOST[:PORT][/RECEIVER]=]OWNER/DEVICE, such as van/gps or gpsd://pi=van/gps"

    /// Reads `OWNER/DEVICE` for the gpsd of this machine, or `HOST[:PORT]=OWNER/DEVICE`, with `gpsd://` in front or not,
    /// and with a receiver's path behind the port where gpsd has several; nil for anything else.
    public init?(written text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let names = parts[parts.count - 1].split(separator: "/", omittingEmptySubsequences: false)
        guard names.count == 2, let owner = try? Name(names[0]), let device = try? Name(names[1]) else { return nil }
        self.init(device: DeviceID(owner: owner, device: device))
        guard parts.count == 2 else { return }
        let scheme = "gpsd://"
        var address = parts[0].hasPrefix(scheme) ? parts[0].dropFirst(scheme.count) : parts[0]
        if let slash = address.firstIndex(of: "/") {
            receiver = String(address[slash...])
            address = address[..<slash]
        }
        guard let (host, port) = Self.place(address) else { return nil }
        (self.host, self.port) = (host, port)
    }

    /// Host and port; an address of IPv6 stands in brackets where a port follows.
    private static func place(_ text: Substring) -> (String, Int)? {
        var host = text
        var port = standardPort
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
            if !rest.isEmpty {
                guard let number = UInt16(rest.dropFirst()), number > 0 else { return nil }
                port = Int(number)
            }
        } else if let colon = text.lastIndex(of: ":"), text.firstIndex(of: ":") == colon {
            guard let number = UInt16(text[text.index(after: colon)...]), number > 0 else { return nil }
            (host, port) = (text[..<colon], Int(number))
        }
        guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
        return (String(host), port)
    }
}

extension GpsdSource: CustomStringConvertible {
    /// The address, as an URL.
    public var description: String {
        "gpsd://\(host.contains(":") ? "[\(host)]" : host):\(port)\(receiver ?? "")"
    }
}
