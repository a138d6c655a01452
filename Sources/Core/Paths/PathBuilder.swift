import Tracking

/// Collects the points of a path and remembers the first that cannot follow the others.
struct PathBuilder {
    private(set) var points: [PathPoint] = []
    private var lastTime: Timestamp?
    private var fault: (line: Int, message: String)?

    var isEmpty: Bool { points.isEmpty }

    /// Makes room for so many points.
    mutating func reserve(_ count: Int) { points.reserveCapacity(count) }

    /// Adds a point; its line is asked for only when its time is before an earlier one's.
    mutating func append(_ point: PathPoint, line: @autoclosure () -> Int) {
        if let time = point.time {
            if let lastTime, time < lastTime, fault == nil {
                fault = (line(), "the times run backwards: \(time) comes after \(lastTime)")
            }
            lastTime = time
        }
        points.append(point)
    }

    /// The path of all points.
    func path(file: String) throws(PathError) -> Path {
        if let fault { throw PathError(file: file, line: fault.line, message: fault.message) }
        guard !points.isEmpty else { throw PathError(file: file, message: "there is no point with a position in it") }
        return Path(checked: points)
    }
}
