import Messages
import Reminders
import Tracking

extension LiveEvent {
    /// What a message of the bus tells; nil for one of another kind, and for one that cannot be read.
    init?(_ message: Message, _ topics: Topics) {
        let topic = topics.parse(message.topic)
        guard let topic, let (kind, subject) = Self.subject(topic, message.payload) else { return nil }
        let isRefused = topic.refusal(of: message.payload) != nil
        // A guard's list that cannot be read is told by the answers, for which clients ask once they hear of it.
        guard !isRefused || kind == .guarded else { return nil }
        if isRefused || message.isEmpty {
            // An empty message takes back what was kept.
            guard kind.isKept else { return nil }
            self.init(kind: kind, subject: subject, content: .gone)
        } else {
            self.init(kind: kind, subject: subject, content: .document(Self.json(message.payload, kind)))
        }
    }

    /// Until when a thing rings; nil for one that has stopped.
    static func ringing(_ device: DeviceID, until: Timestamp?) -> LiveEvent {
        let content = until.map { Content.document(Array("{\"ringing_until\":\"\($0)\"}".utf8)) }
        return LiveEvent(kind: .ringing, subject: .device(device), content: content ?? .gone)
    }

    private static func subject(_ topic: Topic, _ payload: [UInt8]) -> (LiveKind, LiveSubject)? {
        switch topic {
        case .state(let device): (.state, .device(device))
        case .alert(let device): (.alert, .device(device))
        case .reported(let device): (.reported, .device(device))
        case .desired(let device): (.desired, .device(device))
        case .availability(let device): (.availability, .device(device))
        case .rules(let device): (.rules, .device(device))
        case .result(let device): (.result, .device(device))
        case .gatewayStatus(let gateway): (.gateway, .gateway(gateway))
        case .guarded(let owner): (.guarded, .owner(owner))
        case .reminder(let id): (.reminder, .reminder(id))
        case .reminderState(let id): (.reminderState, .reminder(id))
        case .reminderEvents(let owner):
            // Which of the owner's it is stands in the message.
            (try? ReminderEventMessage(decoding: payload))
                .map { (.reminderEvent, .reminder(ReminderID(owner: owner, id: $0.reminder))) }
        default: nil
        }
    }

    /// A message that counts, as JSON.
    private static func json(_ payload: [UInt8], _ kind: LiveKind) -> [UInt8] {
        switch kind {
        case .availability: Array("\"\(String(decoding: payload, as: UTF8.self))\"".utf8)
        // Of a list, tags that cannot be read are left out where it is read, so they are not passed on either.
        case .guarded: (try? Kept<GuardMessage>(decoding: payload))?.encoded() ?? payload
        case .state, .alert, .reported, .desired, .rules, .gateway, .result, .fix, .ringing, .services, .inbox,
            .reminder, .reminderState, .reminderEvent:
            payload
        }
    }
}
