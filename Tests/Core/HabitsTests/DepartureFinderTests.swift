import Testing
import Tracking

@testable import Habits

@Suite struct DepartureFinderTests {
    private func departures(_ fixes: [Fix]) -> [Departure] { DepartureFinder(place: Ways.place).departures(in: fixes) }

    private func minutes(_ departure: Departure?, from clock: String) -> Double {
        departure.map { Ways.time(0, clock).duration(to: $0.time).inSeconds / 60 } ?? .nan
    }

    @Test func `somebody leaves between the last position inside and the first outside`() {
        let found = departures(Ways.workday(0))
        #expect(found.count == 1)
        #expect((-5...5).contains(minutes(found.first, from: "07:30")))
        #expect(found.first?.back == Ways.time(0, "17:25"))
    }

    @Test func `a phone that is silent all night tells when somebody has left by the way`() {
        var fixes = [Ways.fix(Ways.home, -1, "19:00")] + Ways.workday(0).dropFirst(3)
        #expect(abs(minutes(departures(fixes).first, from: "07:30")) <= 5)
        // Without the way it may have been at any time of the night.
        fixes = [
            Ways.fix(Ways.home, -1, "19:00"), Ways.fix(Ways.office, 0, "08:00"), Ways.fix(Ways.office, 0, "12:00"),
        ]
        #expect(departures(fixes).isEmpty)
    }

    @Test func `a jump of the receiver and a step outside are no departures`() {
        let jump = [
            Ways.fix(Ways.home, 0, "06:00"), Ways.fix(Ways.home.offset(north: 150, east: 0), 0, "06:30", accuracy: 40),
            Ways.fix(Ways.home.offset(north: 150, east: 0), 0, "07:00", accuracy: 40), Ways.fix(Ways.home, 0, "07:30"),
        ]
        #expect(departures(jump).isEmpty)
        let step = [
            Ways.fix(Ways.home, 0, "06:00"), Ways.fix(Ways.home.offset(north: 400, east: 0), 0, "06:30"),
            Ways.fix(Ways.home, 0, "06:36"),
        ]
        #expect(departures(step).isEmpty)
    }

    @Test func `somebody who passes by has not left`() {
        let fixes = [
            Ways.fix(Ways.office, 0, "06:00"), Ways.fix(Ways.home, 0, "06:20"),
            Ways.fix(Ways.home.offset(north: -2500, east: 0), 0, "06:24"),
            Ways.fix(Ways.home.offset(north: -5000, east: 0), 0, "06:29"),
        ]
        #expect(departures(fixes).isEmpty)
    }

    @Test func `nothing comes of nothing`() {
        #expect(departures([]).isEmpty)
        #expect(departures([Ways.fix(Ways.home, 0, "06:00")]).isEmpty)
        #expect(departures([Ways.fix(Ways.office, 0, "06:00")]).isEmpty)
    }
}
