import ArgumentParser

/// Where the trackers' Bluetooth goes.
enum RadioChoice: Hashable, ExpressibleByArgument {
    case simulated, none
    /// Onto an adapter, by its name or address.
    case bluez(adapter: String)
    /// Before a virtual adapter that is made for them.
    case vhci
    /// Before controllers on Unix sockets, for Bluetooth hosts that are programs.
    case hci(socket: String)

    private static let prefix = "bluez:", socketPrefix = "hci:"

    /// Whether the air and the controllers in it are ours.
    var isVirtual: Bool {
        switch self {
        case .vhci, .hci: true
        case .simulated, .none, .bluez: false
        }
    }

    init?(argument: String) {
        switch argument {
        case "simulated": self = .simulated
        case "none": self = .none
        case "vhci": self = .vhci
        case _ where argument.hasPrefix(Self.socketPrefix) && argument.count > Self.socketPrefix.count:
            self = .hci(socket: String(argument.dropFirst(Self.socketPrefix.count)))
        default:
            guard argument.hasPrefix(Self.prefix), argument.count > Self.prefix.count else { return nil }
            self = .bluez(adapter: String(argument.dropFirst(Self.prefix.count)))
        }
    }

    var defaultValueDescription: String {
        switch self {
        case .simulated: "simulated"
        case .none: "none"
        case .vhci: "vhci"
        case .bluez(let adapter): Self.prefix + adapter
        case .hci(let socket): Self.socketPrefix + socket
        }
    }

    static var allValueStrings: [String] { ["simulated", "none", "bluez:ADAPTER", "vhci", "hci:SOCKET"] }
}
