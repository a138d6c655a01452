extension Region {
    /// Why a text is no region: one sentence.
    public struct Unreadable: Error, Hashable, Sendable, CustomStringConvertible {
        public let text: String
        /// What is wrong with it.
        public let reason: String

        public var description: String { "'\(text.excerpt(200))' is no area: \(reason)" }
    }

    /// How a region is written.
    public static let forms = """
        LAT,LON,METRES or SOUTH,WEST,NORTH,EAST or the corners of a border as LAT,LON;LAT,LON;LAT,LON
        """

    /// Reads a region: a circle `46.05,14.5,200`, a box `46,14,46.1,14.6`, or a border `46,14;46,14.1;46.1,14.1`.
    public init(_ text: String) throws(Unreadable) {
        let corners = text.split(separator: ";", omittingEmptySubsequences: false)
        if corners.count > 1 {
            self = try Self.border(corners, of: text)
            return
        }
        let numbers = try Self.numbers(in: text[...], of: text)
        switch numbers.count {
        case 3: self = try Self.circle(numbers, of: text)
        case 4: self = try Self.box(numbers, of: text)
        default: throw Unreadable(text: text, reason: "\(Self.forms) is expected")
        }
    }

    private static func numbers(in part: Substring, of text: String) throws(Unreadable) -> [Double] {
        var numbers: [Double] = []
        for word in part.split(separator: ",", omittingEmptySubsequences: false) {
            let trimmed = word.drop { $0 == " " }
            let digits = trimmed.hasSuffix("m") ? trimmed.dropLast() : trimmed
            guard let number = Double(digits), number.isFinite else {
                throw Unreadable(text: text, reason: "a number is expected where '\(word.excerpt(40))' stands")
            }
            numbers.append(number)
        }
        return numbers
    }

    private static func circle(_ numbers: [Double], of text: String) throws(Unreadable) -> Region {
        let centre = try coordinate(numbers[0], numbers[1], of: text)
        guard numbers[2] > 0, numbers[2] <= 20_100_000 else {
            throw Unreadable(
                text: text, reason: "a radius above 0 m and up to 20100000 m, half around the globe, is expected"
            )
        }
        return .circle(centre, radius: numbers[2])
    }

    private static func box(_ numbers: [Double], of text: String) throws(Unreadable) -> Region {
        let low = try coordinate(numbers[0], numbers[1], of: text)
        let high = try coordinate(numbers[2], numbers[3], of: text)
        guard low.latitude <= high.latitude else {
            throw Unreadable(text: text, reason: "the southern latitude is expected first: SOUTH,WEST,NORTH,EAST")
        }
        return .box(south: low.latitude, west: low.longitude, north: high.latitude, east: high.longitude)
    }

    private static func border(_ corners: [Substring], of text: String) throws(Unreadable) -> Region {
        var coordinates: [Coordinate] = []
        for corner in corners {
            let corner = try numbers(in: corner, of: text)
            guard corner.count == 2 else { throw Unreadable(text: text, reason: "each corner is expected as LAT,LON") }
            coordinates.append(try coordinate(corner[0], corner[1], of: text))
        }
        do { return .area(try Area.polygon(through: coordinates)) } catch {
            throw Unreadable(text: text, reason: "\(error)")
        }
    }

    private static func coordinate(
        _ latitude: Double, _ longitude: Double, of text: String
    ) throws(Unreadable) -> Coordinate {
        do { return try Coordinate(latitude: latitude, longitude: longitude) } catch {
            throw Unreadable(text: text, reason: "\(error)")
        }
    }
}
