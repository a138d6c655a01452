import QR
import TestSupport
import Testing

@Suite struct QRCodeTests {
    /// As the program `qrencode -8 -l M -t ASCIIi` of Debian draws it.
    @Test func `a short text has the modules that other programs give it`() throws {
        let code = try QRCode(Array("owntracks:///config".utf8))
        let rows = (0..<code.size).map { row in
            String((0..<code.size).map { code.isDark(row: row, column: $0) ? "#" : "." })
        }
        #expect(rows == Self.drawn)
    }

    @Test(arguments: [(1, 21), (14, 21), (15, 25), (QRCode.mostBytes, 177)])
    func `it is as small as its bytes allow`(count: Int, size: Int) throws {
        let code = try QRCode(Array(repeating: 0x61, count: count))
        #expect(code.size == size)
        // The three corners by which it is found, and none in the fourth.
        for (row, column) in [(0, 0), (0, size - 7), (size - 7, 0)] {
            #expect((0..<7).allSatisfy { code.isDark(row: row, column: column + $0) })
            #expect(!code.isDark(row: row + 1, column: column + 1))
            #expect(code.isDark(row: row + 3, column: column + 3))
        }
        #expect(!(0..<7).allSatisfy { code.isDark(row: size - 7, column: size - 7 + $0) })
    }

    @Test(arguments: [0, QRCode.mostBytes + 1])
    func `what does not fit is refused with a sentence`(count: Int) {
        let error = #expect(throws: QRCodeError.self) { try QRCode(Array(repeating: 0x61, count: count)) }
        #expect(error?.description == "a QR code holds 1 to 2331 bytes, found \(count)")
    }

    @Test func `its picture has every dark module once, and a light edge`() throws {
        let code = try QRCode([0, 0xFF, 0x0A])
        let svg = code.svg
        #expect(svg.hasPrefix(#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29""#))
        var drawn: Set<[Int]> = []
        for match in svg.matches(of: #/M(\d+) (\d+)h(\d+)v1H(\d+)z/#) {
            let (start, row, count, back) = try (
                #require(Int(match.1)), #require(Int(match.2)), #require(Int(match.3)), #require(Int(match.4))
            )
            #expect(back == start)
            for column in start..<start + count { #expect(drawn.insert([row - 4, column - 4]).inserted) }
        }
        let dark = (0..<21).flatMap { row in (0..<21).filter { code.isDark(row: row, column: $0) }.map { [row, $0] } }
        #expect(drawn == Set(dark))
    }

    @Test(
        .enabled(if: QRReader.isThere),
        arguments: [
            ("https://tagalong.example/found/7ZZZZ01AB0ZZZZZZZZZZZZZZZZ", 10), ("a", 2),
            (String(repeating: "0123456789", count: 60), 4),
        ]
    )
    func `its PNG is read by zbar`(text: String, scale: Int) throws {
        #expect(try QRReader.read(QRCode(Array(text.utf8)).png(scale: scale)) == text)
    }

    /// Of version 1, one pixel a module.
    @Test func `its PNG has the bytes that the formats ask for`() throws {
        let png = try QRCode([0x61]).png(scale: 1)
        #expect(png.count == 8 + 25 + 12 + 2 + 5 + 29 * 5 + 4 + 12)
        #expect(png.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        #expect(png[8..<16] == [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
        #expect(png[16..<29] == [0, 0, 0, 29, 0, 0, 0, 29, 1, 0, 0, 0, 0])
        #expect(png.suffix(12) == [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
    }

    private static let drawn = [
        "#######..#.#.#..#.#######",
        "#.....#..###...#..#.....#",
        "#.###.#.#..#..#.#.#.###.#",
        "#.###.#.###.####..#.###.#",
        "#.###.#.###.....#.#.###.#",
        "#.....#.#.#..###..#.....#",
        "#######.#.#.#.#.#.#######",
        "........#.##..#.#........",
        "#.#####..#.##.....#####..",
        ".#####..##..##..##....#..",
        "...##.#.....#####..######",
        "#.####.#....##..#......#.",
        "#..#.##...#.#.#...###.###",
        "##.#.#.#.#......#..#...#.",
        "#...#####.###..###.###.##",
        "#..........#..#..#..#..#.",
        "#..####.#.##...######.##.",
        "........###.#####...##...",
        "#######......##.#.#.#####",
        "#.....#.#.#.##..#...#..#.",
        "#.###.#.#.#.#.#########.#",
        "#.###.#.#.......#.#.##.##",
        "#.###.#.#####...#..#....#",
        "#.....#..#.#..####.##...#",
        "#######.##.#...#.#...####",
    ]
}
