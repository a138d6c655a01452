import Tracking

extension GATTReader {
    /// A byte that stands for one of some words, in their order.
    mutating func word<Word>(_ field: String, _ words: [Word]) throws(GATTValueError) -> Word {
        let code = try integer(field, UInt8.self)
        guard Int(code) < words.count else { throw refusal(field, "a number from 0 to \(words.count - 1)", code) }
        return words[Int(code)]
    }

    /// A text behind the number of its bytes.
    mutating func text(_ field: String, bytes range: ClosedRange<Int>) throws(GATTValueError) -> String {
        let count = Int(try integer(field, UInt8.self))
        guard range.contains(count) else {
            throw refusal(field, "a length from \(range.lowerBound) to \(range.upperBound) bytes", count)
        }
        return try utf8(field, bytes(field, count: count))
    }

    func utf8(_ field: String, _ bytes: [UInt8]) throws(GATTValueError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw refusal(field, "text in UTF-8", "other bytes")
        }
        return text
    }

    mutating func time(_ field: String) throws(GATTValueError) -> Timestamp {
        Timestamp(milliseconds: try integer(field, 0...Self.lastTime))
    }

    /// Latitude and longitude in 1e-7 degrees.
    mutating func coordinate() throws(GATTValueError) -> Coordinate {
        let latitude = try integer("latitude", -900_000_000...Int32(900_000_000))
        let longitude = try integer("longitude", -1_800_000_000...Int32(1_800_000_000))
        do {
            return try Coordinate(latitudeE7: latitude, longitudeE7: longitude)
        } catch { throw refusal("position", "a position on the globe", error) }
    }

    /// A number in hundredths; the type's largest one, or its smallest when it has a sign, for not told.
    mutating func hundredths<Number: FixedWidthInteger>(
        _ field: String, _ type: Number.Type
    ) throws(GATTValueError) -> Double? {
        let number = try integer(field, type)
        return number == Number.untold ? nil : Double(number) / 100
    }

    mutating func position() throws(GATTValueError) -> Position {
        let time = try time("time")
        let coordinate = try coordinate()
        return Position(coordinate: coordinate, accuracy: try hundredths("accuracy", UInt32.self), time: time)
    }

    mutating func mark() throws(GATTValueError) -> FixMark {
        let boot = try integer("boot", 1...UInt32.max)
        return FixMark(boot: boot, sequence: try integer("sequence", 1...UInt32.max))
    }

    /// Seconds between reports; 0 for not told.
    mutating func reportEvery() throws(GATTValueError) -> Int? {
        let seconds = try integer("report interval", 0...UInt32(86_400))
        return seconds == 0 ? nil : Int(seconds)
    }
}

extension FixedWidthInteger {
    /// Stands in a characteristic for a number that is not told.
    static var untold: Self { isSigned ? min : max }
}
