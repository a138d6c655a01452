import ArgumentParser
import Broker
import Messages
import Tracking

/// `tagalong broker add`.
struct BrokerAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a client; its credential is shown only once.",
        discussion: """
            KIND is tracker or phone (NAME is OWNER/DEVICE), gateway, subscriber (of alerts and of \
            unknown tags that follow), guard (NAME is the owner), station (tells of the weather on \
            tagalong/weather/NAME, docs/facts.md) or service (all rights on Tagalong's topics, as for Home \
            Assistant). Only the URL with the password is written to standard output.

            Trackers paired over Bluetooth receive theirs automatically.

            The broker accepts a credential with one client id only, which is printed with it, so that no \
            client can end another's connection or session. Credentials of services work with any client id, \
            unless --client-id names one.

            Examples:
              tagalong broker add tracker sam/bicycle --gateway den
              tagalong broker add phone sam/phone
              tagalong broker add gateway den --tracker sam/keys --tracker sam/bag
              tagalong broker add gateway attic --also espresense --receivers theengs
              tagalong broker add service nodes --also espresense   # may use ESPresense's topics, too
              tagalong broker add subscriber kim --owner sam
              tagalong broker add subscriber sam --owner sam --reminders
              tagalong broker add guard sam
              tagalong broker add station garden
              tagalong broker add subscriber desk --any-client-id   # may connect several times at once
              tagalong broker add service home-assistant > /etc/home-assistant.url
            """
    )

    @Argument(help: "tracker, phone, gateway, subscriber, guard, station or service.")
    var kind: String

    @Argument(help: "OWNER/DEVICE of a tracker or phone, the owner of a guard; otherwise a name.")
    var name: String

    @Option(help: ArgumentHelp("A gateway's tracker; may be repeated.", valueName: "owner/tracker"))
    var tracker: [String] = []

    @Option(help: ArgumentHelp("The gateway that relays for a tracker.", valueName: "name"))
    var gateway: String?

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "A format of other programs that a gateway publishes, or a service uses; may be repeated.",
            valueName: "format"
        )
    )
    var also: [String] = []

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("The formats whose nodes a gateway takes as receivers.", valueName: "formats")
    )
    var receivers: [String] = []

    @Option(
        help: ArgumentHelp("The owner whose alerts a subscriber receives (default: all owners).", valueName: "name")
    )
    var owner: String?

    @Flag(
        name: .customLong("reminders"),
        help: "Let a subscriber read reminders, too, which say where people are and when they have time."
    )
    var readsReminders = false

    @Option(
        name: .customLong("client-id"),
        help: ArgumentHelp(
            "The only client id that it may use (default: printed with the credential).", valueName: "id"
        )
    )
    var clientID: String?

    @Flag(
        name: .customLong("any-client-id"),
        help: "Let a phone, subscriber or station use any client id, even one whose session it would take over."
    )
    var mayUseAny = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var topics: TopicOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        let client = try wish().client
        _ = try identity(of: client)
        _ = try formats(of: client)
    }

    func run() async throws {
        let settings = try global.settings()
        let choice = OwnBrokerChoice(settings, try topics.topics(settings))
        let (client, trackers, gateway) = try wish()
        let identity = try identity(of: client)
        let formats = try formats(of: client)
        try Directories.create(settings.dataDirectory)
        let credential = try await choice.provision { provisioner in
            guard case .tracker(let tracker) = client, let gateway else {
                return try await provisioner.add(
                    client,
                    trackers: trackers,
                    identity: identity,
                    formats: formats,
                    readsReminders: readsReminders
                )
            }
            return try await provisioner.add(tracker, to: gateway, identity: identity)
        }
        try CredentialText(credential, choice).print(asJSON: output.json)
    }

    private func identity(of client: BrokerClient) throws -> ClientIdentity {
        if mayUseAny {
            guard clientID == nil else { throw ValidationError("--any-client-id and --client-id exclude each other.") }
            guard ["phone", "subscriber", "station"].contains(client.kind) else {
                throw ValidationError("--any-client-id applies only to a phone, subscriber or station.")
            }
            return .any
        }
        guard let clientID else { return .usual }
        guard let identity = ClientIdentity(named: clientID) else {
            throw ValidationError(
                "'\(clientID)' is given, 1 to \(ClientIdentity.longestName) letters, digits, '.', '_', '~' or '-' are "
                    + "expected for a client id."
            )
        }
        return identity
    }

    private func formats(of client: BrokerClient) throws -> ForeignFormats {
        guard ["gateway", "service"].contains(client.kind) || also.isEmpty else {
            throw ValidationError("--also applies only to a gateway or a service.")
        }
        guard client.kind == "gateway" || receivers.isEmpty else {
            throw ValidationError("--receivers applies only to a gateway.")
        }
        return ForeignFormats(
            published: try Self.formats(also, "--also", ForeignFormat.allCases),
            read: try Self.formats(receivers, "--receivers", ForeignFormat.received)
        )
    }

    private static func formats(
        _ texts: [String], _ flag: String, _ allowed: [ForeignFormat]
    ) throws -> Set<ForeignFormat> {
        Set(
            try texts.flatMap { text in
                guard let formats = ForeignOptions.read(text, of: allowed) else {
                    let words = allowed.map(\.rawValue).joined(separator: ", ")
                    throw ValidationError("\(flag): '\(text)' is given, one or more of \(words) are expected.")
                }
                return formats
            }
        )
    }

    private func wish() throws -> (client: BrokerClient, trackers: [DeviceID], gateway: Name?) {
        let client = try ClientArgument.client(kind, name, owner: owner)
        if gateway != nil, client.kind != "tracker" {
            throw ValidationError("--gateway applies only to a tracker.")
        }
        if readsReminders, client.kind != "subscriber" {
            throw ValidationError("--reminders applies only to a subscriber.")
        }
        if !tracker.isEmpty, client.kind != "gateway" {
            throw ValidationError("--tracker applies only to a gateway.")
        }
        return (client, try tracker.map(ClientArgument.tracker), try gateway.map(ClientArgument.name))
    }
}

/// Clients as they are named on the command line.
enum ClientArgument {
    static func client(_ kind: String, _ text: String, owner: String?) throws -> BrokerClient {
        guard ["tracker", "phone", "gateway", "subscriber", "guard", "station", "service"].contains(kind) else {
            throw ValidationError(
                "'\(kind)' is not one of tracker, phone, gateway, subscriber, guard, station or service."
            )
        }
        guard let client = phone(kind, text) ?? BrokerClient(kind: kind, subject: text) else {
            let expected =
                kind == "tracker" || kind == "phone" ? "OWNER/DEVICE" : "a name of letters, digits, '_' or '-'"
            throw ValidationError("'\(text)' is given, \(expected) is expected for a \(kind).")
        }
        guard let owner else { return client }
        guard case .subscriber(let subscriber, _) = client else {
            throw ValidationError("--owner applies only to a subscriber.")
        }
        return .subscriber(subscriber, owner: try name(owner))
    }

    /// A phone, whose user may be called as OwnTracks calls them; nil for another kind.
    private static func phone(_ kind: String, _ text: String) -> BrokerClient? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard kind == "phone", parts.count == 2, let owner = try? Name(written: parts[0]),
            let device = try? Name(written: parts[1])
        else { return nil }
        return .phone(DeviceID(owner: owner, device: device))
    }

    static func tracker(_ text: String) throws -> DeviceID {
        guard case .tracker(let device)? = BrokerClient(kind: "tracker", subject: text) else {
            throw ValidationError("'\(text)' is given, OWNER/TRACKER is expected.")
        }
        return device
    }

    static func name(_ text: String) throws -> Name {
        do { return try Name(text) } catch { throw ValidationError("\(error).") }
    }
}
