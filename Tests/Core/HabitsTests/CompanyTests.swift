import Testing
import Tracking

@testable import Habits

@Suite struct CompanyTests {
    /// What is said of the first departure of some days of work.
    private func company(_ thing: [Fix], days: Int = 1) -> Company? {
        let fixes = (0..<days).flatMap { Ways.workday($0) }
        let departures = DepartureFinder(place: Ways.place).departures(in: fixes)
        let judge = CompanyJudge(owner: Path(fixes: fixes), thing: Path(fixes: thing))
        return judge.cases([(Ways.place, departures)])[0].last?.1
    }

    @Test func `what is with its owner on the way after it was in the place went along`() {
        #expect(company([Ways.fix(Ways.home, 0, "06:00"), Ways.fix(Ways.office, 0, "09:00")]) == .along)
        #expect(company(Ways.workday(0)) == .along)
    }

    @Test func `what is in the place while its owner is away has stayed`() {
        #expect(company([Ways.fix(Ways.home, 0, "06:00"), Ways.fix(Ways.home, 0, "11:00")]) == .apart)
    }

    @Test func `what lay at the office all the time did not go along`() {
        #expect(company([Ways.fix(Ways.office, 0, "06:00"), Ways.fix(Ways.office, 0, "09:00")]) == .apart)
        // Also where it was last heard before its owner came home.
        #expect(company([Ways.fix(Ways.office, -3, "06:00"), Ways.fix(Ways.office, 0, "09:00")]) == .apart)
    }

    @Test func `what somebody else has taken elsewhere did not go along`() {
        let elsewhere = Ways.home.offset(north: -9000, east: 0)
        #expect(company([Ways.fix(Ways.home, 0, "06:00"), Ways.fix(elsewhere, 0, "10:00")]) == .apart)
    }

    @Test(arguments: [[], [("06:00")], ["06:00", "18:00"], ["02:00", "07:00", "22:00"]])
    func `a tracker that is silent has not stayed for that`(_ clocks: [String]) {
        #expect(company(clocks.map { Ways.fix(Ways.home, 0, $0) }) == .unknown)
    }

    @Test func `a tracker that always tells of the way and is silent this time has stayed`() {
        let before = (0..<5).flatMap { Ways.workday($0) }
        let silent = [Ways.fix(Ways.home, 5, "02:00"), Ways.fix(Ways.home, 5, "19:00")]
        #expect(company(before + silent, days: 6) == .apart)
        // One that was not heard of for days may have been out of power.
        let dead = [Ways.fix(Ways.home, 9, "19:00")]
        #expect(company(before + dead, days: 6) == .unknown)
    }
}
