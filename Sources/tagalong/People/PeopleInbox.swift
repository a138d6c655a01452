import Access
import ArgumentParser
import JSON
import Settings
import Tracking

/// `tagalong people inbox`.
struct PeopleInbox: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inbox",
        abstract: "Show what others have told you, the newest first; --read marks all of it as read.",
        discussion: """
            Requests, acceptances, invitations, removals, shares and messages of finders. New ones have a star. An inbox \
            keeps the newest thousand.
            """
    )

    @Option(help: ArgumentHelp("How many to show, 1 to \(Inbox.longestPage).", valueName: "n"))
    var limit = 20

    @Flag(help: "Mark all that is there as read.")
    var read = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var person: PersonOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard (1...Inbox.longestPage).contains(limit) else {
            throw ValidationError("--limit: 1 to \(Inbox.longestPage) is expected, found \(limit)")
        }
    }

    func run() async throws {
        let ((access, account), now) = (try person.open(global.settings()), SystemUTCClock().now)
        let notices = try access.inbox.page(of: account, limit: limit, at: now)
        try Listing.print(
            notices.map(NoticeLine.init), asJSON: output.json, whenEmpty: "There is nothing in your inbox.")
        guard read, let newest = notices.first else { return }
        // Not what has come since.
        _ = try access.inbox.markRead(of: account, upTo: newest.id, at: now)
    }
}

/// `tagalong people silence`.
struct PeopleSilence: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "silence",
        abstract: "Choose the kinds of which nothing comes into your inbox; without any, all come.",
        discussion: "What is there already stays."
    )

    @Argument(
        help: "The kinds: \(NoticeKind.allCases.map(\.rawValue).joined(separator: ", ")).",
        completion: .list(NoticeKind.allCases.map(\.rawValue))
    )
    var kinds: [String] = []

    @OptionGroup var person: PersonOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let chosen = try kinds.map { word throws(CommandFailure) in
            if let kind = NoticeKind(rawValue: word) { return kind }
            let all = WordList.alternatives(NoticeKind.allCases.map(\.rawValue))
            throw CommandFailure(.badInput, "'\(word.printable)' is no kind of notice; \(all) is expected")
        }
        let (access, account) = try person.open(global.settings())
        try access.inbox.silence(Set(chosen), of: account)
        let words = chosen.map(\.rawValue).sorted().joined(separator: ", ")
        try Output.standard.write(
            chosen.isEmpty ? "everything comes into your inbox\n" : "nothing comes into your inbox of: \(words)\n"
        )
    }
}

/// A notice as it is listed.
struct NoticeLine: ListRow {
    let notice: InboxNotice

    init(_ notice: InboxNotice) { self.notice = notice }

    static let columns = ["", "TIME", "KIND", "WHO", "ABOUT", "TEXT"]

    var cells: [String] {
        let about = [notice.groupName ?? notice.group, notice.item.map { "\($0)" }].compactMap(\.self)
        return [
            notice.isRead ? "" : "*", Phrases.time(notice.time), notice.kind.rawValue, who,
            about.isEmpty ? Phrases.unknown : about.joined(separator: ", ").printable,
            text.isEmpty ? Phrases.unknown : text.printable,
        ]
    }

    /// With what a finder has written, and how to answer.
    private var text: String {
        guard let content = notice.finder?.content else { return notice.text }
        let place = content.position.map { "at \(Phrases.position($0.coordinate)) (± \($0.accuracy) m)" }
        return ([content.text] + [content.contact.isEmpty ? nil : content.contact, place].compactMap(\.self))
            .joined(separator: "; ")
    }

    private var who: String {
        guard let account = notice.about else { return Phrases.unknown }
        guard let name = notice.aboutName, name != account.text else { return account.text }
        return "\(name.printable) (\(account))"
    }

    var json: JSONValue {
        .object([
            "id": .whole(notice.id),
            "kind": .text(notice.kind.rawValue),
            "time": .time(notice.time),
            "read": .flag(notice.isRead),
            "account": notice.about.map { .text($0.text) },
            "name": notice.aboutName.map { .text($0) },
            "group": notice.group.map { .text($0) },
            "group_name": notice.groupName.map { .text($0) },
            "owner": notice.item.map { .text($0.owner.text) },
            "tracker": notice.item.map { .text($0.device.text) },
            "text": notice.text.isEmpty ? nil : .text(notice.text),
            "finder": notice.finder?.json,
        ])
    }
}
