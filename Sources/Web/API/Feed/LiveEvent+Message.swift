import Messages

extension LiveEvent {
    /// What a message of the bus tells; nil for one of another kind, and for one that cannot be read.
    init?(_ message: Message, _ topics: Topics) {
        guard let (kind, subject) = Self.subject(topics.parse(message.topic)) else { return nil }
        if message.payload.isEmpty {
            // An empty message takes back what was kept.
            guard kind.isKept else { return nil }
            self.init(kind: kind, subject: subject, content: .gone)
        } else {
            guard let json = Self.json(message.payload, kind) else { return nil }
            self.init(kind: kind, subject: subject, content: .document(json))
        }
    }

    private static func subject(_ topic: Topic?) -> (LiveKind, LiveSubject)? {
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
        default: nil
        }
    }

    private static func json(_ payload: [UInt8], _ kind: LiveKind) -> [UInt8]? {
        guard payload.count <= MessageError.largestPayload else { return nil }
        if kind == .availability {
            return (try? Availability(decoding: payload)).map { Array("\"\($0.rawValue)\"".utf8) }
        }
        return (try? ExtraKey.keys(of: payload)) == nil ? nil : payload
    }
}
