import Messages
import TestSupport
import Testing
import Tracking

struct LocationRefusalTests {
    private static func reason(_ payload: [UInt8]) -> MessageError.Reason? {
        do {
            _ = try LocationMessage(decoding: payload)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test(arguments: [
        ("", MessageError.Reason.json), (" ", .json), ("null", .json), ("[]", .json), (#""text""#, .json), ("1", .json),
        ("{", .json), ("}", .json), ("{}", .missing), ("{}x", .json), ("{}{}", .json), ("{,}", .json),
        (#"{"a"}"#, .json), (#"{"a":}"#, .json), (#"{"a":1,}"#, .json), (#"{"a":1 "b":2}"#, .json), (#"{a:1}"#, .json),
        (#"{'a':1}"#, .json), (#"{"a":01}"#, .json), (#"{"a":+1}"#, .json), (#"{"a":.5}"#, .json),
        (#"{"a":1.}"#, .json), (#"{"a":1e}"#, .json), (#"{"a":-}"#, .json), (#"{"a":0x1}"#, .json),
        (#"{"a":NaN}"#, .json), (#"{"a":Infinity}"#, .json), (#"{"a":tru}"#, .json), (#"{"a":[1,]}"#, .json),
        (#"{"a":[1 2]}"#, .json), (#"{"a":"x}"#, .json), (#"{"a":"\x"}"#, .json), (#"{"a":"\u12g4"}"#, .json),
        (#"{"a":"\ud800"}"#, .json), (#"{"a":"\udc00"}"#, .json), (#"{"a":"\ud800\u0041"}"#, .json),
        ("{\"a\":\"\u{1}\"}", .json), ("{\"a\":\"\n\"}", .json), ("{\"a\":\"\u{0}\"}", .json),
        (#"{,"_type":"location","lat":1,"lon":2,"tst":3}"#, .json),
        (#"{"_type":"location",,"lat":1,"lon":2,"tst":3}"#, .json),
        (#"{"_type":"location","lat":,"lon":2,"tst":3}"#, .json),
        ("// text\n{}", .json), ("{\"a\":1}\u{0}", .json),
    ])
    func `what is not JSON is refused`(payload: String, reason: MessageError.Reason) {
        #expect(Self.reason(bytes(payload)) == reason)
    }

    @Test(arguments: [
        (#"{"lat":1,"lon":2,"tst":3}"#, MessageError.Reason.missing),
        (#"{"_type":null,"lat":1,"lon":2,"tst":3}"#, .missing),
        (#"{"_type":"lwt","tst":3}"#, .type),
        (#"{"_type":"locations","lat":1,"lon":2,"tst":3}"#, .type),
        (#"{"_type":7,"lat":1,"lon":2,"tst":3}"#, .type),
        (#"{"_type":"location","lon":2,"tst":3}"#, .missing),
        (#"{"_type":"location","lat":1,"tst":3}"#, .missing),
        (#"{"_type":"location","lat":1,"lon":2}"#, .missing),
        (#"{"_type":"location","lat":"1","lon":2,"tst":3}"#, .type),
        (#"{"_type":"location","lat":1,"lon":[2],"tst":3}"#, .type),
        (#"{"_type":"location","lat":90.0000001,"lon":2,"tst":3}"#, .range),
        (#"{"_type":"location","lat":-91,"lon":2,"tst":3}"#, .range),
        (#"{"_type":"location","lat":1,"lon":180.0000001,"tst":3}"#, .range),
        (#"{"_type":"location","lat":1e999,"lon":2,"tst":3}"#, .range),
        (#"{"_type":"location","lat":0,"lon":0,"tst":3}"#, .nullIsland),
        (#"{"_type":"location","lat":-0,"lon":0.0e5,"tst":3}"#, .nullIsland),
        (#"{"_type":"location","lat":1,"lon":2,"tst":"3"}"#, .type),
        (#"{"_type":"location","lat":1,"lon":2,"tst":3.5}"#, .type),
        (#"{"_type":"location","lat":1,"lon":2,"tst":-1}"#, .range),
        (#"{"_type":"location","lat":1,"lon":2,"tst":4102444800}"#, .range),
        (#"{"_type":"location","lat":1,"lon":2,"tst":1e999}"#, .range),
        (#"{"_type":"location","lat":1,"lon":2,"tst":99999999999999999999999999}"#, .range),
    ])
    func `a location without its position and time is refused`(payload: String, reason: MessageError.Reason) {
        #expect(Self.reason(bytes(payload)) == reason)
    }

    @Test(arguments: [
        (#""acc":-1"#, MessageError.Reason.range), (#""acc":"3""#, .type), (#""acc":true"#, .type),
        (#""acc":1e400"#, .range), (#""vac":1e400"#, .range), (#""alt":"high""#, .type), (#""vel":{}"#, .type),
        (#""cog":360.1"#, .range), (#""batt":101"#, .range), (#""acc":1e300"#, .range), (#""acc":20037509"#, .range),
        (#""alt":1e300"#, .range), (#""alt":-1e300"#, .range), (#""alt":-12001"#, .range), (#""vac":1e300"#, .range),
        (#""vel":1e300"#, .range), (#""vel":40321"#, .range),
        (#""batt":"full""#, .type), (#""bs":1.5"#, .type), (#""bs":9999999999"#, .range),
        (#""created_at":"now""#, .type),
        (#""created_at":-5"#, .range), (#""boot":1"#, .missing), (#""seq":1"#, .missing),
        (#""boot":null,"seq":1"#, .missing), (#""boot":0,"seq":1"#, .range), (#""boot":1,"seq":0"#, .range),
        (#""boot":1,"seq":4294967296"#, .range), (#""boot":"1","seq":1"#, .type), (#""boot":1,"seq":1.5"#, .type),
        (#""boot":18446744073709551617,"seq":1"#, .range),
    ])
    func `a key with a value that it cannot have is refused`(members: String, reason: MessageError.Reason) {
        #expect(Self.reason(bytes(minimal(members))) == reason)
    }

    @Test(
        arguments: [
            [0xFF], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80],
        ] as [[UInt8]]
    )
    func `a text that is not UTF-8 is refused wherever it stands`(broken: [UInt8]) {
        let value = bytes(#"{"_type":"location","x":""#) + broken + bytes(#""}"#)
        let key = bytes(#"{"_type":"location",""#) + broken + bytes(#"":1}"#)
        #expect(Self.reason(value) == .json)
        #expect(Self.reason(key) == .json)
        #expect(Self.reason(broken) == .json)
    }

    @Test
    func `more than 64 KiB are refused without being read`() {
        #expect(Self.reason(Array(repeating: 0x20, count: 65_537)) == .size)
        #expect(Self.reason(Array(repeating: 0x20, count: 65_536)) == .json)
    }

    @Test(arguments: ["[", "{\"a\":"])
    func `values nested too deep are refused and do not exhaust the stack`(opening: String) {
        #expect(Self.reason(bytes("{\"x\":" + String(repeating: opening, count: 10_000))) == .json)
    }

    @Test
    func `63 levels within the object are kept and 64 are refused`() throws {
        let deep = String(repeating: "[", count: 63) + String(repeating: "]", count: 63)
        #expect(text(try LocationMessage(decoding: bytes(minimal("\"x\":\(deep)"))).extra[0].json) == deep)
        #expect(Self.reason(bytes(minimal("\"x\":[\(deep)]"))) == .json)
    }

    @Test(arguments: [
        (
            #"{"_type":"location","lat":"abc","lon":2,"tst":3}"#,
            #"lat: a number from -90 to 90 is expected, found "abc""#
        ),
        (#"{"_type":"location","lat":1,"lon":2}"#, "tst: a value is expected, found nothing"),
        (#"{"_type":"lwt"}"#, #"_type: "location" is expected, found "lwt""#),
        (#"{"_type":"location","lat":0,"lon":0}"#, "lat: a position other than 0, 0 is expected, found 0, 0"),
        (#"{"a":tru}"#, "payload: 'true' at byte 5 is expected, found tru}"),
        ("{\n\u{1B}[31m}", "payload: a key at byte 2 is expected, found  [31m}"),
        (
            #"{"_type":"location","lat":1,"lon":2,"tst":3,"acc":1e300}"#,
            "acc: a number from 0 to 20037508 is expected, found 1e300"
        ),
        ("", "payload: a JSON object at byte 0 is expected, found nothing"),
    ])
    func `a refusal says in a sentence what is wrong where`(payload: String, sentence: String) {
        let error = #expect(throws: MessageError.self) { try LocationMessage(decoding: bytes(payload)) }
        #expect(error?.description == sentence)
    }
}
