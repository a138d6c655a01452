/// Something a client may do on topics; whatever no right allows is refused.
public struct TopicRight: Hashable, Sendable {
    public let action: Action
    /// The topics, as a filter.
    public let filter: String

    /// What the dynamic security plugin checks, by its own words.
    public enum Action: String, CaseIterable, Sendable {
        case send = "publishClientSend"
        /// Checked for each message, whatever filter let it through.
        case receive = "publishClientReceive"
        /// A subscription may ask for these topics or a part of them.
        case subscribe = "subscribePattern"
        /// A subscription may ask for this very filter.
        case subscribeLiteral
    }

    public init(_ action: Action, _ filter: String) { (self.action, self.filter) = (action, filter) }
}

extension [TopicRight] {
    static func send(_ filters: String...) -> Self { filters.map { TopicRight(.send, $0) } }

    /// Rights to subscribe to topics and to get what comes there.
    static func read(_ filters: String...) -> Self {
        filters.flatMap { [TopicRight(.subscribe, $0), TopicRight(.receive, $0)] }
    }

    /// Rights to get what comes on topics, through a subscription that another right allows.
    static func receive(_ filters: String...) -> Self { filters.map { TopicRight(.receive, $0) } }

    /// Rights to subscribe to filters of which only a part may be received.
    static func subscribe(_ filters: String...) -> Self { filters.map { TopicRight(.subscribe, $0) } }
}
