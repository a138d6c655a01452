internal import Tracking

extension Topic {
    /// Why a message on this topic counts for nothing, as the type that reads it says; nil for one that counts.
    ///
    /// Whoever passes a message on without reading it asks this first, so that nobody is told what the history service
    /// has refused. An empty message, which takes back what was kept, and one of a kind that has no type of its own
    /// pass.
    public func refusal(of payload: [UInt8]) -> MessageError? {
        if payload.isEmpty { return nil }
        do throws(MessageError) {
            try reader?(payload)
            return nil
        } catch { return error }
    }

    /// What reads a message on this topic; nil where everything is taken as it comes.
    private var reader: (([UInt8]) throws(MessageError) -> Void)? {
        switch self {
        case .location: Self.reading(LocationMessage.self)
        case .event, .waypoint: Self.reading(PlaceEvent.self)
        case .card: Self.reading(CardMessage.self)
        case .desired: Self.reading(DesiredState.self)
        case .reported: Self.reading(ReportedState.self)
        case .command: Self.reading(Command.self)
        case .result: Self.reading(CommandResult.self)
        case .availability: Self.reading(Availability.self)
        case .stored: Self.reading(StoredMessage.self)
        case .proximity: Self.reading(ProximityMessage.self)
        case .state: Self.reading(StateMessage.self)
        case .rules: Self.reading(ItemRules.self)
        case .button: Self.reading(ButtonMessage.self)
        case .sensors: Self.reading(SensorsMessage.self)
        case .item: Self.reading(ItemMessage.self)
        case .alert: Self.reading(AlertMessage.self)
        case .guarded: Self.reading(GuardMessage.self)
        case .guardIgnored: Self.reading(GuardIgnored.self)
        case .gatewayStatus: Self.reading(GatewayStatus.self)
        case .gatewaySeen: Self.reading(SeenMessage.self)
        case .gatewayResponse: Self.reading(GatewayResponse.self)
        case .roomSurvey: Self.reading(RoomSurvey.self)
        case .reminderEvents: Self.reading(ReminderEventMessage.self)
        case .reminder: Self.reading(ReminderMessage.self)
        case .reminderState: Self.reading(ReminderStateMessage.self)
        // A gateway answers a request that it cannot read itself.
        case .ownTracksCommand, .photo, .gatewayRequest, .set, .reminderSet, .fence, .historyStatus,
            .homeAssistantStatus,
            .homeAssistantConfig:
            nil
        }
    }

    private static func reading<Value: Payload>(
        _ type: Value.Type
    ) -> ([UInt8]) throws(MessageError) -> Void {
        { (payload) throws(MessageError) in _ = try Value(decoding: payload) }
    }
}
