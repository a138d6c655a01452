import HTTPTypes
import JSON
import Testing

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

/// Bodies as anybody may write them.
@Suite(.timeLimit(.minutes(30)))
struct JSONDocumentTests {
    private static func nested(_ levels: Int, around inner: String) -> String {
        String(repeating: #"{"a":"#, count: levels) + inner + String(repeating: "}", count: levels)
    }

    private static func list(_ element: String, _ count: Int) -> String {
        "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
    }

    private static func refusal(_ text: String) -> String? { refusal(Array(text.utf8)) }

    private static func refusal(_ bytes: [UInt8]) -> String? {
        do throws(Problem) {
            _ = try JSONValue(body: bytes)
            return nil
        } catch {
            return error.status == .badRequest ? error.detail : "\(error.status)"
        }
    }

    private static let values: [(String, JSONValue)] = [
        ("null", .null), (" true\n", .flag(true)), ("false", .flag(false)), ("-0.5e2", .number(-50)),
        ("{}", .object([:])),
        ("[]", .list([])), (#""a\u00e9\ud83d\ude00\/\n""#, .text("aé😀/\n")), ("\u{FEFF}1", .number(1)),
        ("12345678901234567890123", .number(1.234567890123456789e22)),
        (#"[1,{"b":null}]"#, .list([.number(1), .object(["b": .null])])),
        (#"{"a":false,"\u0063":"d"}"#, .object(["a": .flag(false), "c": .text("d")])),
    ]

    @Test(arguments: values)
    func `every kind of value is read`(text: String, expected: JSONValue) throws {
        #expect(try JSONValue(body: Array(text.utf8)) == expected)
    }

    private static let mistakes: [(String, String)] = [
        ("", "a JSON value at byte 0 is expected, found the end"), ("{\"a\":", "at byte 5"), ("[1,]", "at byte 3"),
        (#"{"a":1,}"#, "a key at byte 7"), ("01", "the end at byte 1"), ("1 2", "the end at byte 2"), ("nul", "'null'"),
        ("+1", "a JSON value"), (".5", "a JSON value"), ("1.", "a digit"), ("NaN", "a JSON value"),
        ("'a'", "a JSON value"),
        ("1e999", "a number up to 1.8e308 at byte 0"), (#""\ud800""#, "surrogates"), (#""\x""#, "an escape"),
        ("\"a\u{1}\"", "a closing quote"), (#"{"a":1,"a":2}"#, "each key only once at byte 7"),
        ("{1:2}", "a key at byte 1"),
    ]

    @Test(arguments: mistakes)
    func `what is no JSON is refused with the place`(text: String, place: String) throws {
        let refusal = try #require(Self.refusal(text))
        #expect(refusal.hasPrefix("the body: ") && refusal.contains(place), "\(refusal)")
    }

    @Test(
        arguments: [[0x22, 0xFF, 0x22], [0xFF, 0xFE, 0x31, 0x00], [0x22, 0xC0, 0x80, 0x22], [0x22, 0x00, 0x22]]
            as [[UInt8]]
    )
    func `what is no UTF-8 is refused`(bytes: [UInt8]) {
        #expect(Self.refusal(bytes) != nil)
    }

    @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
    func `depth ends at 64`(opening: String) throws {
        let levels = opening.filter { $0 == "[" || $0 == "{" }.count
        for count in [65 / levels + 1, 100_000 / opening.utf8.count] {
            let refusal = try #require(Self.refusal(String(repeating: opening, count: count)))
            #expect(refusal.contains("no more than 64 levels"), "\(refusal)")
        }
        #expect(Self.refusal(Self.nested(63, around: "[]")) == nil)
    }

    /// A body that was made to take long.
    struct Hostile: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let reason: String

        init(_ name: String, _ text: String, _ reason: String) {
            (testDescription, self.text, self.reason) = (name, text, reason)
        }
    }

    private static let marks = "a" + String(repeating: "\u{301}\u{316}", count: 50_000)

    /// Each took a time that grew with the square of its length, or with the power of its depth.
    static let hostile: [Hostile] = [
        Hostile(
            "what stopped the service for 199 s",
            nested(400, around: list(#""""#, 60_000)),
            "no more than 64 levels"
        ),
        Hostile("less deep", nested(60, around: list(#""""#, 60_000)), "no more than 50000 values"),
        Hostile("many objects", list("{}", 80_000), "no more than 50000 values"),
        Hostile("marks in a key", "{\"\(marks)\":1}", "a key of at most 256 bytes at byte 1"),
        Hostile("marks in a text", "[\"\(marks)\"]", "a text of at most 16384 bytes at byte 1"),
        Hostile("a long number", String(repeating: "9", count: 250_000), "a number up to"),
        Hostile("blanks", String(repeating: " ", count: 262_144), "a JSON value at byte 262144"),
        Hostile("backslashes", "\"" + String(repeating: "\\", count: 262_143), "an escape"),
    ]

    @Test(arguments: hostile)
    func `a body that was made to take long is refused`(body: Hostile) throws {
        let refusal = try #require(Self.refusal(body.text))
        #expect(refusal.contains(body.reason), "\(refusal)")
        // Whoever answers it does not send it back.
        #expect(refusal.utf8.count < 400)
    }

    @Test func `what is as large as it may be is read`() throws {
        let many = Self.nested(60, around: Self.list(#""""#, JSONValue.bodyLimits.values - 61))
        #expect(Self.refusal(many) == nil)
        let key = String(repeating: "k", count: JSONValue.bodyLimits.key)
        let text = String(repeating: "t", count: JSONValue.bodyLimits.text)
        #expect(try JSONValue(body: Array("{\"\(key)\":\"\(text)\"}".utf8)) == .object([key: .text(text)]))
        let small = "0." + String(repeating: "0", count: 250_000) + "1"
        #expect(try JSONValue(body: Array(small.utf8)) == .number(0))
    }

    @Test func `one answer names at most a hundred places`() throws {
        let members = (0..<5000).map { "\"k\($0)\":1" }.joined(separator: ",")
        var reader = BodyReader(try JSONValue(body: Array("{\(members)}".utf8)))
        do throws(Problem) {
            try reader.finish()
            Issue.record("it is refused")
        } catch {
            #expect(error.errors.count == Problem.mostPlaces)
        }
    }
}
