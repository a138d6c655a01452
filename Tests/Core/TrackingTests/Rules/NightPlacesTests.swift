import TestSupport
import Testing
import Tracking

struct NightPlacesTests {
    private var home: Coordinate { get throws { try Coordinate(latitude: 60.3931, longitude: 5.3242) } }

    /// Ten positions of a night within some metres of a place.
    private func spend(_ day: Int64, at place: Coordinate, in places: inout NightPlaces, minute: Int = 60) {
        for step in 0..<10 {
            let position = place.offset(north: Double(step % 3) * 4, east: Double(step % 5) * 3)
            places.record(position, sigma: 5, day: day, minute: minute + step)
        }
    }

    @Test
    func `three nights in a place make it one, two do not`() throws {
        var places = NightPlaces()
        for day: Int64 in [3, 1] { spend(day, at: try home, in: &places) }
        #expect(places.places().isEmpty)
        spend(7, at: try home, in: &places)
        let learnt = places.places()
        #expect(learnt.count == 1)
        #expect(learnt.first?.nights == 3)
        #expect(learnt.first?.area.depth(of: try home) ?? 0 > 15)
    }

    @Test
    func `days and nights on the way are no nights in a place`() throws {
        var places = NightPlaces()
        for day in Int64(0)..<9 {
            spend(day, at: try home, in: &places, minute: 12 * 60)
            for step in 0..<10 {
                places.record(try home.offset(north: Double(step) * 2000, east: 0), sigma: 5, day: day, minute: step)
            }
        }
        #expect(places.places().isEmpty)
    }

    @Test
    func `of two places the more frequent comes first`() throws {
        var places = NightPlaces()
        let cabin = try home.offset(north: 30_000, east: 0)
        for day in Int64(0)..<4 { spend(day, at: cabin, in: &places) }
        for day in Int64(10)..<16 { spend(day, at: try home, in: &places) }
        #expect(places.places().map(\.nights) == [6, 4])
    }

    @Test
    func `one wild position moves no place`() throws {
        var places = NightPlaces()
        for day in Int64(0)..<3 {
            spend(day, at: try home, in: &places)
            places.record(try home.offset(north: 900, east: 0), sigma: 5, day: day, minute: 200)
        }
        #expect(places.places().first?.area.depth(of: try home) ?? 0 > 15)
    }

    @Test
    func `a fix is of the night that its own clock shows`() throws {
        // Midnight UTC: two hours into the night in Helsinki, the evening before in New York.
        let fixes = try (1...3).map { day in
            Fix(coordinate: try home, time: Timestamp(milliseconds: day * 86_400_000), accuracy: 5)
        }
        for (ahead, count) in [(0, 1), (2 * 3600, 1), (-5 * 3600, 0)] {
            var places = NightPlaces()
            for fix in fixes { places.record(fix, ahead: ahead) }
            #expect(places.places().count == count)
        }
    }

    @Test
    func `of a minute the most accurate position counts, in whichever order they come`() throws {
        let wild = try home.offset(north: 900, east: 0)
        for isWildFirst in [true, false] {
            var places = NightPlaces()
            for day in Int64(0)..<3 {
                let both = try [(wild, 80.0), (home, 5.0)]
                for (position, sigma) in isWildFirst ? both : both.reversed() {
                    places.record(position, sigma: sigma, day: day, minute: 60)
                }
            }
            #expect(places.places().first?.area.depth(of: try home) ?? 0 > 15)
        }
    }

    @Test
    func `what lies in a place already is no new one`() throws {
        var places = NightPlaces()
        for day in Int64(0)..<3 { spend(day, at: try home, in: &places) }
        let (near, far) = try (home.offset(north: 40, east: 0), home.offset(north: 400, east: 0))
        let house = TrustedPlace(name: try ItemName("House"), area: .circle(near, radius: 60))
        let away = TrustedPlace(name: try ItemName("Away"), area: .circle(far, radius: 60))
        #expect(places.places(beside: [away]).count == 1)
        #expect(places.places(beside: [away, house]).isEmpty)
    }
}
