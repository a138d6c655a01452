import Alerts
import Glibc
import Ranging
import Testing
import Tracking

/// Where an item may stay behind, and what says that it is there.
@Suite struct PlaceTests {
    /// A bench whose item and owner are located at home, which the item may stay behind in.
    private func bench(radius: Double) throws -> AlertBench {
        var bench = try AlertBench()
        let area = try Area.circle(around: bench.origin, radius: radius)
        bench.watch.rules.places = [TrustedPlace(name: try ItemName("Home"), area: area)]
        bench.locate(0, apart: 0)
        return bench
    }

    @Test func `an item that was carried away from a place since its last fix is not there when it is lost`() throws {
        var bench = try bench(radius: 100)
        for seconds in stride(from: 5.0, to: 400, by: 5) {
            bench.track.insert(bench.fix(seconds, north: min(1000, 5 * seconds), accuracy: 4))
            bench.hear(seconds, -58)
        }
        #expect(bench.watch.staying == nil)
        #expect(bench.level(395) == .near)
        bench.hear(400..<600, -95)
        #expect(bench.changes.last?.level == .critical)
    }

    @Test func `an item that a gateway elsewhere hears since its last fix is not in the place of that fix`() throws {
        var bench = try bench(radius: 100)
        let town = bench.origin.offset(north: 1000, east: 0)
        for seconds in stride(from: 400.0, to: 460, by: 5) {
            bench.track.insert(bench.fix(seconds, north: 0, accuracy: 4))
            bench.hear(seconds, -58, at: .placed(town))
        }
        #expect(bench.watch.staying == nil)
        #expect(bench.changes.last?.level == .critical)
    }

    @Test func `an item in its place of which its owner receives something by luck has not left it`() throws {
        var bench = try bench(radius: 100)
        for seconds in stride(from: 400.0, to: 460, by: 5) {
            bench.track.insert(bench.fix(seconds, north: 330, accuracy: 4))
            bench.hear(seconds, -96)
        }
        #expect(bench.watch.staying?.name.text == "Home")
        #expect(bench.changes.isEmpty)
    }

    @Test func `a place that is trusted only now has the item in it, though its owner hears it from afar`() throws {
        var bench = try bench(radius: 20)
        let places = bench.watch.rules.places
        bench.watch.rules.places = []
        for seconds in stride(from: 5.0, to: 60, by: 5) {
            bench.track.insert(bench.fix(seconds, north: seconds, accuracy: 4))
            bench.hear(seconds, -59 - 20 * log10(max(1, seconds)))
        }
        #expect(bench.watch.staying == nil)
        bench.watch.rules.places = places
        _ = bench.watch.review(now: Timestamp(seconds: 60))
        #expect(bench.watch.staying?.name.text == "Home")
    }

    @Test func `an item that stays behind in its place is there, however far off its owner still hears it`() throws {
        var bench = try bench(radius: 20)
        for seconds in stride(from: 5.0, to: 90, by: 5) {
            bench.track.insert(bench.fix(seconds, north: seconds, accuracy: 4))
            bench.hear(seconds, -59 - 20 * log10(max(1, seconds)))
        }
        bench.hear(90..<400, nil)
        #expect(bench.watch.staying?.name.text == "Home")
        #expect(bench.changes.isEmpty)
    }
}
