import Tracking

/// Writes the bytes of a value; what does not fit is brought into range.
struct GATTWriter {
    private(set) var bytes: [UInt8]

    init() { bytes = [] }

    /// A value of the Tagalong service, which begins with its format.
    static var versioned: GATTWriter {
        var writer = GATTWriter()
        writer.put(GATTReader.format)
        return writer
    }

    mutating func put(bytes more: some Sequence<UInt8>) { bytes += more }

    mutating func put(_ number: some FixedWidthInteger) {
        for byte in 0..<number.bitWidth / 8 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
    }

    /// Three bytes of a number.
    mutating func put24(_ number: Int32) {
        for byte in 0..<3 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
    }

    /// The place of a word among some words.
    mutating func put<Word: Equatable>(_ word: Word, of words: [Word]) {
        put(UInt8(clamping: words.firstIndex(of: word) ?? 0))
    }

    /// A text behind the number of its bytes, cut between characters where it is too long.
    mutating func put(_ text: String, longest: Int) {
        var text = Substring(text)
        while text.utf8.count > min(longest, 255) { text.removeLast() }
        put(UInt8(clamping: text.utf8.count))
        put(bytes: text.utf8)
    }

    mutating func put(_ time: Timestamp) { put(min(GATTReader.lastTime, max(0, time.milliseconds))) }

    mutating func put(_ coordinate: Coordinate) {
        put(coordinate.latitudeE7)
        put(coordinate.longitudeE7)
    }

    mutating func put<Number: FixedWidthInteger>(hundredths number: Double?, as type: Number.Type) {
        put(number.flatMap { Number(clamping: $0, times: 100) } ?? Number.untold)
    }

    mutating func put(_ position: Position) {
        put(position.time)
        put(position.coordinate)
        put(hundredths: position.accuracy, as: UInt32.self)
    }

    mutating func put(_ mark: FixMark) {
        put(mark.boot)
        put(mark.sequence)
    }

    mutating func put(reportEvery seconds: Int?) { put(UInt32(clamping: min(86_400, max(0, seconds ?? 0)))) }
}

extension FixedWidthInteger {
    /// A number in parts of a unit, rounded, and brought into range short of ``untold``; nil when it is none.
    init?(clamping number: Double, times parts: Double) {
        let (low, high) = Self.isSigned ? (Self.min + 1, Self.max) : (Self.min, Self.max - 1)
        let scaled = (number * parts).rounded()
        guard !scaled.isNaN else { return nil }
        self = scaled <= Double(low) ? low : scaled >= Double(high) ? high : Self(scaled)
    }
}
