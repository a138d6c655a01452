import CivilTime
import TestSupport
import Testing
import Tracking

/// Files and rules of zones that are not as they should be.
struct BrokenZoneTests {
    private static let files = ["fat/Europe/Zurich", "slim/America/Nuuk"]

    /// What is told of a file, and the zone where it can be read.
    private func read(_ bytes: [UInt8]) -> (zone: Zone?, sentence: String) {
        do throws(ZoneError) { return (try Zone(name: "X/Y", data: bytes), "") } catch { return (nil, "\(error)") }
    }

    /// Asks for all that a zone can be asked for.
    private func use(_ zone: Zone, _ chance: inout SeededGenerator) {
        for _ in 0..<5 {
            let moment = Timestamp(
                milliseconds: Int64.random(in: -5_000_000_000_000...9_000_000_000_000, using: &chance))
            let civil = zone.civil(at: moment)
            _ = (zone.moments(of: civil), zone.moment(of: civil), zone.abbreviation(at: moment))
            if let next = zone.nextTransition(after: moment) { #expect(next > moment) }
        }
    }

    @Test(arguments: files) func `a file that ends too early is refused in a sentence`(file: String) throws {
        let bytes = try ZoneTests.recorded(file)
        for count in 0..<bytes.count {
            let (zone, sentence) = read(Array(bytes.prefix(count)))
            #expect(zone == nil && sentence.hasPrefix("the file of time zone 'X/Y' is broken at byte "), "\(count)")
        }
        #expect(read(bytes).zone != nil)
    }

    @Test(arguments: files) func `broken bytes are refused or read, and nothing crashes`(file: String) throws {
        let bytes = try ZoneTests.recorded(file)
        var chance = SeededGenerator(seed: 9)
        var (refused, taken) = (0, 0)
        for _ in 0..<3000 {
            var broken = bytes
            for _ in 0..<Int.random(in: 1...4, using: &chance) {
                broken[Int.random(in: 0..<broken.count, using: &chance)] = UInt8.random(in: 0...255, using: &chance)
            }
            let (zone, sentence) = read(broken)
            guard let zone else {
                #expect(!sentence.isEmpty)
                refused += 1
                continue
            }
            taken += 1
            use(zone, &chance)
        }
        #expect(refused > 100 && taken > 100)
    }

    @Test func `random bytes behind a header are refused`() {
        var chance = SeededGenerator(seed: 10)
        for _ in 0..<2000 {
            let count = Int.random(in: 0...300, using: &chance)
            let bytes = Array("TZif2".utf8) + (0..<count).map { _ in UInt8.random(in: 0...255, using: &chance) }
            #expect(!read(bytes).sentence.isEmpty)
        }
        #expect(read(Array(repeating: 0, count: 100_000)).sentence.contains("more than 64 KiB"))
        #expect(read(Array("no zone at all, but a text of more than 44 bytes".utf8)).sentence.contains("'TZif'"))
    }

    @Test func `a file of version 1 is read to the end of its table`() throws {
        var bytes: [UInt8] = Array("TZif".utf8) + [0] + [UInt8](repeating: 0, count: 15)
        for count in [0, 0, 0, 1, 2, 8] as [UInt8] { bytes += [0, 0, 0, count] }
        bytes += [0x20, 0, 0, 0, 1]
        bytes += [0, 0, 0x0E, 0x10, 0, 0] + [0, 0, 0x1C, 0x20, 1, 4] + Array("CET\0EET\0".utf8)
        let zone = try Zone(name: "old", data: bytes)
        #expect(zone.offset(at: Timestamp(milliseconds: 0)) == 3600)
        #expect(zone.abbreviation(at: Timestamp(milliseconds: 0)) == "CET")
        let later = Timestamp(milliseconds: 0x2000_0000 * 1000)
        #expect(zone.offset(at: later) == 7200 && zone.abbreviation(at: later) == "EET")
        #expect(zone.nextTransition(after: Timestamp(milliseconds: 0)) == later)
        #expect(zone.nextTransition(after: later) == nil)
    }

    @Test func `a file that counts leap seconds is refused with what to use`() {
        var bytes: [UInt8] = Array("TZif".utf8) + [UInt8](repeating: 0, count: 16)
        for count in [0, 0, 1, 0, 1, 4] as [UInt8] { bytes += [0, 0, 0, count] }
        bytes += [0, 0, 0x0E, 0x10, 0, 0] + Array("CET\0".utf8) + [4, 0xB2, 0x58, 0, 0, 0, 0, 1]
        #expect(throws: ZoneError.leapSeconds(name: "right/X")) { try Zone(name: "right/X", data: bytes) }
        #expect(read(bytes).sentence.hasSuffix("use the one without 'right/'"))
    }

    @Test(arguments: [
        ("", 1, "an abbreviation"), ("CE-1", 1, "an abbreviation"), ("CET", 4, "an offset"), ("CET-25", 5, "an offset"),
        ("CET-1CEST,M13.1.0,M10.5.0", 12, "a month"), ("CET-1CEST,M3.6.0,M10.5.0", 14, "a week"),
        ("CET-1CEST,M3.5.7,M10.5.0", 16, "a weekday"), ("CET-1CEST,M3.5.0", 17, "a comma"),
        ("<+03-3", 1, "an abbreviation"),
        ("CET-1CEST,J366,M10.5.0", 12, "a day from 1 to 365"), ("CET-1CEST,M3.5.0,M10.5.0/168", 26, "a time"),
        ("CET-1CEST,M3.5.0,M10.5.0/3x", 27, "the end"), ("CET-1:60", 7, "minutes"), ("Zürich1", 1, "an abbreviation"),
    ])
    func `a rule that is none is refused at the character`(text: String, character: Int, expected: String) {
        do throws(ZoneError) {
            _ = try Zone(name: "rule", posix: text)
            Issue.record("\(text) was read")
        } catch {
            let sentence = "\(error)"
            #expect(sentence.contains("at character \(character), \(expected)"), "\(sentence)")
        }
    }

    @Test func `random rules are refused or read, and nothing crashes`() {
        var chance = SeededGenerator(seed: 11)
        let pieces = [
            "CET", "-1", "CEST", ",", "M3.5.0", "J60", "/", "167", "0", "<+03>", ":30", "M10.5.0", "-", ".", "é",
        ]
        var taken = 0
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 1...9, using: &chance)).map { _ in pieces.randomElement(using: &chance) ?? ""
            }
            guard let zone = try? Zone(name: "rule", posix: text.joined()) else { continue }
            taken += 1
            use(zone, &chance)
        }
        #expect(taken > 10)
    }
}
