import Foundation
import Synchronization
import Testing

@testable import tagalong

@Suite struct ProgressMeterTests {
    private final class Line: Sendable {
        private let texts = Mutex<[String]>([])
        var all: [String] { texts.withLock { $0 } }
        func write(_ text: String) { texts.withLock { $0.append(text) } }
    }

    @Test func `each step is told once, on one line that is taken away at the end`() {
        let line = Line()
        let meter = ProgressMeter("Importing") { line.write($0) }
        meter.begin()
        for done in [0, 3, 4, 500, 2000] { meter.show(done, of: 1000) }
        meter.show(8192, "positions")
        meter.end()
        meter.end()
        #expect(
            line.all == [
                "\rImporting …\u{1B}[K", "\rImporting: 0 %\u{1B}[K",
                "\rImporting: 50 %\u{1B}[K", "\rImporting: 100 %\u{1B}[K", "\rImporting: 8192 positions\u{1B}[K",
                "\r\u{1B}[K",
            ]
        )
    }

    @Test func `of bytes that nobody has counted it is told how many there have been`() {
        let line = Line()
        let meter = ProgressMeter("Importing") { line.write($0) }
        meter.show(bytes: 3_000_000, of: nil)
        meter.show(bytes: 500, of: 1000)
        #expect(line.all == ["\rImporting: 3.0 MB\u{1B}[K", "\rImporting: 50 %\u{1B}[K"])
    }

    @Test func `nothing is told of nothing, nor where there is no terminal`() {
        let line = Line()
        ProgressMeter("Importing") { line.write($0) }.end()
        #expect(line.all.isEmpty)
        let silent = ProgressMeter("Importing", write: nil)
        silent.show(1, of: 2)
        silent.end()
    }

    @Test(arguments: [(21, "Checking all …"), (17, "Checking all …"), (16, "Checking al …"), (5, " …"), (1, " ")])
    func `on a narrow terminal the line is cut, the title first, with room for what Ctrl-C echoes`(
        columns: Int, expected: String
    ) {
        let line = Line()
        ProgressMeter("Checking all", columns: { columns }) { line.write($0) }.begin()
        #expect(line.all == ["\r\(expected)\u{1B}[K"])
    }

    @Test func `a width that the terminal does not know is that of COLUMNS, or 80`() throws {
        let null = unsafe open("/dev/null", O_RDONLY)
        defer { close(null) }
        let told = ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init)
        #expect(Terminal.columns(of: null) == told.flatMap { $0 > 0 ? $0 : nil } ?? 80)
    }
}
