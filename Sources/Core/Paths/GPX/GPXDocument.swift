import JSON
import Settings
import Tracking

/// Takes the elements of a GPX document one after the other and keeps its points.
struct GPXDocument {
    private(set) var track = PathBuilder()
    private(set) var route = PathBuilder()
    private(set) var waypoints = PathBuilder()
    /// The first thing that is wrong; nothing needs to be read after it.
    private(set) var fault: String?
    /// Whether the text that follows is of use.
    private(set) var wantsText = false

    /// As deep as JSON may be; GPX with its extensions has some ten levels.
    static let deepest = 64

    private enum Field { case elevation, time, speed, course, accuracy }

    /// The points with all that a history keeps of them, for who takes them while the document is read.
    private var recorded: [GPXPoint]
    private let isRecording: Bool
    private var pointFault: String?
    private var speed: Double?
    private var course: Double?
    private var accuracy: Double?

    private var depth = 0
    private var kind: GPXPoint.Kind?
    private var pointDepth = 0
    private var pointOffset = 0
    private var latitude: Double?
    private var longitude: Double?
    private var coordinate: Coordinate?
    private var altitude: Double?
    private var time: Timestamp?
    private var field: Field?
    private var fieldDepth = 0
    /// Room for the text of a field, and how much of it is taken: that is cheaper than an array that grows each time.
    private var room = [UInt8](repeating: 0, count: 256)
    private var textCount = 0
    private var day = ByteTime.Day()

    /// A document whose points become paths, or are recorded with what is wrong of each.
    ///
    /// - Parameters:
    ///   - recording: Whether they are recorded.
    ///   - bytes: How long it is, if that is known: there is room then for as many points as it most likely has.
    init(recording: Bool = false, bytes: Int = 0) {
        isRecording = recording
        recorded = []
        // A point with its time takes a hundred bytes, and one without half of that. Room that nobody needs is no memory.
        track.reserve(min(bytes / 64, 1 << 20))
    }

    /// The points recorded since this was called last.
    mutating func takePoints() -> [GPXPoint] {
        defer { recorded = [] }
        return recorded
    }

    /// An element of a name, without its prefix, begins; tells whether it is a point, whose attributes are wanted.
    mutating func start(_ name: Span<UInt8>) -> Bool {
        depth += 1
        guard depth <= Self.deepest else {
            // Whatever a point has: expat keeps each element that has not ended, fifty bytes for each byte of `<a>`.
            if fault == nil { fault = "it is nested more than \(Self.deepest) deep" }
            return false
        }
        if kind != nil {
            // Speeds and accuracies stand in a point's extensions too, at any depth.
            if depth == pointDepth + 1 || isRecording { startField(name) }
            return false
        }
        if depth == 1, !Self.isEqual(name, "gpx") {
            fail("this is no GPX: its outermost element is \(quoted(Self.string(name)))")
            return false
        }
        kind = Self.kind(of: name)
        return kind != nil
    }

    /// An attribute of the point that has begun.
    mutating func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) {
        if Self.isEqual(name, "lat") {
            latitude = number(value, "latitude")
        } else if Self.isEqual(name, "lon") {
            longitude = number(value, "longitude")
        }
    }

    /// The point that has begun has no more attributes; it stands that many bytes into the document.
    mutating func startPoint(offset: Int) {
        pointDepth = depth
        pointOffset = offset
        coordinate = nil
        if let latitude, let longitude {
            do { coordinate = try Coordinate(latitude: latitude, longitude: longitude) } catch { fail("\(error)") }
        } else {
            fail("the point has no lat or no lon")
        }
        latitude = nil
        longitude = nil
        altitude = nil
        time = nil
        speed = nil
        course = nil
        accuracy = nil
    }

    mutating func append(_ piece: Span<UInt8>) {
        // Neither a number nor a date is longer; what is, is refused when it ends.
        guard textCount < 100 else { return }
        let start = textCount
        textCount += piece.count
        if textCount > room.count { room.append(contentsOf: repeatElement(0, count: textCount - room.count)) }
        unsafe room.withUnsafeMutableBytes { room in
            unsafe piece.withUnsafeBytes { unsafe room[start...].copyBytes(from: $0) }
        }
    }

    mutating func end() {
        if let kind {
            if field != nil, depth == fieldDepth { endField() }
            if depth == pointDepth { endPoint(kind) }
        }
        depth -= 1
    }

    private mutating func startField(_ name: Span<UInt8>) {
        guard field == nil else { return }
        field = Self.field(name, isOwn: depth == pointDepth + 1, isRecording: isRecording)
        fieldDepth = depth
        wantsText = field != nil
        textCount = 0
    }

    /// Not of the document: what only reads one is given a copy of it while it is being changed.
    private static func field(_ name: Span<UInt8>, isOwn: Bool, isRecording: Bool) -> Field? {
        switch name.count {
        case 3 where isOwn && isEqual(name, "ele"): return .elevation
        case 4 where isOwn && isEqual(name, "time"): return .time
        case 3 where isRecording && isEqual(name, "acc"): return .accuracy
        case 5 where isRecording && isEqual(name, "speed"): return .speed
        case 6 where isRecording && isEqual(name, "course"): return .course
        case 8 where isRecording && isEqual(name, "accuracy"): return .accuracy
        default: return nil
        }
    }

    private mutating func endField() {
        switch field {
        case .elevation:
            altitude = textNumber
            if altitude == nil, !isTextBlank { fail("the elevation \(quoted(text)) is no number") }
        case .time:
            var day = day
            time = ByteTime.timestamp(room.span.extracting(first: textCount), day: &day)
            self.day = day
            if time == nil, !isTextBlank { fail("the time \(quoted(text)) is no date and time") }
        // Nothing of what is asked for here: what is no number is as good as none.
        case .speed: speed = textNumber
        case .course: course = textNumber
        case .accuracy: accuracy = textNumber
        case nil: break
        }
        field = nil
        wantsText = false
    }

    // Each looks at the text where it is: a copy of the array would count its references, for each field of each point.
    private var textNumber: Double? { ByteNumber.double(room.span.extracting(first: textCount)) }
    private var text: String { String(decoding: room.prefix(textCount), as: UTF8.self) }
    private var isTextBlank: Bool { room.prefix(textCount).allSatisfy(ByteNumber.isBlank) }

    private mutating func endPoint(_ kind: GPXPoint.Kind) {
        self.kind = nil
        if isRecording { return record(kind) }
        guard let coordinate else { return }
        let point = PathPoint(coordinate: coordinate, altitude: altitude, time: time)
        let offset = pointOffset
        switch kind {
        case .track: track.append(point, line: offset)
        case .route: route.append(point, line: offset)
        case .waypoint: waypoints.append(point, line: offset)
        }
    }

    private mutating func record(_ kind: GPXPoint.Kind) {
        recorded.append(
            GPXPoint(
                kind: kind,
                coordinate: coordinate,
                altitude: altitude,
                time: time,
                speed: speed,
                course: course,
                accuracy: accuracy,
                offset: pointOffset,
                fault: pointFault
            )
        )
        pointFault = nil
    }

    private mutating func number(_ value: Span<UInt8>, _ what: String) -> Double? {
        if let number = ByteNumber.double(value) { return number }
        fail("the \(what) \(quoted(Self.string(value))) is no number")
        return nil
    }

    private mutating func fail(_ message: String) {
        if isRecording, kind != nil {
            if pointFault == nil { pointFault = message }
        } else if fault == nil {
            fault = message
        }
    }
}

extension GPXDocument {
    private static func kind(of name: Span<UInt8>) -> GPXPoint.Kind? {
        if isEqual(name, "trkpt") { return .track }
        if isEqual(name, "rtept") { return .route }
        return isEqual(name, "wpt") ? .waypoint : nil
    }

    @inline(__always)
    private static func isEqual(_ name: Span<UInt8>, _ word: StaticString) -> Bool {
        guard name.count == word.utf8CodeUnitCount else { return false }
        for index in name.indices where unsafe name[index] != word.utf8Start[index] { return false }
        return true
    }

    private static func string(_ bytes: Span<UInt8>) -> String {
        var array: [UInt8] = []
        for index in bytes.indices { array.append(bytes[index]) }
        return String(decoding: array, as: UTF8.self)
    }
}
