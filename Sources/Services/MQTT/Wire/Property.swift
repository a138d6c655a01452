/// What may stand in a packet besides its fields (MQTT 5, section 2.2.2.2).
enum Property: UInt8 {
    case payloadFormat = 0x01
    case messageExpiry = 0x02
    case contentType = 0x03
    case responseTopic = 0x08
    case correlationData = 0x09
    case subscriptionIdentifier = 0x0B
    case sessionExpiry = 0x11
    case assignedClientIdentifier = 0x12
    case serverKeepAlive = 0x13
    case authenticationMethod = 0x15
    case authenticationData = 0x16
    case requestProblemInformation = 0x17
    case willDelay = 0x18
    case requestResponseInformation = 0x19
    case responseInformation = 0x1A
    case serverReference = 0x1C
    case reason = 0x1F
    case receiveMaximum = 0x21
    case topicAliasMaximum = 0x22
    case topicAlias = 0x23
    case maximumQuality = 0x24
    case retainAvailable = 0x25
    case userProperty = 0x26
    case maximumPacketSize = 0x27
    case wildcardsAvailable = 0x28
    case subscriptionIdentifiersAvailable = 0x29
    case sharedSubscriptionsAvailable = 0x2A

    /// How its value is written.
    enum Form { case byte, short, long, number, text, binary, pair }

    var form: Form {
        switch self {
        case .payloadFormat, .requestProblemInformation, .requestResponseInformation, .maximumQuality, .retainAvailable,
            .wildcardsAvailable, .subscriptionIdentifiersAvailable, .sharedSubscriptionsAvailable:
            .byte
        case .serverKeepAlive, .receiveMaximum, .topicAliasMaximum, .topicAlias: .short
        case .messageExpiry, .sessionExpiry, .willDelay, .maximumPacketSize: .long
        case .subscriptionIdentifier: .number
        case .contentType, .responseTopic, .assignedClientIdentifier, .authenticationMethod, .responseInformation,
            .serverReference, .reason:
            .text
        case .correlationData, .authenticationData: .binary
        case .userProperty: .pair
        }
    }

    /// Whether a packet may have it more than once.
    var isRepeatable: Bool { self == .userProperty || self == .subscriptionIdentifier }
}
