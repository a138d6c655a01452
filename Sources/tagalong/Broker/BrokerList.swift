import ArgumentParser
import Broker
import JSON
import Logging
import Tracking

/// `tagalong broker list`.
struct BrokerList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the clients of the private broker."
    )

    @OptionGroup var output: OutputOptions
    @OptionGroup var topics: TopicOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let settings = try global.settings()
        let choice = OwnBrokerChoice(settings, try topics.topics(settings))
        // The broker writes every change down at once, so that it need not run.
        let provisioner = Provisioner(directory: choice.directory, logger: .init(part: "broker", level: .warning))
        try Listing.print(
            provisioner.records().map(ClientLine.init),
            asJSON: output.json,
            whenEmpty: "No clients but Tagalong itself: 'tagalong broker add' adds one."
        )
    }
}

/// A client as it is listed.
struct ClientLine: ListRow {
    let record: ClientRecord

    init(_ record: ClientRecord) { self.record = record }

    static let columns = ["USER", "KIND", "FOR", "MAY", "CLIENT ID"]

    var cells: [String] { [record.user, record.client.kind, record.client.subject, may, record.clientID ?? "any"] }

    private var may: String {
        switch record.client {
        case .service: "everything on our topics"
        case .tracker: "write and read its own topics"
        case .leaving: "learn that it is to be off"
        case .phone(let device): "write its positions, read \(device.owner)'s"
        case .gateway where record.trackers.isEmpty: "speak for no tracker yet"
        case .gateway: "speak for \(record.trackers.map(\.description).joined(separator: ", "))"
        case .subscriber(_, nil): "read alerts\(record.readsReminders ? " and reminders" : "")"
        case .subscriber(_, let owner?): "read \(owner)'s alerts\(record.readsReminders ? " and reminders" : "")"
        case .guardian(let owner): "look out for tags that follow \(owner)"
        case .station: "tell of the weather"
        }
    }

    var json: JSONValue {
        .object([
            "user": .text(record.user),
            "kind": .text(record.client.kind),
            "for": .text(record.client.subject),
            "client_id": record.clientID.map { .text($0) },
            "reminders": record.client.kind == "subscriber" ? .flag(record.readsReminders) : nil,
            "trackers": record.client.kind == "gateway" ? .list(record.trackers.map { .text("\($0)") }) : nil,
        ])
    }
}
