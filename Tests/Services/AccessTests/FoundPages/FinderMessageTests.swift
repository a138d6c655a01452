import StoreSupport
import TestSupport
import Testing
import Tracking

@testable import Access
@testable import Store

/// What finders write to who made the page of an item.
@Suite(.onBothEngines) struct FinderMessageTests {
    private let bench: AccessBench
    private let (sam, keys): (Name, DeviceID)
    private let page: FoundPage

    init() throws {
        bench = try AccessBench()
        sam = try Name("sam")
        keys = DeviceID(owner: sam, device: try Name("keys"))
        try bench.account("sam")
        var generator = SeededGenerator(seed: 1)
        page = try bench.access.foundPages.put(
            FoundPageLook(), of: keys, added: bench.start, by: sam, using: &generator, at: bench.start
        ).page
    }

    private var pages: FoundPageBook { bench.access.foundPages }

    private func leave(_ text: String, at seconds: Double) throws {
        #expect(try pages.leave(.init(text: text), at: page.code, at: bench.at(seconds)) != nil)
    }

    private func messages() throws -> [FinderMessage] { try pages.messages(of: keys, added: bench.start, by: sam) }

    @Test func `a message is kept as it was written, and the owner's inbox has it`() throws {
        let place = FinderMessage.Position(
            coordinate: try Coordinate(latitude: -33.8567844, longitude: 151.2152967), accuracy: 12
        )
        let content = FinderMessage.Content(text: "At the bar.\nAsk for Lee", contact: "+41 1", position: place)
        #expect(try pages.leave(content, at: page.code, at: bench.at(2))?.id == page.id)
        let message = try #require(try messages().first)
        #expect(message.content == content && message.time == bench.at(2))
        let notice = try #require(try bench.access.inbox.page(of: sam, at: bench.at(3)).first)
        #expect(notice.kind == .finder && notice.item == keys && notice.finder == message && notice.text.isEmpty)
        // What is told elsewhere is of a notice that has it, too.
        #expect(try bench.access.inbox.unreadNotice(notice.id, of: sam, at: bench.at(3))?.finder == message)
    }

    @Test func `one that is removed is gone from the inbox, too, and one of another page stays`() throws {
        try leave("One", at: 2)
        try leave("Two", at: 3)
        let first = try #require(try messages().last)
        let bag = DeviceID(owner: sam, device: try Name("bag"))
        #expect(throws: AccessError.found(.noPage(bag))) {
            try pages.removeMessage(first.id, of: bag, added: bench.start, by: sam)
        }
        try pages.removeMessage(first.id, of: keys, added: bench.start, by: sam)
        #expect(try messages().map(\.content.text) == ["Two"])
        #expect(try bench.access.inbox.page(of: sam, at: bench.at(4)).map { $0.finder?.content.text } == ["Two"])
        #expect(throws: AccessError.found(.noSuchMessage(first.id))) {
            try pages.removeMessage(first.id, of: keys, added: bench.start, by: sam)
        }
    }

    @Test func `a page takes 30 in an hour, says when it takes the next, and then does`() throws {
        for number in 0..<30 { try leave("\(number)", at: Double(number)) }
        let next = bench.at(3600)
        #expect(throws: AccessError.found(.tooManyMessages(until: next))) { try leave("x", at: 3599) }
        try leave("x", at: 3600)
        #expect(throws: AccessError.found(.tooManyMessages(until: bench.at(3601)))) { try leave("y", at: 3600) }
        #expect(try messages().count == 31)
    }

    @Test func `of more than a hundred the oldest go, with their notices`() throws {
        for number in 0..<102 { try leave("\(number)", at: Double(number) * 200) }
        let kept = try messages().map(\.content.text)
        #expect(kept.count == 100 && kept.first == "101" && kept.last == "2")
        #expect(try bench.count("SELECT count(*) FROM notices") == 100)
    }

    @Test func `who silences messages of finders has no notice, and still the message`() throws {
        try bench.access.inbox.silence([.finder], of: sam)
        try leave("Found it", at: 2)
        #expect(try bench.notices(of: sam) == [])
        #expect(try messages().map(\.content.text) == ["Found it"])
    }

    @Test(arguments: [
        ("", "", "text"), (" \n ", "", "text"), (String(repeating: "x", count: 1001), "", "text"),
        ("\u{200B}\n\u{200E}\r", "", "text"), ("x", String(repeating: "x", count: 201), "contact"),
    ])
    func `a text that is too long, or has nothing that can be seen, is refused, and nothing is kept`(
        text: String, contact: String, field: String
    ) throws {
        let error = #expect(throws: AccessError.self) {
            try pages.leave(.init(text: text, contact: contact), at: page.code, at: bench.at(2))
        }
        guard case .found(.badText(field: field, _)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try messages() == [])
    }

    @Test(arguments: [
        ("At the bar\u{200B}.\r\n\u{200E}Ask\tfor Lee", "\u{202A}+41 44 668 18 00\u{202C}"),
        ("At the bar.\n\u{2066}Ask for Lee\u{200F}", "+41 44\u{200E}\n668 18 00"),
    ])
    func `what a finder cannot see is left out of a message`(text: String, contact: String) throws {
        #expect(try pages.leave(.init(text: text, contact: contact), at: page.code, at: bench.at(2)) != nil)
        let content = try #require(try messages().first).content
        #expect(Array(content.text.utf8) == Array("At the bar.\nAsk for Lee".utf8))
        #expect(Array(content.contact.utf8) == Array("+41 44 668 18 00".utf8))
    }

    @Test func `what cannot be seen does not count`() throws {
        try leave(String(repeating: "\u{200B}", count: 900) + String(repeating: "x", count: 1000), at: 2)
        #expect(try messages().first?.content.text == String(repeating: "x", count: 1000))
    }

    @Test func `two at the same moment have two numbers, in their order`() throws {
        try leave("One", at: 2)
        try leave("Two", at: 2)
        #expect(try messages().map(\.content.text) == ["Two", "One"])
        #expect(try Set(messages().map(\.id)).count == 2)
    }

    @Test func `names with quotes and statements in them are text`() throws {
        let text = "'); DROP TABLE finder_messages; --"
        try leave(text, at: 2)
        #expect(try messages().map(\.content.text) == [text])
    }

    @Test func `the export has the page and its messages, and nobody else's has`() throws {
        try leave("Found it", at: 2)
        let portrait = try bench.access.peoplePortrait(of: sam, owner: sam, at: bench.at(3))
        #expect(portrait.foundPages.map(\.code) == [page.code])
        #expect(portrait.finderMessages[page.id]?.map(\.content.text) == ["Found it"])
        let kim = try Name("kim")
        try bench.account("kim")
        let other = try bench.access.peoplePortrait(of: kim, owner: kim, at: bench.at(3))
        #expect(other.foundPages.isEmpty && other.finderMessages.isEmpty)
    }
}
