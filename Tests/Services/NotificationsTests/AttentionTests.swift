import Alerts
import Messages
import Testing
import Tracking

@testable import Notifications

struct AttentionTests {
    private func attention(_ rules: ItemRules, episode: String? = nil, told: AlertLevel = .critical) throws -> Attention
    {
        let notice = try Fixture.escalated()
        let engine = AlertEngine(level: told, told: told, episode: episode ?? notice.alert.episode)
        return Attention(to: notice, rules: rules, engine: engine, localTime: .utc, at: Fixture.start)
    }

    @Test func `nobody knows of it yet`() throws { #expect(try attention(ItemRules()) == .wanted) }

    @Test func `who has acknowledged it is not told again`() throws {
        let episode = try Fixture.escalated().alert.episode
        #expect(try attention(ItemRules(acknowledged: episode)) == .over("acknowledged"))
        #expect(try attention(ItemRules(acknowledged: "another")) == .wanted)
    }

    @Test func `a snoozed item is told of later`() throws {
        let until = Fixture.start.advanced(by: .seconds(60))
        #expect(try attention(ItemRules(snoozedUntil: until)) == .later(until: until, "snoozed"))
        #expect(try attention(ItemRules(snoozedUntil: Fixture.start)) == .wanted)
    }

    @Test func `in quiet hours it is put off`() throws {
        let rules = ItemRules(quiet: try QuietHours("08:00-10:00"))
        guard case .later(_, "quiet hours") = try attention(rules) else {
            Issue.record("it is nine o'clock")
            return
        }
        #expect(try attention(ItemRules(quiet: try QuietHours("10:00-11:00"))) == .wanted)
    }

    @Test func `what is over is not told again`() throws {
        #expect(try attention(ItemRules(), episode: "another") == .over("the episode is over"))
        #expect(try attention(ItemRules(), told: .warning) == .over("the episode is over"))
    }
}
