import StoreSupport
import Testing
import Tracking

@testable import Store

@Suite(.onBothEngines) struct KeptTemplateTests {
    private static let sent = Timestamp(milliseconds: 1_767_225_601_900)

    @Test(arguments: [
        #"{"tid":"SA","created_at":1767225601}"#, #"{"tid":"SA"}"#, #"{"created_at":1767225601}"#, #"{"bs":1}"#,
        #"{"tid":"ab12cd34","bs":3,"created_at":1767225601}"#, #"{"created_at":1767225601,"tid":"SA"}"#,
        #"{"tid":""}"#,
    ])
    func `what a phone repeats comes back byte for byte`(_ object: String) throws {
        let template = try #require(KeptTemplate(Array(object.utf8), sent: Self.sent))
        #expect(String(decoding: template.object(sent: Self.sent), as: UTF8.self) == object)
        let later = Timestamp(milliseconds: Self.sent.milliseconds + 60_000)
        let next = object.replacing("1767225601", with: "1767225661")
        #expect(KeptTemplate(Array(next.utf8), sent: later) == template)
        #expect(KeptTemplate(stored: template.text).object(sent: later) == Array(next.utf8))
        #expect(template.stands(for: Array(object.utf8), sent: Self.sent))
        #expect(template.stands(for: Array(next.utf8), sent: later))
    }

    @Test(arguments: [
        #"{"tid":"SA","created_at":1767225602}"#, #"{"tid":"SA","created_at":17672256011}"#,
        #"{"tid":"SA","created_at":176722560}"#, #"{"tid":"SB","created_at":1767225601}"#,
        #"{"tid":"SA","created_at":1767225601} "#, #"{"tid":"SA","created_at":"#, #"{"created_at":1767225601}"#,
        #"{"tid":"SA","created_at":@}"#, "",
    ])
    func `a template stands for no other keys`(_ object: String) throws {
        let own = Array(#"{"tid":"SA","created_at":1767225601}"#.utf8)
        let template = try #require(KeptTemplate(own, sent: Self.sent))
        #expect(!template.stands(for: Array(object.utf8), sent: Self.sent))
        #expect(!template.stands(for: own, sent: nil))
    }

    @Test func `keys that are too long to be read are not taken for ones that come again`() throws {
        let early = Timestamp(seconds: 9)
        let keys = { (sent: Int64) in
            Array(#"{"tid":"abcdefgh","bs":1,"bs":2,"bs":3,"bs":4,"created_at":\#(sent)}"#.utf8)
        }
        let template = try #require(KeptTemplate(keys(9), sent: early))
        #expect(KeptTemplate(keys(1_767_225_601), sent: Self.sent) == nil)
        #expect(!template.stands(for: keys(1_767_225_601), sent: Self.sent))
    }

    @Test(
        arguments: [
            { $0.mode = .cellular }, { $0.mode = nil }, { $0.source = nil }, { $0.trigger = "x" }, { $0.trigger = nil },
            { $0.connection = "w" }, { $0.gateway = nil }, { $0.extra = nil },
            { $0.extra = Array(#"{"tid":"SB"}"#.utf8) },
            { $0.extra = Array(#"{"poi":"x"}"#.utf8) }, { $0.trigger = "longer than sixteen" }, { $0.trigger = "" },
            { $0.battery = 7 },
        ] as [@Sendable (inout StoredFix) -> Void])
    func `a context that is surely of a fix is the one that is made of it`(
        _ change: @Sendable (inout StoredFix) -> Void
    ) throws {
        var fix = try StoredFix.sample(try DeviceID.sample("phone"))
        (fix.mode, fix.source, fix.trigger, fix.connection) = (.bluetooth, .gnss, "p", "m")
        (fix.gateway, fix.extra) = (try Name("pocket"), Array(#"{"tid":"SA"}"#.utf8))
        let context = FixContext(fix)
        #expect(context.isSurely(of: fix))
        change(&fix)
        #expect(context.isSurely(of: fix) == (context == FixContext(fix)))
    }

    @Test(arguments: [
        "", "{}", "{", #"{"tid":"SA""#, #"{"tid":"SA",}"#, #"{"tid":"SA"} "#, #"{"tid":"longer than"}"#,
        #"{"tid":"ä"}"#,
        #"{"tid":"\n"}"#, #"{"tid":"@"}"#, #"{"tid":7}"#, #"{"bs":12}"#, #"{"bs":"1"}"#, #"{"created_at":1767225600}"#,
        #"{"created_at":17672256011}"#, #"{"created_at":1767225601.0}"#, #"{"ssid":"home"}"#,
        #"{"tid":"SA","ssid":"home"}"#, #"{"tid":"SA" ,"bs":1}"#,
    ])
    func `anything else is kept as it came`(_ object: String) {
        #expect(KeptTemplate(Array(object.utf8), sent: Self.sent) == nil)
    }

    @Test func `a sending that is not known is not put in its place`() {
        #expect(KeptTemplate(Array(#"{"created_at":1767225601}"#.utf8), sent: nil) == nil)
        #expect(KeptTemplate(Array(#"{"tid":"SA"}"#.utf8), sent: nil) != nil)
    }

    @Test func `fixes of a phone need no rows for what it repeats`() throws {
        let store = try Store.forTest()
        let phone = try DeviceID.sample("phone")
        var fixes: [StoredFix] = []
        for second in 0..<30 as Range<Int64> {
            var fix = try StoredFix.sample(phone)
            fix.mark = nil
            fix.fix.time = Timestamp(milliseconds: Self.sent.milliseconds + second * 1000)
            fix.sent = Timestamp(milliseconds: (fix.fix.time.wholeSeconds + 2) * 1000)
            fix.extra = Array(#"{"tid":"SA","created_at":\#(fix.fix.time.wholeSeconds + 2)}"#.utf8)
            // Its clock was set meanwhile, or it said something besides.
            if second == 10 { fix.extra = Array(#"{"tid":"SA","created_at":5}"#.utf8) }
            if second == 20 { fix.extra = Array(#"{"tid":"SA","poi":"x"}"#.utf8) }
            fixes.append(fix)
        }
        #expect(try store.insert(fixes).allSatisfy { $0 })
        #expect(try store.allFixes(of: phone) == fixes)
        #expect(try store.rows("fix_extras") == 2)
        #expect(try store.rows("fix_contexts") == 2)
        #expect(try store.findings().isEmpty)
    }

    @Test func `ever new initials do not use up the room for words`() throws {
        let store = try Store.forTest()
        let phone = try DeviceID.sample("phone")
        let most = FixContext.mostWithKept
        var fixes: [StoredFix] = []
        for number in 0..<most + 10 {
            var fix = try StoredFix.sample(phone)
            fix.mark = nil
            fix.fix.time = Timestamp(milliseconds: Self.sent.milliseconds + Int64(number) * 1000)
            fix.extra = Array(#"{"tid":"\#(number)"}"#.utf8)
            fixes.append(fix)
        }
        #expect(try store.insert(fixes).allSatisfy { $0 })
        #expect(try store.allFixes(of: phone).suffix(20) == fixes.suffix(20))
        // The first of the others is a combination, too.
        #expect(try store.rows("fix_contexts") == most + 1)
        #expect(try store.rows("fix_extras") == 10)
        #expect(try store.counters()[.wordless] == nil)
    }
}
