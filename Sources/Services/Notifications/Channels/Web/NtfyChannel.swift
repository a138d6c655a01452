internal import Messages
public import Settings
public import Tracking

/// Posts a notice to a topic of an ntfy server.
public struct NtfyChannel: NotificationChannel {
    private let target: ChannelConfiguration.Ntfy
    private let pages: @Sendable () -> String?

    /// A channel to whoever subscribes to a topic.
    public init(_ target: ChannelConfiguration.Ntfy, pages: @escaping @Sendable () -> String?) {
        (self.target, self.pages) = (target, pages)
    }

    public func deliver(_ notice: Notice, at now: Timestamp) async throws(DeliveryFailure) {
        let text = NoticeText(notice, pages: pages(), at: now)
        var headers = Self.headers(notice, text)
        if let token = target.token { headers.append((name: "Authorization", value: "Bearer \(token.value)")) }
        try await WebSender.post(Array(text.body.utf8), headers, to: target.url)
    }

    /// What an ntfy server reads beside the text.
    static func headers(_ notice: Notice, _ text: NoticeText) -> [(name: String, value: String)] {
        var headers = [
            (name: "Title", value: HeaderText.encoded(text.title, separator: " ")),
            (name: "Priority", value: priority(notice)),
            (name: "Tags", value: tags(notice)),
        ]
        if let link = text.link { headers.append((name: "Click", value: link)) }
        if let action = action(notice, text) { headers.append((name: "Actions", value: action)) }
        return headers
    }

    /// A button that opens the page of a reminder, where it is answered by who is logged in.
    ///
    /// None answers it from here: for that a credential would go with the message, which everybody can read who knows the
    /// topic, and the server, too.
    private static func action(_ notice: Notice, _ text: NoticeText) -> String? {
        // The marks between its parts are in no address of a console, but somebody may have written one.
        guard notice.reminder != nil, notice.isRise, let link = text.link,
            link.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }), !link.contains(where: { ",;\"'".contains($0) })
        else { return nil }
        return "view, Dismiss or snooze, \(link), clear=true"
    }

    private static func priority(_ notice: Notice) -> String {
        if notice.isTest { return "3" }
        guard notice.isRise else { return "2" }
        return notice.alert.level == .critical ? "5" : "4"
    }

    private static func tags(_ notice: Notice) -> String {
        if notice.isTest { return "bell" }
        guard notice.isRise else { return "white_check_mark" }
        if notice.reminder != nil { return "alarm_clock" }
        return notice.alert.level == .critical ? "rotating_light" : "warning"
    }
}

extension ChannelConfiguration {
    /// A topic of an ntfy server.
    public struct Ntfy: Hashable, Sendable {
        public var url: WebAddress
        public var token: SecretText?
    }
}
