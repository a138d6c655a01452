/// The MQTT formats of other programs that hear Bluetooth tags.
///
/// Topics as their programs have them unless they are told otherwise: ESPresense `src/main.cpp` and `include/defaults.h`
/// (`CHANNEL`), room-assistant `docs/integrations/mqtt.md`, Theengs gateway `TheengsGateway/config.py`.
public enum ForeignFormat: String, CaseIterable, Hashable, Sendable {
    case espresense
    case roomAssistant = "room-assistant"
    case theengs

    /// The formats that are also read.
    public static let received: [ForeignFormat] = [.espresense, .theengs]

    /// The first level of all of its topics.
    public var base: String {
        switch self {
        case .espresense: "espresense"
        case .roomAssistant: "room-assistant"
        case .theengs: "home"
        }
    }

    /// Filters of what a gateway publishes in it.
    public var published: [String] {
        switch self {
        case .espresense: ["espresense/devices/+/+", "espresense/rooms/+/status", "espresense/rooms/+/telemetry"]
        case .roomAssistant: ["room-assistant/entity/+/bluetooth-low-energy-presence-sensor/+"]
        case .theengs: ["home/+/BTtoMQTT/+", "home/+/LWT"]
        }
    }

    /// Filters of what a gateway reads of it; none for a format that is not read.
    public var read: [String] { Self.received.contains(self) ? published : [] }
}

/// Which formats of other programs a gateway publishes, and which it reads.
public struct ForeignFormats: Hashable, Sendable {
    public var published: Set<ForeignFormat>
    public var read: Set<ForeignFormat>

    public init(published: Set<ForeignFormat> = [], read: Set<ForeignFormat> = []) {
        (self.published, self.read) = (published, read)
    }

    public var isEmpty: Bool { published.isEmpty && read.isEmpty }
}
