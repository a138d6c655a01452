import Messages
import Tracking

@testable import Broker

/// What a role may do and may not, topic by topic.
struct RoleCase: Sendable, CustomStringConvertible {
    let client: BrokerClient
    var trackers: [DeviceID] = []
    var formats = ForeignFormats()
    var readsReminders = false
    var sends: [String] = []
    var doesNotSend: [String] = []
    var subscribes: [String] = []
    var doesNotSubscribe: [String] = []
    /// What it gets through all its subscriptions together; its own marker is the last one.
    var gets: [String] = []
    var doesNotGet: [String] = []

    var description: String { client.kind }
    var clientID: String { client.clientID ?? "guest" }

    static var den: Name { get throws { try Name("den") } }
    static func device(_ text: String) throws -> DeviceID {
        let parts = text.split(separator: "/")
        return DeviceID(owner: try Name(parts[0]), device: try Name(parts[1]))
    }

    static let names = [
        "tracker", "leaving", "phone", "phone of an address", "gateway", "subscriber", "one owner's subscriber",
        "subscriber of reminders", "one owner's subscriber of reminders", "guard",
        "service", "gateway with others' formats", "service with others' formats", "station",
    ]

    static func named(_ name: String) throws -> RoleCase {
        switch name {
        case "tracker": try tracker()
        case "leaving": try leaving()
        case "phone": try phone()
        case "phone of an address": try phoneOfAddress()
        case "gateway": try gateway()
        case "gateway with others' formats": try foreignGateway()
        case "service with others' formats": try foreignService()
        case "subscriber": try subscriber()
        case "one owner's subscriber": try ownersSubscriber()
        case "subscriber of reminders": try subscriber(ofReminders: true)
        case "one owner's subscriber of reminders": try ownersSubscriber(ofReminders: true)
        case "guard": try guardian()
        case "station": try station()
        default: try service()
        }
    }

    private static func tracker() throws -> RoleCase {
        RoleCase(
            client: .tracker(try device("sam/keys")),
            sends: [
                "owntracks/sam/keys", "tagalong/sam/keys/reported", "tagalong/sam/keys/result",
                "tagalong/sam/keys/availability",
            ],
            doesNotSend: [
                "owntracks/sam/bag", "owntracks/kim/keys", "owntracks/sam/keys/cmd", "tagalong/sam/keys/desired",
                "tagalong/sam/keys/state", "tagalong/sam/keys/stored", "tagalong/sam/keys/command",
                "tagalong/sam/bag/reported", "tagalong/alerts/sam/keys", "tagalong/gateway/den/status",
                "homeassistant/device/tagalong_sam_keys/config", "elsewhere", "$CONTROL/dynamic-security/v1",
            ],
            subscribes: [
                "tagalong/sam/keys/desired", "tagalong/sam/keys/command", "tagalong/sam/keys/stored",
                "owntracks/sam/keys/cmd",
            ],
            doesNotSubscribe: [
                "#", "+/+/+/desired", "tagalong/#", "tagalong/sam/+/desired", "tagalong/sam/keys/#",
                "tagalong/sam/bag/desired", "owntracks/sam/+", "tagalong/alerts/#", "$SYS/#",
                "$CONTROL/dynamic-security/#",
            ],
            gets: [
                "tagalong/sam/keys/desired", "tagalong/sam/keys/stored", "owntracks/sam/keys/cmd",
                "tagalong/sam/keys/command",
            ],
            doesNotGet: ["tagalong/sam/bag/desired", "owntracks/sam/phone"]
        )
    }

    private static func leaving() throws -> RoleCase {
        RoleCase(
            client: .leaving(try device("sam/keys")),
            sends: ["tagalong/sam/keys/reported", "tagalong/sam/keys/availability"],
            doesNotSend: ["owntracks/sam/keys", "tagalong/sam/keys/result", "tagalong/sam/keys/desired"],
            subscribes: ["tagalong/sam/keys/desired"],
            doesNotSubscribe: ["tagalong/sam/keys/command", "owntracks/sam/keys/cmd", "tagalong/#"],
            gets: ["tagalong/sam/keys/desired"],
            doesNotGet: ["tagalong/sam/keys/command"]
        )
    }

    private static func phone() throws -> RoleCase {
        RoleCase(
            client: .phone(try device("sam/phone")),
            sends: ["owntracks/sam/phone"] + BrokerClient.phoneTopics.map { "owntracks/sam/phone/\($0)" },
            doesNotSend: [
                "owntracks/sam/phone/cmd", "owntracks/sam/phone/1", "owntracks/sam/phone/event/1",
                "owntracks/sam/keys", "owntracks/kim/phone", "owntracks/sam", "tagalong/sam/keys/desired",
                "tagalong/sam/keys/command", "elsewhere",
            ],
            subscribes: ["owntracks/+/+", "owntracks/+/+/event", "owntracks/+/+/info", "owntracks/sam/phone/cmd"],
            doesNotSubscribe: ["#", "owntracks/#", "owntracks/kim/phone/cmd", "tagalong/#", "tagalong/alerts/#"],
            gets: ["owntracks/sam/keys", "owntracks/sam/bag/event", "owntracks/sam/phone/cmd"],
            doesNotGet: ["owntracks/kim/phone", "owntracks/kim/phone/event", "tagalong/alerts/sam/keys"]
        )
    }

    /// A phone whose user and device are called what is no name of ours.
    private static func phoneOfAddress() throws -> RoleCase {
        let phone = DeviceID(owner: try Name(ownTracks: "zoë@mail.example"), device: try Name(ownTracks: "My Phone"))
        let own = "owntracks/zoë@mail.example/My Phone"
        return RoleCase(
            client: .phone(phone),
            sends: [own, "\(own)/event"],
            doesNotSend: [
                "\(own)/cmd", "owntracks/\(phone)", "owntracks/zoe@mail.example/My Phone",
                "owntracks/zoë@mail.example/x",
            ],
            subscribes: ["owntracks/+/+", "\(own)/cmd"],
            doesNotSubscribe: ["#", "owntracks/\(phone)/cmd"],
            gets: ["owntracks/zoë@mail.example/keys", "\(own)/cmd"],
            doesNotGet: ["owntracks/\(phone)", "owntracks/sam/phone"]
        )
    }

    private static func gateway() throws -> RoleCase {
        RoleCase(
            client: .gateway(try Name("den")),
            trackers: [try device("sam/keys")],
            sends: [
                "tagalong/gateway/den/status", "tagalong/gateway/den/seen", "tagalong/gateway/den/response/scan",
                "tagalong/gateway/den/response/unpair", "owntracks/sam/keys", "tagalong/sam/keys/reported",
                "tagalong/sam/keys/result", "tagalong/sam/keys/button", "tagalong/sam/keys/sensors",
                "tagalong/sam/keys/availability", "tagalong/sam/keys/proximity", "tagalong/sam/keys/desired",
            ],
            doesNotSend: [
                "tagalong/gateway/attic/status", "tagalong/gateway/den/request/scan", "owntracks/sam/bag",
                "tagalong/gateway/den/response/1",
                "owntracks/sam/phone", "tagalong/sam/bag/proximity", "tagalong/sam/bag/button",
                "tagalong/sam/keys/state",
                "tagalong/sam/keys/stored", "tagalong/alerts/sam/keys", "tagalong/history/status",
            ],
            subscribes: [
                "owntracks/+/+", "owntracks/+/+/cmd", "tagalong/+/+/desired", "tagalong/+/+/command",
                "tagalong/+/+/stored", "tagalong/+/+/reported", "tagalong/+/+/result", "tagalong/+/+/proximity",
                "tagalong/+/+/item", "tagalong/gateway/den/request/+",
            ],
            doesNotSubscribe: ["#", "tagalong/#", "owntracks/#", "tagalong/+/+/state", "tagalong/gateway/+/request/+"],
            gets: [
                "tagalong/sam/keys/desired", "tagalong/sam/keys/stored", "tagalong/sam/keys/reported",
                "tagalong/sam/keys/proximity", "owntracks/sam/phone", "tagalong/gateway/den/request/ring",
                "tagalong/sam/keys/command", "tagalong/sam/bag/item",
            ],
            doesNotGet: [
                "tagalong/sam/bag/desired", "owntracks/kim/phone", "tagalong/kim/keys/command", "tagalong/kim/bag/item",
            ]
        )
    }

    private static func foreignGateway() throws -> RoleCase {
        RoleCase(
            client: .gateway(try Name("den")),
            formats: ForeignFormats(published: [.espresense, .roomAssistant], read: [.theengs]),
            sends: [
                "espresense/devices/itag:c0ffee001234/den", "espresense/rooms/den/status",
                "room-assistant/entity/den/bluetooth-low-energy-presence-sensor/ble-1",
                "tagalong/gateway/kitchen/status",
            ],
            doesNotSend: [
                "espresense/rooms/den/max_distance/set", "espresense/settings/x/config",
                "home/den/BTtoMQTT/C0FFEE001234",
                "homeassistant/status", "tagalong/gateway/kitchen/seen",
            ],
            subscribes: ["home/+/BTtoMQTT/+", "home/+/LWT", "tagalong/gateway/+/status"],
            doesNotSubscribe: ["home/#", "espresense/devices/+/+", "espresense/#"],
            gets: ["tagalong/gateway/attic/status", "home/OMG/LWT", "home/OMG/BTtoMQTT/C0FFEE001234"],
            doesNotGet: ["tagalong/gateway/attic/seen"]
        )
    }

    private static func foreignService() throws -> RoleCase {
        RoleCase(
            client: .service(try Name("nodes")),
            formats: ForeignFormats(published: [.espresense]),
            sends: ["espresense/rooms/kitchen/status", "homeassistant/status", "tagalong/sam/keys/set/power"],
            doesNotSend: ["home/den/LWT", "room-assistant/entity/x"],
            subscribes: ["espresense/rooms/kitchen/+/set"],
            doesNotSubscribe: ["home/#"],
            gets: ["espresense/rooms/kitchen/max_distance/set"]
        )
    }

    private static func subscriber(ofReminders readsReminders: Bool = false) throws -> RoleCase {
        let filters = ["tagalong/reminders/#", "tagalong/reminders/sam"]
        let topics = ["tagalong/reminders/sam", "tagalong/reminders/kim/gloves/state"]
        return RoleCase(
            client: .subscriber(try Name("kim"), owner: nil),
            readsReminders: readsReminders,
            doesNotSend: [
                "tagalong/alerts/sam/keys", "tagalong/sam/keys/rules", "owntracks/sam/keys", "tagalong/reminders/sam",
                "tagalong/reminders/sam/umbrella", "tagalong/reminders/sam/umbrella/set",
            ],
            subscribes: ["tagalong/alerts/#", "tagalong/alerts/sam/+", "tagalong/guard/sam"]
                + (readsReminders ? filters : []),
            doesNotSubscribe: ["#", "tagalong/#", "tagalong/+/+/+", "tagalong/sam/keys/state", "owntracks/sam/keys"]
                + (readsReminders ? [] : filters),
            gets: ["tagalong/guard/sam", "tagalong/alerts/kim/bike"] + (readsReminders ? topics : [])
                + ["tagalong/alerts/sam/keys"],
            doesNotGet: ["tagalong/sam/keys/state", "owntracks/sam/keys"] + (readsReminders ? [] : topics)
        )
    }

    private static func ownersSubscriber(ofReminders readsReminders: Bool = false) throws -> RoleCase {
        let filters = ["tagalong/reminders/sam/#", "tagalong/reminders/sam"]
        let topics = [
            "tagalong/reminders/sam", "tagalong/reminders/sam/umbrella", "tagalong/reminders/sam/umbrella/state",
        ]
        return RoleCase(
            client: .subscriber(try Name("kim"), owner: try Name("sam")),
            readsReminders: readsReminders,
            doesNotSend: [
                "tagalong/alerts/sam/keys", "tagalong/guard/sam", "tagalong/reminders/sam",
                "tagalong/reminders/sam/umbrella", "tagalong/reminders/sam/umbrella/set",
            ],
            subscribes: ["tagalong/alerts/#", "tagalong/alerts/sam/+", "tagalong/guard/+"]
                + (readsReminders ? filters : []),
            doesNotSubscribe: [
                "#", "tagalong/#", "tagalong/sam/keys/state", "tagalong/reminders/#", "tagalong/reminders/kim",
            ] + (readsReminders ? [] : filters),
            gets: ["tagalong/guard/sam"] + (readsReminders ? topics : []) + ["tagalong/alerts/sam/keys"],
            doesNotGet: [
                "tagalong/alerts/kim/bike", "tagalong/guard/kim", "tagalong/reminders/kim",
                "tagalong/reminders/kim/gloves",
            ] + (readsReminders ? [] : topics)
        )
    }

    private static func guardian() throws -> RoleCase {
        RoleCase(
            client: .guardian(of: try Name("sam")),
            sends: ["tagalong/guard/sam"],
            doesNotSend: [
                "tagalong/guard/kim", "tagalong/guard/sam/ignored", "tagalong/alerts/sam/keys",
                "tagalong/gateway/den/seen", "owntracks/sam/phone",
            ],
            subscribes: [
                "tagalong/gateway/+/status", "tagalong/gateway/+/seen", "owntracks/sam/+", "tagalong/guard/sam",
                "tagalong/guard/sam/ignored", "tagalong/sam/+/item",
            ],
            doesNotSubscribe: ["#", "tagalong/#", "tagalong/guard/+", "owntracks/+/+", "tagalong/gateway/#"],
            gets: [
                "tagalong/gateway/den/status", "tagalong/gateway/den/seen", "tagalong/guard/sam", "owntracks/sam/phone",
                "tagalong/sam/bag/item",
            ],
            doesNotGet: [
                "tagalong/guard/kim", "owntracks/kim/phone", "tagalong/gateway/den/response/scan",
                "tagalong/kim/bag/item",
            ]
        )
    }

    private static func station() throws -> RoleCase {
        RoleCase(
            client: .station(try Name("garden")),
            sends: ["tagalong/weather/garden"],
            doesNotSend: [
                "tagalong/weather/attic", "tagalong/weather/garden/sensors", "tagalong/weather", "weather/garden",
                "tagalong/sam/keys/sensors", "owntracks/sam/phone", "tagalong/alerts/sam/keys", "homeassistant/status",
            ],
            doesNotSubscribe: ["#", "tagalong/#", "tagalong/weather/+", "tagalong/weather/garden", "owntracks/#"]
        )
    }

    private static func service() throws -> RoleCase {
        RoleCase(
            client: .service(try Name("home")),
            sends: [
                "owntracks/sam/keys", "tagalong/alerts/sam/keys", "tagalong/sam/keys/set/power",
                "homeassistant/device/tagalong_sam_keys/config", "homeassistant/status",
            ],
            doesNotSend: ["elsewhere", "$CONTROL/dynamic-security/v1"],
            subscribes: ["owntracks/#", "tagalong/#", "homeassistant/status", "homeassistant/device/#", "#"],
            doesNotSubscribe: ["elsewhere", "+/+", "$SYS/#", "$CONTROL/dynamic-security/#"],
            gets: [
                "owntracks/sam/keys", "tagalong/gateway/den/seen", "tagalong/alerts/sam/keys",
                "tagalong/weather/garden", "homeassistant/status",
            ]
        )
    }
}
