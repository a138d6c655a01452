import Messages
import Reminders
import Simulation
import Tracking

/// People with reminders who walk to and fro in a city of 20 km, each with a phone, and an umbrella that is at home.
struct ReminderTown {
    let phones: [DeviceID]
    let umbrellas: [DeviceID]
    private let homes: [Coordinate]
    private let topics = Topics()

    /// When it begins: two minutes before the first times of day at which reminders wake.
    static let start = Timestamp(milliseconds: 1_780_300_680_000)

    /// The positions that come in a second.
    static let pace = 100

    init(_ count: Int) throws {
        let owners = try (0..<count).map { try Name("person-\($0)") }
        phones = try owners.map { DeviceID(owner: $0, device: try Name("phone")) }
        umbrellas = try owners.map { DeviceID(owner: $0, device: try Name("umbrella")) }
        let middle = try Coordinate(latitude: 46.0569, longitude: 14.5058)
        var draws = SplitMix(seed: 22, stream: "town")
        homes = (0..<count).map { _ in
            let north = Double(Int.random(in: -10_000...10_000, using: &draws))
            return middle.offset(north: north, east: Double(Int.random(in: -10_000...10_000, using: &draws)))
        }
    }

    // MARK: Positions

    /// Where a phone says that it is, so many metres north of home.
    func position(of person: Int, north: Double, at time: Timestamp) -> Message {
        let fix = Fix(coordinate: homes[person].offset(north: north, east: 0), time: time, accuracy: 12)
        return Message(topic: topics.location(phones[person]), payload: LocationMessage(fix: fix).encoded())
    }

    /// The first position of each phone, and that of each umbrella.
    func beginnings(at time: Timestamp) -> [Message] {
        phones.indices.flatMap { person in
            let fix = Fix(coordinate: homes[person], time: time, accuracy: 5)
            let mark = FixMark(boot: 1, sequence: 1)
            let umbrella = LocationMessage(fix: fix, createdAt: time, battery: 80, mark: mark, mode: .cellular)
            return [
                position(of: person, north: 0, at: time),
                Message(topic: topics.location(umbrellas[person]), payload: umbrella.encoded()),
            ]
        }
    }

    /// The positions of a walk, a hundred a second, of each person in turn: at 1.4 m/s from home to 400 m to the north
    /// of it and back.
    func walk(_ count: Int) -> [(time: Timestamp, message: Message)] {
        (0..<count).map { number in
            let person = number % phones.count
            let milliseconds = Int64(number + 1) * 1000 / Int64(Self.pace)
            let time = Timestamp(milliseconds: Self.start.milliseconds + milliseconds)
            // Not everybody leaves home at the same moment.
            let gone = 1.4 * Double(milliseconds) / 1000 + Double(person % 80) * 10
            let way = gone.truncatingRemainder(dividingBy: 800)
            return (time, position(of: person, north: way > 400 ? 800 - way : way, at: time))
        }
    }

    // MARK: Reminders

    /// The first reminders of each person, out of ten kinds.
    func definitions(each count: Int) throws -> [Message] {
        try phones.indices.flatMap { person in
            try (0..<count).map { number in
                let id = ReminderID(owner: phones[person].owner, id: try Name("reminder-\(number)"))
                return Message(topic: topics.reminder(id), payload: try reminder(number, of: person).encoded())
            }
        }
    }

    /// The one reminder of each person that wakes where somebody comes into the middle of their street, or leaves it.
    func streets() throws -> [Message] {
        try phones.indices.map { person in
            let id = ReminderID(owner: phones[person].owner, id: try Name("street"))
            let message = try named("Street", Conditions(place: around(homes[person], 200, .within)))
            return Message(topic: topics.reminder(id), payload: message.encoded())
        }
    }

    private func named(_ title: String, _ conditions: Conditions) throws -> ReminderMessage {
        ReminderMessage(title: try ItemName(title), made: Self.start, conditions: conditions)
    }

    private func reminder(_ number: Int, of person: Int) throws -> ReminderMessage {
        let home = homes[person]
        let rain = try WeatherCondition(within: .seconds(8 * 3600), sky: .rain)
        let cold = try WeatherCondition(limits: [WeatherCondition.Limit(.temperature, .below, 3)])
        let umbrella = umbrellas[person].device
        return switch number % 10 {
        case 0: try named("Pills", Conditions(time: morning(person)))
        case 1: try named("Shutters", Conditions(time: TimeCondition(from: DayEnd("sunset-30m"), to: DayEnd("23:59"))))
        case 2: try named("Laundry", Conditions(weather: rain))
        case 3: try named("Flowers", Conditions(time: evening(), weather: cold))
        case 4: try named("Call home", Conditions(availability: AvailabilityCondition(.free(.seconds(3600)))))
        case 5: try named("Letter box", Conditions(place: around(home, 200, .within)))
        case 6:
            try named(
                "Umbrella",
                Conditions(
                    weather: rain, place: around(home, 50, .leaves), thing: ThingCondition(umbrella, .away)
                )
            )
        case 7: try named("Bread", Conditions(place: PlaceCondition(.within, .nearest(.bakery, radius: 100))))
        case 8: try named("Battery", Conditions(thing: ThingCondition(umbrella, .battery(below: 20))))
        default:
            // Farther off than anybody walks.
            try named(
                "Badge",
                Conditions(time: evening(), place: around(home.offset(north: 0, east: 5000), 100, .enters))
            )
        }
    }

    /// An hour that begins within two hours from eight on, at another minute for each of 120 people.
    private func morning(_ person: Int) throws -> TimeCondition {
        let (hour, minute) = (8 + person % 120 / 60, person % 60)
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (from, to) = ("\(digits(hour)):\(digits(minute))", "\(digits(hour + 1)):\(digits(minute))")
        return try TimeCondition(from: DayEnd(from), to: DayEnd(to))
    }

    private func evening() throws -> TimeCondition { try TimeCondition(from: DayEnd("18:00"), to: DayEnd("22:00")) }

    private func around(_ place: Coordinate, _ radius: Double, _ event: PlaceCondition.Event) throws -> PlaceCondition {
        PlaceCondition(event, .area(try Area.circle(around: place, radius: radius), name: nil))
    }
}
