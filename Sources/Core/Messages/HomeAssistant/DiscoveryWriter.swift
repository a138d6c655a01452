import Tracking

/// Writes discovery messages, thousands of which differ in nothing but their device and what it is called: the rest of
/// them is written once.
///
/// It writes what ``DiscoveryMessage/message(_:)`` does, byte for byte.
public struct DiscoveryWriter: Sendable {
    private let topics: Topics
    /// By what they are of; nil where a message has its device in another place, too.
    private var forms: [DiscoveryMessage: DiscoveryForm?] = [:]

    /// More kinds of trackers than a fleet has; beyond, all are forgotten.
    private static let mostForms = 64

    public init(_ topics: Topics) { self.topics = topics }

    /// The retained message that says it.
    public mutating func message(_ message: DiscoveryMessage) -> Message {
        guard let kind = DiscoveryForm.kind(of: message) else { return message.message(topics) }
        if let known = forms[kind] {
            guard let form = known else { return message.message(topics) }
            return Message(
                topic: topics.homeAssistantConfig(message.device), payload: form.filled(with: message), retained: true
            )
        }
        let written = message.message(topics)
        let form = DiscoveryForm(kind, topics)
        if forms.count == Self.mostForms { forms = [:] }
        forms[kind] = .some(form.filled(with: message) == written.payload ? form : nil)
        return written
    }
}
