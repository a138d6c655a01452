import JSON
import Settings
import Tracking

/// Takes the elements of an FCD output one after the other, and keeps the steps that are complete.
struct FCDDocument {
    /// The first thing that is wrong; nothing needs to be read after it.
    private(set) var fault: String?
    private let origin: Coordinate?
    private var steps: [FCDStep] = []
    private var step: FCDStep?
    private var lastTime: Double?
    private var depth = 0
    private var element = Element.other
    private var attributes = Attributes()

    private enum Element { case timestep, vehicle, person, other }

    /// Those of the element that has begun.
    private struct Attributes {
        var id: String?
        var time: Double?
        var x: Double?
        var y: Double?
        var longitude: Double?
        var latitude: Double?
        var speed: Double?
        var angle: Double?
    }

    init(origin: Coordinate?) { self.origin = origin }

    /// The steps that are complete since this was called last.
    mutating func takeSteps() -> [FCDStep] {
        defer { steps = [] }
        return steps
    }

    /// An element begins; tells whether its attributes are wanted.
    mutating func start(_ name: String) -> Bool {
        depth += 1
        attributes = Attributes()
        element = .other
        if depth == 1 {
            if name != "fcd-export" { fail("this is no FCD output: its outermost element is \(quoted(name))") }
            return false
        }
        if depth > GPXDocument.deepest { fail("it is nested more than \(GPXDocument.deepest) deep") }
        if depth == 2, name == "timestep" { element = .timestep }
        if depth == 3, step != nil { element = name == "vehicle" ? .vehicle : name == "person" ? .person : .other }
        return element != .other
    }

    /// An attribute of the element that has begun.
    mutating func attribute(_ name: String, _ value: String) {
        switch name {
        case "id": attributes.id = value
        case "time": attributes.time = Self.seconds(value) ?? fail(value, name)
        case "x": attributes.x = number(value, name)
        case "y": attributes.y = number(value, name)
        case "lon": attributes.longitude = number(value, name)
        case "lat": attributes.latitude = number(value, name)
        case "speed": attributes.speed = ByteNumber.double(value)
        case "angle": attributes.angle = ByteNumber.double(value)
        default: break
        }
    }

    /// The element that has begun has no more attributes.
    mutating func startContent() {
        switch element {
        case .timestep: startStep()
        case .vehicle: add("")
        case .person: add("person/")
        case .other: break
        }
    }

    mutating func end() {
        if depth == 2, let step {
            steps.append(step)
            self.step = nil
        }
        depth -= 1
    }

    private mutating func startStep() {
        guard fault == nil else { return }
        guard let time = attributes.time else { return fail("the timestep has no time") }
        guard time.magnitude <= Self.latest else {
            return fail("the time \(time) s is more than \(Int(Self.latest)) s from the simulation's start")
        }
        if let lastTime, time <= lastTime {
            return fail("the times run backwards: \(time) s comes after \(lastTime) s")
        }
        lastTime = time
        step = FCDStep(time: time, vehicles: [])
    }

    /// Seconds: 3,000 years, for files whose time counts from an epoch; in milliseconds far from the end of integers.
    private static let latest = 100_000_000_000.0

    private mutating func add(_ kind: String) {
        guard fault == nil else { return }
        guard let id = attributes.id, !id.isEmpty else { return fail("the vehicle has no id") }
        guard let coordinate = place(of: id) else { return }
        let course = attributes.angle.map { $0.truncatingRemainder(dividingBy: 360) }
        step?.vehicles.append(
            FCDVehicle(
                id: kind + id,
                coordinate: coordinate,
                // SUMO writes a negative number for what it does not know.
                speed: attributes.speed.flatMap { $0 < 0 ? nil : $0 },
                course: course.map { $0 < 0 ? $0 + 360 : $0 }
            )
        )
    }

    private mutating func place(of id: String) -> Coordinate? {
        let degrees = (latitude: attributes.latitude, longitude: attributes.longitude)
        guard degrees.latitude == nil || degrees.longitude == nil else {
            return coordinate(degrees.latitude ?? 0, degrees.longitude ?? 0, of: id, advice: "")
        }
        guard let x = attributes.x, let y = attributes.y else {
            fail("vehicle \(quoted(id)) has no x or no y")
            return nil
        }
        guard let origin else {
            let advice = "; where x and y are metres, an origin is needed (--origin LAT,LON)"
            return coordinate(y, x, of: id, advice: advice)
        }
        guard x.magnitude <= Self.widest, y.magnitude <= Self.widest else {
            fail("vehicle \(quoted(id)) is more than \(Int(Self.widest / 1000)) km from the origin")
            return nil
        }
        return origin.offset(north: y, east: x)
    }

    /// Metres from the origin: a plane is no globe beyond.
    private static let widest = 1_000_000.0

    private mutating func coordinate(
        _ latitude: Double, _ longitude: Double, of id: String, advice: String
    ) -> Coordinate? {
        do { return try Coordinate(latitude: latitude, longitude: longitude) } catch {
            fail("vehicle \(quoted(id)): \(error)\(advice)")
            return nil
        }
    }

    /// Seconds, or `[days:]hours:minutes:seconds` as SUMO writes them with `--human-readable-time`.
    private static func seconds(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { ByteNumber.double($0) }
        guard parts.count == 1 || parts.count == 3 || parts.count == 4 else { return nil }
        var units = [86_400.0, 3600, 60, 1][...].suffix(parts.count)
        var sum = 0.0
        for part in parts {
            guard let part, let unit = units.popFirst() else { return nil }
            sum += part * unit
        }
        return sum
    }

    private mutating func number(_ value: String, _ name: String) -> Double? {
        ByteNumber.double(value) ?? fail(value, name)
    }

    private mutating func fail(_ value: String, _ name: String) -> Double? {
        fail("\(name) \(quoted(value)) is no number")
        return nil
    }

    private mutating func fail(_ message: String) { if fault == nil { fault = message } }
}
