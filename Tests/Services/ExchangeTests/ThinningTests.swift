import Exchange
import TestSupport
import Testing
import Tracking

struct ThinningTests {
    private func walk(_ count: Int, seed: UInt64 = 3) throws -> [Coordinate] {
        var chance = SeededGenerator(seed: seed)
        var position = try Coordinate(latitude: 46, longitude: 14)
        return (0..<count).map { _ in
            position = position.offset(
                north: Double.random(in: -3...10, using: &chance),
                east: Double.random(in: -6...6, using: &chance)
            )
            return position
        }
    }

    @Test(arguments: [2, 3, 10, 100, 499])
    func `as many points are left as are asked for, with both ends`(limit: Int) async throws {
        let indices = try await Thinning.indices(of: try walk(500), to: limit)
        #expect(indices.count == limit)
        #expect(indices.first == 0)
        #expect(indices.last == 499)
        #expect(zip(indices, indices.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test
    func `a corner is kept and what lies on the straight way is not`() async throws {
        let start = try Coordinate(latitude: 46, longitude: 14)
        let north = (0...50).map { start.offset(north: Double($0), east: 0) }
        let east = (1...50).map { start.offset(north: 50, east: Double($0)) }
        #expect(try await Thinning.indices(of: north + east, to: 3) == [0, 50, 100])
    }

    @Test
    func `more points show the shape no worse`() async throws {
        let points = try walk(300)
        func deviation(_ limit: Int) async throws -> Double {
            let picked = try await Thinning.indices(of: points, to: limit)
            return zip(picked, picked.dropFirst()).map { start, end in
                points[start...end].map { Self.distance($0, points[start], points[end]) }.max() ?? 0
            }.max() ?? 0
        }
        let (few, some, many) = (try await deviation(10), try await deviation(40), try await deviation(160))
        #expect(few > some)
        #expect(some > many)
    }

    @Test
    func `points all in one place, few points and no points are no harm`() async throws {
        let place = try Coordinate(latitude: 46, longitude: 14)
        #expect(try await Thinning.indices(of: Array(repeating: place, count: 9), to: 4) == [0, 8])
        #expect(try await Thinning.indices(of: [place], to: 5) == [0])
        #expect(try await Thinning.indices(of: [], to: 5) == [])
        #expect(try await Thinning.indices(of: [place, place], to: 1) == [0, 1])
        #expect(try await Thinning.indices(of: [place, place, place], to: 1) == [2])
    }

    @Test
    func `what nobody waits for any more is given up in the middle`() async throws {
        let points = try walk(10_000)
        let fixes = points.enumerated().map { index, point in
            Fix(coordinate: point, time: Timestamp(milliseconds: Int64(index) * 1000), accuracy: 8)
        }
        let thinning = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await Thinning.indices(of: points, to: 500).count
        }
        let finding = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await JourneyFinder().journeys(in: fixes).count
        }
        await #expect(throws: CancellationError.self) { try await thinning.value }
        await #expect(throws: CancellationError.self) { try await finding.value }
    }

    private static func distance(_ point: Coordinate, _ start: Coordinate, _ end: Coordinate) -> Double {
        (0...100).map { point.distance(to: start.interpolated(to: end, fraction: Double($0) / 100)) }.min() ?? 0
    }
}
