import ArgumentParser

/// Where the trackers' Bluetooth goes.
enum RadioChoice: Hashable, ExpressibleByArgument {
    case simulated, none
    /// Onto an adapter, by its name or address.
    case bluez(adapter: String)
    /// Before a virtual adapter that is made for them.
    case vhci

    private static let prefix = "bluez:"

    init?(argument: String) {
        switch argument {
        case "simulated": self = .simulated
        case "none": self = .none
        case "vhci": self = .vhci
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
        }
    }

    static var allValueStrings: [String] { ["simulated", "none", "bluez:ADAPTER", "vhci"] }
}
