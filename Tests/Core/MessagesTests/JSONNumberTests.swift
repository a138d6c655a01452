import TestSupport
import Testing
import Tracking

@testable import Messages

/// Numbers are read as the altitude of a location, before its bounds.
struct JSONNumberTests {
    private func altitude(_ digits: String) throws -> Double? {
        try JSONObject<LocationKey>(bytes(minimal("\"alt\":\(digits)"))).number(.altitude)
    }

    private func written(_ altitude: Double) throws -> String {
        let message = LocationMessage(fix: Fix(coordinate: try Sample.place, time: Sample.time, altitude: altitude))
        let rest = text(message.encoded()).split(separator: "\"alt\":").last ?? ""
        return String(rest.prefix { $0 != "," })
    }

    @Test(arguments: [
        "0", "-0", "1", "-1", "0.1", "1e22", "1e23", "1E-22", "1e-23", "9007199254740991", "9007199254740993",
        "123456789012345678", "1234567890123456789", "12345678901234567890", "0.000000000000000000000001",
        "52.52000659999", "2.2250738585072011e-308", "5e-324", "1e-400", "1.7976931348623157e308",
        "179769313486231580793728971405301e276", "0.30000000000000004", "0e999999999999999999999",
        "100000000000000000000",
        "0.5e+1", "1e-99999999999999999999999",
    ])
    func `a number reads as the nearest double`(digits: String) throws {
        #expect(try altitude(digits) == Double(digits))
    }

    @Test
    func `a number of ten thousand digits reads as the nearest double`() throws {
        let digits = "1" + String(repeating: "0", count: 10_000) + "e-10000"
        #expect(try altitude(digits) == 1)
    }

    @Test(arguments: [
        (0.0, "0"), (-0.0, "0"), (1, "1"), (-1.5, "-1.5"), (0.1, "0.1"), (1e-7, "0.0000001"), (-1e-7, "-0.0000001"),
        (1.2345678, "1.2345678"), (0.3, "0.3"), (0.1 + 0.2, "0.30000000000000004"), (99_999_999, "99999999"),
        (1e8, "100000000"), (123_456_789_012, "123456789012"), (1e16, "1e+16"), (1e-8, "1e-08"), (1e300, "1e+300"),
        (.leastNonzeroMagnitude, "5e-324"), (52.52000659999, "52.52000659999"), (10.0000001, "10.0000001"),
        (10.01, "10.01"),
    ])
    func `a number is written as the shortest text that reads back`(number: Double, expected: String) throws {
        #expect(try written(number) == expected)
    }

    @Test
    func `any double survives writing and reading`() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            let bits = Double(bitPattern: generator.next())
            let near = Double.random(in: -200...200, using: &generator)
            let decimals = (near * 1e7).rounded() / 1e7
            for number in [bits, near, decimals] where number.isFinite {
                let digits = try written(number)
                #expect(try altitude(digits) == number)
                #expect(digits.count <= number.description.count + 6, "\(digits)")
            }
        }
    }

    @Test
    func `a random decimal reads as the standard library reads it`() throws {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<2000 {
            let whole = generator.next() >> UInt64.random(in: 0..<64, using: &generator)
            let fraction = generator.next() >> UInt64.random(in: 0..<64, using: &generator)
            let exponent = Int.random(in: -330...280, using: &generator)
            let digits = "\(whole).\(fraction)" + (Bool.random(using: &generator) ? "e\(exponent)" : "")
            #expect(try altitude(digits) == Double(digits), "\(digits)")
        }
    }
}
