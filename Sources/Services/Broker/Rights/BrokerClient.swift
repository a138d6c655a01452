internal import Cryptography
public import Tracking

/// Who may connect to the broker, by what it is to it.
public enum BrokerClient: Hashable, Sendable {
    /// Another service with all rights on our topics, such as Home Assistant.
    case service(Name)
    case tracker(DeviceID)
    /// A tracker that was let go without hearing of it: it may still learn that it is to be off.
    case leaving(DeviceID)
    case phone(DeviceID)
    case gateway(Name)
    /// Who reads alerts, of all owners or of one.
    case subscriber(Name, owner: Name?)
    /// Who looks out for unknown tags that follow an owner.
    case guardian(of: Name)
    /// A weather station of one's own, which tells of the weather and nothing else.
    case station(Name)

    /// The user's name on the broker, which no other client has: at most 64 bytes, as a registration has room for.
    ///
    /// A tracker has two generations, counted from 1, while one replaces the other.
    ///
    /// Dots and tildes are in no name, and no owner is called `gateway`, `alerts` or `guard`; so none stands for two.
    public func user(generation: Int = 1) -> String {
        let name =
            switch self {
            case .service(let name): "service~\(name)"
            case .station(let name): "station~\(name)"
            case .tracker(let device), .leaving(let device), .phone(let device): "\(device.owner).\(device.device)"
            case .gateway(let name): "gateway.\(name)"
            case .subscriber(let name, _): "alerts.\(name)"
            case .guardian(let owner): "guard.\(owner)"
            }
        return Self.shortened(name, to: 58) + (generation == 1 ? "" : "~\(generation)")
    }

    /// The name of its role.
    public var role: String { "\(kind):\(subject)" }

    /// The word for what it is.
    public var kind: String {
        switch self {
        case .service: "service"
        case .tracker: "tracker"
        case .leaving: "leaving"
        case .phone: "phone"
        case .gateway: "gateway"
        case .subscriber: "subscriber"
        case .guardian: "guard"
        case .station: "station"
        }
    }

    /// Whom it is for: a device, or a name.
    public var subject: String {
        switch self {
        case .service(let name), .gateway(let name), .subscriber(let name, _), .guardian(let name),
            .station(let name):
            name.text
        case .tracker(let device), .leaving(let device), .phone(let device): "\(device)"
        }
    }

    /// The client id that it has to use unless another one was asked for; nil for any.
    ///
    /// With one of its own a client ends nobody else's connection or session by taking its id. Trackers' and gateways'
    /// are those that their programs use, and so is a guard's; phones, subscribers and stations, whose programs ask for
    /// one, have their user's name.
    public var clientID: String? {
        switch self {
        case .tracker(let device), .leaving(let device): "tagalong-\(device.owner)-\(device.device)"
        case .gateway(let name): "tagalong-gateway-\(name)"
        case .guardian(let owner): "tagalong-guard-\(owner)"
        case .phone, .subscriber, .station: user()
        // Trusted with everything on our topics.
        case .service: nil
        }
    }

    /// Whether both are one tracker, be it about to leave.
    func isSameTracker(as other: BrokerClient) -> Bool {
        switch (self, other) {
        case (.tracker(let one), .tracker(let two)), (.tracker(let one), .leaving(let two)),
            (.leaving(let one), .tracker(let two)), (.leaving(let one), .leaving(let two)):
            one == two
        default: false
        }
    }

    /// The client id that goes with a user's name, as far as that one tells; nil for one that is of no gateway,
    /// subscriber or guard.
    public static func clientID(ofUser user: String) -> String? {
        let parts = user.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let name = try? Name(parts[1]) else { return nil }
        return switch parts[0] {
        case "gateway": gateway(name).clientID
        case "alerts": subscriber(name, owner: nil).clientID
        case "guard": guardian(of: name).clientID
        default: nil
        }
    }

    /// The client of a kind and a subject as they are written; nil for what is none.
    public init?(kind: String, subject: String) {
        let name = try? Name(subject)
        let device = DeviceID(written: subject)
        switch (kind, name, device) {
        case ("service", let name?, _): self = .service(name)
        case ("gateway", let name?, _): self = .gateway(name)
        case ("subscriber", let name?, _): self = .subscriber(name, owner: nil)
        case ("guard", let owner?, _): self = .guardian(of: owner)
        case ("station", let name?, _): self = .station(name)
        case ("tracker", _, let device?): self = .tracker(device)
        case ("leaving", _, let device?): self = .leaving(device)
        case ("phone", _, let device?): self = .phone(device)
        default: return nil
        }
    }

    private static func shortened(_ name: String, to limit: Int) -> String {
        guard name.utf8.count > limit else { return name }
        return "\(name.prefix(limit - 17))~\(Hex.text(Digest.sha256(Array(name.utf8)).prefix(8)))"
    }
}

extension DeviceID {
    /// `OWNER/DEVICE`; nil for what is none.
    init?(written text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let owner = try? Name(parts[0]), let device = try? Name(parts[1]) else { return nil }
        self.init(owner: owner, device: device)
    }
}
