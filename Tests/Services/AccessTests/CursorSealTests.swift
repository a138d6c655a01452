import Access
import Foundation
import StoreSupport
import Testing

/// Places in lists that go out to clients and come back.
@Suite(.onBothEngines) struct CursorSealTests {
    private let seal = CursorSeal(key: AccessSecret())
    private let place = [UInt8]("1767000000000.alert".utf8)

    @Test func `a place comes back as it was, and cannot be read`() throws {
        let text = try #require(seal.closed(place, for: "alerts kim"))
        #expect(seal.opened(text, for: "alerts kim") == place)
        #expect(text.utf8.allSatisfy { $0 < 128 } && !text.contains("1767"))
        // Two of one place say not even that they are of one.
        #expect(seal.closed(place, for: "alerts kim") != text)
    }

    @Test func `a place with the longest names fits into what is opened`() throws {
        let longest = [UInt8](repeating: 65, count: 20 + 1 + 64)
        #expect(try #require(seal.closed(longest, for: "x")).utf8.count <= CursorSeal.longest)
    }

    @Test func `a place is good for one list and one reader`() throws {
        let text = try #require(seal.closed(place, for: "alerts kim"))
        for purpose in ["alerts sam", "alerts ", "fixes/sam/keys kim", ""] {
            #expect(seal.opened(text, for: purpose) == nil)
        }
        #expect(CursorSeal(key: AccessSecret()).opened(text, for: "alerts kim") == nil)
    }

    @Test func `a changed, cut or made up place is none`() throws {
        let text = Array(try #require(seal.closed(place, for: "x")))
        for index in text.indices.dropLast() {
            var changed = text
            changed[index] = changed[index] == "A" ? "B" : "A"
            #expect(seal.opened(String(changed), for: "x") == nil)
            #expect(seal.opened(String(text[..<index]), for: "x") == nil)
        }
        for word in ["", "7", "1767000000000.alert", String(repeating: "A", count: 100_000), "ÄÄÄÄ"] {
            #expect(seal.opened(word, for: "x") == nil)
        }
    }

    @Test func `a place outlives the program, and is good at every connection to the accounts`() throws {
        let bench = try AccessBench()
        let text = try #require(try bench.access.cursorSeal().closed(place, for: "x"))
        let again = try AccessControl(path: bench.path)
        #expect(try again.cursorSeal().opened(text, for: "x") == place)
        #expect(try AccessBench().access.cursorSeal().opened(text, for: "x") == nil)
    }
}
