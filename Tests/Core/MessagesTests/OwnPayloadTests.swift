import Messages
import TestSupport
import Testing
import Tracking

struct OwnPayloadTests {
    private func reason<Value: Payload>(_ type: Value.Type, _ payload: String) -> MessageError.Reason? {
        do {
            _ = try Value(decoding: bytes(payload))
            return nil
        } catch {
            return error.reason
        }
    }

    @Test
    func `a missing type is no harm and a wrong one is`() throws {
        #expect(try Command(decoding: bytes(#"{"id":"1","do":"ring"}"#)) == Command(id: "1", verb: .ring))
        #expect(reason(Command.self, #"{"_type":"result","id":"1","do":"ring"}"#) == .type)
        #expect(reason(OwnTracksCommand.self, #"{"_type":"location","action":"dump"}"#) == .type)
    }

    @Test
    func `a desired state needs no more than its version`() throws {
        #expect(try DesiredState(decoding: bytes(#"{"version":3}"#)) == DesiredState(version: 3))
    }

    @Test(arguments: [
        (#"{"power":"on"}"#, MessageError.Reason.missing), (#"{"version":-1}"#, .range), (#"{"version":"1"}"#, .type),
        (#"{"version":1,"power":"dim"}"#, .range), (#"{"version":1,"power":true}"#, .type),
        (#"{"version":1,"report_every_s":0}"#, .range), (#"{"version":1,"report_every_s":86401}"#, .range),
        (#"{"version":1,"mode":"off"}"#, .range), (#"{"version":1,"reference":[]}"#, .type),
        (#"{"version":1,"item":"  "}"#, .range), (#"{"version":1,"item":7}"#, .type),
        (#"{"version":1,"reference":{"lat":1,"lon":2}}"#, .missing),
        (#"{"version":1,"reference":{"lat":0,"lon":0,"time":"2026-05-01T09:00:00Z"}}"#, .nullIsland),
        (#"{"version":1,"reference":{"lat":1,"lon":2,"time":"yesterday"}}"#, .type),
        (#"{"version":1,"reference":{"lat":1,"lon":2,"acc":-1,"time":"2026-05-01T09:00:00Z"}}"#, .range),
    ])
    func `a desired state out of range is refused`(payload: String, reason: MessageError.Reason) {
        #expect(self.reason(DesiredState.self, payload) == reason)
    }

    @Test(arguments: [
        (#"{"id":"","do":"ring"}"#, MessageError.Reason.range), (#"{"id":1,"do":"ring"}"#, .type),
        (#"{"id":"1","do":"dance"}"#, .range), (#"{"do":"ring"}"#, .missing), (#"{"id":"1"}"#, .missing),
        (#"{"id":"\#(String(repeating: "é", count: 65))","do":"ring"}"#, .range),
    ])
    func `a command out of range is refused`(payload: String, reason: MessageError.Reason) {
        #expect(self.reason(Command.self, payload) == reason)
    }

    @Test
    func `a command's name may have 64 characters of any kind`() throws {
        let command = Command(id: String(repeating: "é", count: 64), verb: .locate)
        #expect(try Command(decoding: command.encoded()) == command)
    }

    @Test
    func `a failure without a reason is still a failure`() throws {
        #expect(try CommandResult(decoding: bytes(#"{"id":"1","ok":false}"#)).error == "no reason was given")
        #expect(reason(CommandResult.self, #"{"id":"1","ok":1}"#) == .type)
    }

    @Test(arguments: [#"{"boot":1}"#, #"{"seq":1}"#])
    func `half a mark is none`(payload: String) {
        #expect(reason(StoredMessage.self, payload) == .missing)
    }

    @Test(arguments: ["", "Online", "online ", "\"online\"", "offline\n"])
    func `availability is one of two words`(payload: String) {
        #expect(reason(Availability.self, payload) == .range)
    }

    @Test
    func `an error within an object names the whole way`() {
        let payload = bytes(#"{"state":"online","adapters":[{"name":"a","health":"b"},{"name":7}]}"#)
        let error = #expect(throws: MessageError.self) { try GatewayStatus(decoding: payload) }
        #expect(error?.description == "adapters[1].name: a text is expected, found 7")
        #expect(reason(GatewayStatus.self, #"{"state":"online","adapters":[1]}"#) == .type)
    }

    @Test
    func `distances are written in millimetres and confidence with four decimals`() throws {
        let state = StateMessage(
            level: .near,
            distance: 1.23456,
            low: 0.0004,
            high: 1e300,
            since: Sample.time,
            item: ""
        )
        #expect(text(state.encoded()).contains(#""distance_m":1.235,"distance_low_m":0,"distance_high_m":1e+300"#))
    }

    @Test
    func `who rewrites a desired state keeps the keys he does not know`() throws {
        let payload = bytes(#"{"version":1,"colour":"red","power":"on","x":{"y":[1, 2]}}"#)
        var kept = try Kept<DesiredState>(decoding: payload)
        kept.value.version = 2
        #expect(
            text(kept.encoded())
                == #"{"_type":"desired","version":2,"power":"on","mode":"auto","colour":"red","x":{"y":[1, 2]}}"#
        )
        #expect(try Kept<DesiredState>(decoding: kept.encoded()) == kept)
    }

    @Test(arguments: ["", "1 2", "{", "tru", "\"\u{1}\"", "[1,]"])
    func `a key is not kept with what is not JSON`(json: String) {
        #expect(throws: MessageError.self) { try ExtraKey(name: "x", json: bytes(json)) }
    }

    @Test
    func `every escape is read and only the needed ones are written`() throws {
        let payload = bytes(
            #"{"id":"1","ok":false,"error":"\"\\\/\b\f\n\r\t\u0041\u00e9\u20ac\ud83d\ude00\u0001 é€😀"}"#
        )
        let result = try CommandResult(decoding: payload)
        #expect(result.error == "\"\\/\u{8}\u{C}\n\r\tAé€😀\u{1} é€😀")
        #expect(
            text(result.encoded())
                == #"{"_type":"result","id":"1","ok":false,"error":"\"\\/\b\f\n\r\tAé€😀\u0001 é€😀"}"#
        )
    }
}
