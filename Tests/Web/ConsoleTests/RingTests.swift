import Messages
import Testing
import Tracking

@testable import API

struct RingTests {
    private let keys: DeviceID
    private let start = Timestamp(milliseconds: 1_777_000_000_000)

    init() throws { keys = try DeviceID(owner: Name("sam"), device: Name("keys")) }

    @Test(arguments: [(false, 30), (true, 300)])
    func `what was told to ring rings for a time that depends on its make`(isTag: Bool, seconds: Int) {
        var book = RingBook()
        book.receive(Command(id: "1", verb: .ring), for: keys)
        #expect(book.until(keys, at: start) == nil)
        let isNews = book.receive(CommandResult(id: "1"), from: keys, isTag: isTag, at: start)
        #expect(isNews)
        #expect(book.until(keys, at: start) == start.advanced(by: .seconds(seconds)))
        #expect(book.until(keys, at: start.advanced(by: .seconds(seconds))) == nil)
    }

    @Test func `what was told to stop rings no more`() {
        var book = RingBook()
        for (id, verb) in [("1", Command.Verb.ring), ("2", .stopRing)] {
            book.receive(Command(id: id, verb: verb), for: keys)
            let isNews = book.receive(CommandResult(id: id), from: keys, isTag: false, at: start)
            #expect(isNews)
        }
        #expect(book.until(keys, at: start) == nil)
    }

    @Test(arguments: ["locate", "refused", "of another", "unknown"])
    func `nothing else rings`(_ what: String) throws {
        var book = RingBook()
        book.receive(Command(id: "1", verb: what == "locate" ? .locate : .ring), for: keys)
        let other = try DeviceID(owner: Name("kim"), device: Name("keys"))
        let result = CommandResult(id: what == "unknown" ? "2" : "1", error: what == "refused" ? "no buzzer" : nil)
        let isNews = book.receive(result, from: what == "of another" ? other : keys, isTag: false, at: start)
        #expect(!isNews)
        #expect(book.until(keys, at: start) == nil && book.until(other, at: start) == nil)
    }
}
