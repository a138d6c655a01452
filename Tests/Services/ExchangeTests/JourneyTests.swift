import Exchange
import Testing
import Tracking

struct JourneyTests {
    private func place(_ north: Double) throws -> Coordinate {
        try Coordinate(latitude: 46, longitude: 14).offset(north: north, east: 0)
    }

    /// A fix each 30 s: an hour at home, a walk of 600 m, twenty minutes at a café, and back.
    private func day() throws -> [Fix] {
        let start = try #require(Timestamp("2026-05-01T09:00:00Z"))
        let way =
            Array(repeating: 0.0, count: 120) + (1...15).map { Double($0) * 40 }
            + Array(repeating: 600, count: 40) + (1...15).map { 600 - Double($0) * 40 }
            + Array(repeating: 0.0, count: 60)
        return try way.enumerated().map { index, north in
            // A few metres of doubt, seeded by the index.
            let shake = Double((index * 7919) % 13) - 6
            let time = start.advanced(by: .seconds(30 * index))
            return Fix(coordinate: try place(north + shake), time: time, accuracy: 8)
        }
    }

    @Test
    func `a day is stays with trips between`() async throws {
        let journeys = try await JourneyFinder().journeys(in: try day())
        guard case .stay(let home) = journeys[0], case .trip(let out) = journeys[1], case .stay(let cafe) = journeys[2],
            case .trip(let back) = journeys[3], case .stay(let evening) = journeys[4]
        else {
            Issue.record("\(journeys)")
            return
        }
        #expect(journeys.count == 5)
        #expect(home.middle.distance(to: try place(0)) < 5)
        #expect(cafe.middle.distance(to: try place(600)) < 10)
        #expect(evening.middle.distance(to: try place(0)) < 10)
        #expect((400...800).contains(out.length))
        #expect((400...800).contains(back.length))
        #expect(home.end <= out.start && out.end <= cafe.start)
    }

    @Test
    func `one wild fix ends no stay`() async throws {
        var fixes = Array(try day().prefix(100))
        fixes[50].coordinate = try place(5000)
        let journeys = try await JourneyFinder().journeys(in: fixes)
        guard journeys.count == 1, case .stay(let stay) = journeys[0] else {
            Issue.record("\(journeys)")
            return
        }
        #expect(stay.fixes == 99)
        #expect(stay.middle.distance(to: try place(0)) < 5)
    }

    @Test
    func `a way without a rest is one trip, and nothing is nothing`() async throws {
        let start = try #require(Timestamp("2026-05-01T09:00:00Z"))
        let fixes = try (0..<60).map { index in
            let time = start.advanced(by: .seconds(30 * index))
            return Fix(coordinate: try place(Double(index) * 200), time: time, accuracy: 8)
        }
        guard case .trip(let trip) = try await JourneyFinder().journeys(in: fixes).first else {
            Issue.record("no trip")
            return
        }
        #expect(abs(trip.length - 59 * 200) < 1)
        #expect(try await JourneyFinder().journeys(in: []).isEmpty)
        #expect(try await JourneyFinder().journeys(in: Array(fixes.prefix(1))).isEmpty)
    }
}
