public import Reminders
public import Tracking

/// What a message is about, as its topic says.
public enum Topic: Hashable, Sendable {
    /// A position of a tracker or phone: OwnTracks `location`.
    case location(DeviceID)
    /// OwnTracks `cmd`.
    case ownTracksCommand(DeviceID)
    /// OwnTracks `transition`.
    case event(DeviceID)
    /// OwnTracks `waypoint`.
    case waypoint(DeviceID)
    /// OwnTracks `card`.
    case card(DeviceID)
    case desired(DeviceID)
    case reported(DeviceID)
    case command(DeviceID)
    case result(DeviceID)
    case availability(DeviceID)
    case stored(DeviceID)
    case proximity(DeviceID)
    case state(DeviceID)
    case rules(DeviceID)
    /// The button of a tag was pressed.
    case button(DeviceID)
    /// What the sensors of a tag tell.
    case sensors(DeviceID)
    /// What an item looks like: the bytes of a picture.
    case photo(DeviceID)
    /// A device that somebody has made an item.
    case item(DeviceID)
    case alert(DeviceID)
    /// The unknown tags that have moved with an owner.
    case guarded(Name)
    /// Those of them that the owner knows.
    case guardIgnored(Name)
    case gatewayStatus(Name)
    case gatewaySeen(Name)
    case gatewayRequest(Name, verb: String)
    case gatewayResponse(Name, verb: String)
    /// Something of a tracker is set by a plain text.
    case set(DeviceID, what: String)
    /// The history service's own marker.
    case fence
    /// Whether the history service is there.
    case historyStatus
    /// How strongly gateways hear a tag in each room.
    case roomSurvey
    /// Whether Home Assistant is there.
    case homeAssistantStatus
    /// What Home Assistant was told of some device, ours or of another program.
    case homeAssistantConfig
    /// What is told of an owner's reminders.
    case reminderEvents(Name)
    /// What a reminder is.
    case reminder(ReminderID)
    /// How it stands with a reminder.
    case reminderState(ReminderID)
    /// What its owner wants of a reminder.
    case reminderSet(ReminderID)
}

extension Topic {
    /// The device whose topic it is; nil for one that is no device's own.
    public var device: DeviceID? {
        switch self {
        case .location(let device), .ownTracksCommand(let device), .event(let device), .waypoint(let device),
            .card(let device), .desired(let device), .reported(let device), .command(let device), .result(let device),
            .availability(let device), .stored(let device), .proximity(let device), .state(let device),
            .rules(let device), .button(let device), .sensors(let device), .photo(let device), .item(let device),
            .set(let device, _):
            device
        case .alert, .guarded, .guardIgnored, .gatewayStatus, .gatewaySeen, .gatewayRequest, .gatewayResponse,
            .fence, .historyStatus, .roomSurvey, .homeAssistantStatus, .homeAssistantConfig, .reminderEvents, .reminder,
            .reminderState, .reminderSet:
            nil
        }
    }
}

/// What each tracker has under `BASE/OWNER/TRACKER/`: one line of declaration a kind, and who beside the service may
/// publish and receive it (docs/messages.md says what is in it).
public enum TrackerTopic: String, CaseIterable, Sendable {
    case desired, reported, command, result, availability, stored, proximity, state, rules, button, sensors, photo, item

    /// Who is at the other end.
    public enum Party: Sendable { case tracker, gateway }

    public var publishers: Set<Party> {
        switch self {
        case .reported, .result, .availability: [.tracker, .gateway]
        case .desired, .proximity, .button, .sensors: [.gateway]
        case .command, .stored, .state, .rules, .photo, .item: []
        }
    }

    public var receivers: Set<Party> {
        switch self {
        case .desired, .command, .stored: [.tracker, .gateway]
        case .reported, .result, .proximity, .item: [.gateway]
        case .availability, .state, .rules, .button, .sensors, .photo: []
        }
    }

    func topic(_ device: DeviceID) -> Topic {
        switch self {
        case .desired: .desired(device)
        case .reported: .reported(device)
        case .command: .command(device)
        case .result: .result(device)
        case .availability: .availability(device)
        case .stored: .stored(device)
        case .proximity: .proximity(device)
        case .state: .state(device)
        case .rules: .rules(device)
        case .button: .button(device)
        case .sensors: .sensors(device)
        case .photo: .photo(device)
        case .item: .item(device)
        }
    }
}
