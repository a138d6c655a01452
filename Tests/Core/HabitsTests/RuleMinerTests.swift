import CivilTime
import Testing

@testable import Habits

@Suite struct RuleMinerTests {
    /// Days from Monday, 2 March 2026 on; for each a text such as `7:30+ 18:15- 12:00?`.
    private func rules(_ days: [String]) -> [HabitRule] {
        let records = days.enumerated().compactMap { number, text -> DayRecord? in
            if text.isEmpty { return nil }
            var record = DayRecord(date: Ways.first.adding(days: number))
            for word in text.split(separator: " ") {
                let company: Company = word.hasSuffix("+") ? .along : word.hasSuffix("-") ? .apart : .unknown
                record.record(company, at: Ways.clock(word.dropLast()))
            }
            return record
        }
        return RuleMiner(today: Ways.first.adding(days: days.count)).rules(in: records)
    }

    private func weeks(_ count: Int, _ week: [String]) -> [String] { (0..<count).flatMap { _ in week } }

    private let work = ["7:35+ 19:00-", "7:40+", "7:50+ 18:30-", "7:30+", "8:05+", "10:00- 15:00-", "11:00-"]

    @Test func `what goes along to work is a rule of weekday mornings, and nothing else is one`() {
        let found = rules(weeks(8, work))
        #expect(found.count == 1)
        #expect(found.first?.days == HabitRule.everyDay || found.first?.days == HabitRule.workdays)
        #expect(found.first.map { (13...15).contains($0.window.first) && (17...18).contains($0.window.end) } == true)
        #expect(found.first?.tally.share == Share(count: 40, total: 40))
    }

    @Test func `days off, things forgotten and trackers without power do not break it`() {
        var days = weeks(8, work)
        for day in [3, 25] { days[day] = "11:00-" }
        for day in [8, 37] { days[day] = "7:40-" }
        for day in 14...18 { days[day] = "" }
        for day in 29...31 { days[day] = "7:40?" }
        let found = rules(days)
        #expect(found.count == 1)
        #expect(found.first?.tally.unknown == 3)
    }

    @Test func `single weekdays are a rule of these`() {
        let week = ["18:30+ 7:30-", "18:30-", "18:40- 7:30-", "18:20+", "18:30-", "18:35-", "12:00-"]
        let found = rules(weeks(8, week))
        #expect(found.map(\.days) == [[.monday, .thursday]])
        #expect(found.first?.window.first == 36)
    }

    @Test func `what goes along whenever somebody leaves has no times and no days`() {
        let week = ["7:30+ 19:00+", "6:40+ 21:10+", "8:00+", "7:30+ 13:00+", "9:00+", "10:00+ 20:00+", "16:00+"]
        let found = rules(weeks(6, week))
        #expect(found.map(\.days) == [HabitRule.everyDay])
        #expect(found.first?.window == .day)
    }

    @Test func `what goes along by chance is no habit`() {
        var state: UInt64 = 1
        var suggested = 0
        for _ in 0..<200 {
            let days = (0..<56).map { _ in
                (0..<2).map { _ in
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    let hour = 7 + Int(state >> 33) % 13
                    return "\(hour):15" + ((state >> 40) % 2 == 0 ? "+" : "-")
                }.joined(separator: " ")
            }
            suggested += rules(days).count
        }
        #expect(suggested <= 10, "\(suggested) of 200")
    }

    @Test func `four days are the fewest, and not enough beside others`() {
        #expect(rules(weeks(1, ["7:30+", "7:30+", "7:30+", "", "", "", ""])).isEmpty)
        #expect(rules(["7:30+", "7:30+", "7:30+", "7:30+", "7:30+", "", ""]).count == 1)
        #expect(rules(["7:30+", "7:30+", "7:30-", "7:30+", "7:30-", "", ""]).isEmpty)
    }

    @Test func `a habit that has ended is none, and one that has begun is one`() {
        let without = work.map { $0.replacing("+", with: "-") }
        #expect(rules(weeks(5, work) + weeks(3, without)).isEmpty)
        let found = rules(weeks(4, without) + weeks(4, work))
        #expect(found.count == 1)
        #expect(found.first?.isRecent == true)
    }

    @Test func `where little is known nothing is suggested`() {
        let week = ["7:30+", "7:30?", "7:30?", "7:30?", "7:30+", "", ""]
        #expect(rules(weeks(8, week)).allSatisfy { $0.days.isSubset(of: [.monday, .friday]) })
        #expect(rules(weeks(8, work.map { $0.replacing("+", with: "?") })).isEmpty)
        #expect(rules([]).isEmpty)
    }
}
