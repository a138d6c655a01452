import TestSupport
import Testing
import Tracking

@Suite struct DistanceTests {
    /// Reference distances by GeographicLib 2.0 (Karney), in metres.
    static let karney: [(Double, Double, Double, Double, Double)] = [
        (46.0569, 14.5058, 46.0569, 14.5059, 7.738385738),
        (46.0569, 14.5058, 46.057, 14.5058, 11.115243105),
        (0, 0, 5e-05, 5e-05, 7.845173597),
        (89.5, 10, 89.5001, -170, 111682.781507194),
        (-33.9, 179.9999, -33.9, -179.9999, 18.498580534),
        (60, 10, 60.004, 10.006, 557.387478091),
        (-75, 100, -75.003, 100.02, 667.976879988),
        (51.5, -0.1, 48.85, 2.35, 342761.941004559),
        (40.64, -73.78, 1.36, 103.99, 15347512.940512940),
        (-90, 0, 90, 0, 20003931.458625447),
        (0, 0, 0, 180, 20003931.458625447),
        (0, 0, 0.5, 179.5, 19936288.578965314),
        (0, 0, 0.5, 179.7, 19944127.420750458),
        (30, 0, -29.9, 179.8, 19989832.827609532),
        (5, 0, -5.1, 179.99, 19992865.254442692),
        (0, 0, 0, 90, 10018754.171394622),
    ]

    @Test(arguments: karney)
    func `a distance agrees with an independent geodesic`(
        _ latitude: Double,
        _ longitude: Double,
        _ toLatitude: Double,
        _ toLongitude: Double,
        _ metres: Double
    ) throws {
        let start = try Coordinate(latitude: latitude, longitude: longitude)
        let end = try Coordinate(latitude: toLatitude, longitude: toLongitude)
        #expect((start.distance(to: end) - metres).magnitude < 0.001)
        #expect((end.distance(to: start) - metres).magnitude < 0.001)
        #expect((Geodesic.distance(from: start, to: end) - metres).magnitude < 0.001)
    }

    @Test func `below a kilometre the local metric is good to a centimetre everywhere`() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<20_000 {
            let latitude = Double.random(in: -89...89, using: &generator)
            let start = try Coordinate(
                latitude: latitude,
                longitude: Double.random(in: -180...180, using: &generator)
            )
            let end = start.offset(
                north: Double.random(in: -700...700, using: &generator),
                east: Double.random(in: -700...700, using: &generator)
            )
            let exact = Geodesic.distance(from: start, to: end)
            #expect((start.distance(to: end) - exact).magnitude < 0.01)
        }
    }

    @Test func `around the thresholds the local metric is good to a micrometre`() throws {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<20_000 {
            let start = try Coordinate(
                latitude: Double.random(in: -80...80, using: &generator),
                longitude: Double.random(in: -180...180, using: &generator)
            )
            let end = start.offset(
                north: Double.random(in: -21...21, using: &generator),
                east: Double.random(in: -21...21, using: &generator)
            )
            #expect((start.distance(to: end) - Chord.length(start, end)).magnitude < 1e-6)
        }
    }

    @Test func `an offset lies as far away as it was asked to`() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<5000 {
            let start = try Coordinate(
                latitude: Double.random(in: -85...85, using: &generator),
                longitude: Double.random(in: -180...180, using: &generator)
            )
            let (north, east) = (
                Double.random(in: -700...700, using: &generator), Double.random(in: -700...700, using: &generator)
            )
            let reached = start.distance(to: start.offset(north: north, east: east))
            #expect((reached - (north * north + east * east).squareRoot()).magnitude < 0.01)
        }
    }

    @Test(arguments: [91, -90.000001, Double.nan, .infinity])
    func `a latitude outside the globe is refused`(_ latitude: Double) {
        #expect(throws: Coordinate.Invalid.self) { try Coordinate(latitude: latitude, longitude: 0) }
    }

    @Test(arguments: [180.1, -181, Double.nan])
    func `a longitude outside the globe is refused`(_ longitude: Double) {
        #expect(throws: Coordinate.Invalid.self) { try Coordinate(latitude: 0, longitude: longitude) }
    }

    @Test func `half-way across the antimeridian stays there`() throws {
        let west = try Coordinate(latitude: 0, longitude: 179)
        let east = try Coordinate(latitude: 0, longitude: -179)
        #expect(west.interpolated(to: east, fraction: 0.5).longitude.magnitude == 180)
        #expect(east.interpolated(to: west, fraction: 0.25).longitude == -179.5)
    }

    @Test func `what is stored at a resolution of 1e-7 degrees comes back`() throws {
        let coordinate = try Coordinate(latitude: -46.0569123, longitude: 179.9999999)
        #expect(try Coordinate(latitudeE7: coordinate.latitudeE7, longitudeE7: coordinate.longitudeE7) == coordinate)
    }
}
