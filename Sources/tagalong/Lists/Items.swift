import ArgumentParser
import History
import JSON
import Messages
import Store
import Tracking

/// `tagalong items`.
struct Items: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "items",
        abstract: "List the items with their last position and distance from their owner.",
        discussion: """
            Reads the database, also while the history service runs. The level is unknown when the last \
            position is too old, or when the gateway that relayed it no longer receives anything: the list \
            says which. The distance is the last known one. A tracker that has not answered a location request \
            is unreachable. What somebody has marked as lost says so, whatever its level.

            A tracker that speaks our protocol, or is paired with a gateway, is an item by itself. 'items add' makes \
            an item of a device that only reports positions, as OwnTracks does: a bicycle tracker, a tablet, a second \
            phone.

            Examples:
              tagalong items
              tagalong items --json | jq -r '.[] | select(.level != "near") | .item'
              tagalong items add sam/bike --name "Sam's bicycle"
              tagalong items lost keys --note "Left on bus 12"
            """,
        subcommands: [ItemsAdd.self, ItemsRemove.self, ItemsLost.self, ItemsFound.self, ItemsSimulate.self]
    )

    @OptionGroup var output: OutputOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let settings = try global.settings()
        let choice = try StoreChoice(store, settings)
        let store = try choice.openForReading()
        let now = SystemUTCClock().now
        let rows = try store.items().map { ItemLine($0, at: now) }
        try Listing.print(
            rows,
            asJSON: output.json,
            whenEmpty: "There is no item yet: no tracker has sent a position to \(choice.path)."
        )
    }
}

/// An item as it is listed.
struct ItemLine: ListRow {
    let id: DeviceID
    let item: String
    let standing: ItemStanding
    let fix: StoredFix?
    /// That somebody has marked it as lost.
    let lost: LostMark?
    let now: Timestamp

    init(_ row: ItemRow, at now: Timestamp) {
        id = row.device.id
        item = row.device.item?.text ?? row.device.id.device.text
        standing = ItemStanding(
            row,
            reported: row.documents[.reported].flatMap { try? ReportedState(decoding: $0) },
            evidence: row.documents[.evidence].flatMap { try? EvidenceMessage(decoding: $0) },
            at: now
        )
        fix = row.lastFix
        lost = row.documents[.rules].flatMap { try? ItemRules(decoding: $0) }?.lost
        self.now = now
    }

    var level: Level { standing.level }
    var mode: Mode? { standing.mode }
    var battery: Int? { standing.battery }
    var state: StateMessage? { standing.state }

    static let columns = ["ITEM", "TRACKER", "LEVEL", "DISTANCE", "MODE", "BATTERY", "LAST SEEN", "POSITION"]

    var cells: [String] {
        [
            item,
            "\(id)",
            level.rawValue + (standing.doubt.map { " (\(Self.words($0)))" } ?? "")
                + (lost == nil ? "" : ", marked as lost"),
            Phrases.distance(state?.distance, low: state?.low, high: state?.high),
            (mode?.rawValue ?? Phrases.unknown) + (state?.unreachableSince == nil ? "" : ", unreachable"),
            Phrases.percent(battery),
            lastSeen.map { Phrases.age(of: $0, at: now) } ?? Phrases.unknown,
            Phrases.position(fix?.fix.coordinate),
        ]
    }

    private static func words(_ doubt: ItemStanding.Doubt) -> String {
        switch doubt {
        case .age: "too old"
        case .deafGateway(let gateway): "\(gateway) receives nothing"
        }
    }

    private var unknownBecause: String? {
        switch standing.doubt {
        case nil: nil
        case .age: "too-old"
        case .deafGateway: "gateway-receives-nothing"
        }
    }

    private var lastSeen: Timestamp? { [fix?.fix.time, standing.heard].compactMap(\.self).max() }

    var json: JSONValue {
        .object([
            "owner": .text(id.owner.text),
            "tracker": .text(id.device.text),
            "item": .text(item),
            "level": .text(level.rawValue),
            "unknown_because": unknownBecause.map(JSONValue.text),
            "since": level == .unknown ? nil : (state?.since).map(JSONValue.time),
            "distance_m": (state?.distance).map(JSONValue.number),
            "distance_low_m": (state?.low).map(JSONValue.number),
            "distance_high_m": (state?.high).map(JSONValue.number),
            "active_mode": (mode?.rawValue).map(JSONValue.text),
            "battery": battery.map { .integer($0) },
            "waiting_for": (state?.waitingFor?.rawValue).map(JSONValue.text),
            "waiting_since": (state?.waitingSince).map(JSONValue.time),
            "unreachable": (state?.unreachableSince).map(JSONValue.time),
            "marked_lost": lost?.json,
            "last_seen": standing.lastSeen.map(JSONValue.time),
            "position": fix.map { .position($0.fix) },
        ])
    }
}

extension JSONValue {
    /// As in messages: `lat`, `lon`, `acc`, `time`.
    static func position(_ fix: Fix) -> JSONValue {
        .object([
            "lat": .number(fix.coordinate.latitude),
            "lon": .number(fix.coordinate.longitude),
            "acc": fix.accuracy.map(JSONValue.number),
            "time": .time(fix.time),
        ])
    }
}
