internal import HeapModule
public import Tracking

/// Picks the points of a track that show its shape best.
public enum Thinning {
    /// The indices of at most so many points, in order, the first and the last among them.
    ///
    /// The line through the points picked is split again and again where a point lies farthest from it (D. Douglas and
    /// T. Peucker, "Algorithms for the reduction of the number of points required to represent a digitized line",
    /// Cartographica 10, 1973), the worst place first, until there are enough. What is left out lies no farther off than
    /// what was picked last. Others have their turn in between.
    ///
    /// - Throws: `CancellationError`.
    public static func indices(of points: [Coordinate], to limit: Int) async throws -> [Int] {
        guard points.count > max(2, limit) else { return Array(points.indices) }
        guard limit > 1 else { return limit == 1 ? [points.count - 1] : [] }
        var picked = [0, points.count - 1]
        var spans = Heap<Span>()
        var slice = WorkSlice()
        spans.insert(try await Span(points, 0, points.count - 1, &slice))
        while picked.count < limit, let span = spans.popMax(), span.deviation > 0 {
            picked.append(span.farthest)
            for (start, end) in [(span.start, span.farthest), (span.farthest, span.end)] where end - start > 1 {
                spans.insert(try await Span(points, start, end, &slice))
            }
        }
        return picked.sorted()
    }

    /// The points between two that are picked.
    private struct Span: Comparable {
        let start: Int
        let end: Int
        let farthest: Int
        /// How far the farthest point lies from the line between the two, in metres.
        let deviation: Double

        init(_ points: [Coordinate], _ start: Int, _ end: Int, _ slice: inout WorkSlice) async throws {
            (self.start, self.end) = (start, end)
            let line = points[start].localOffset(to: points[end])
            let length = line.north * line.north + line.east * line.east
            var worst = (index: start + 1, squared: -1.0)
            for index in start + 1..<max(start + 1, end) {
                if slice.step() { try await WorkSlice.rest() }
                let offset = points[start].localOffset(to: points[index])
                let along = length > 0 ? (offset.north * line.north + offset.east * line.east) / length : 0
                let share = min(1, max(0, along))
                let north = offset.north - share * line.north
                let east = offset.east - share * line.east
                let squared = north * north + east * east
                if squared > worst.squared { worst = (index, squared) }
            }
            farthest = worst.index
            deviation = max(0, worst.squared).squareRoot()
        }

        static func < (left: Self, right: Self) -> Bool {
            // Of equals the one farther on, so that the order is the same on every run.
            (left.deviation, right.start) < (right.deviation, left.start)
        }
    }
}
