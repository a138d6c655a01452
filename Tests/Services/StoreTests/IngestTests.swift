import StoreSupport
import Testing
import Tracking

@testable import Store

@Suite(.onBothEngines) struct IngestTests {
    let store: Store
    let device: DeviceID

    init() throws {
        store = try Store.forTest()
        device = try .sample()
    }

    @Test func `a fix comes back with all it had`() throws {
        var fix = try StoredFix.sample(device, sequence: 7)
        fix.fix.coordinate = try Coordinate(latitudeE7: -338_567_891, longitudeE7: 1_512_345_678)
        fix.fix.altitude = -12.3
        fix.fix.verticalAccuracy = 3
        fix.fix.speed = 123.4
        fix.fix.course = 359.9
        fix.mode = .bluetooth
        fix.source = .lastKnown
        fix.trigger = "p"
        fix.connection = "m"
        fix.battery = 81
        fix.gateway = try Name("hall")
        fix.extra = Array(#"{"ssid":"home"}"#.utf8)
        #expect(try store.insert([fix]) == [true])
        #expect(try store.latest(of: device, limit: 5) == [fix])
        #expect(try store.allFixes(of: device) == [fix])
        #expect(try store.fixCount(of: device) == 1)
    }

    @Test func `of the keys without a place as much is kept as anybody sends`() throws {
        for (sequence, length) in [StoredFix.longestExtra, StoredFix.longestExtra + 1].enumerated() {
            var fix = try StoredFix.sample(device, sequence: UInt32(sequence + 1))
            fix.extra = Array((#"{"x":""# + String(repeating: "x", count: length - 8) + #""}"#).utf8)
            #expect(fix.extra?.count == length)
            #expect(try store.insert([fix]) == [true])
        }
        #expect(try store.allFixes(of: device).map { $0.extra != nil } == [true, false])
        #expect(try store.counters()[.wordless] == 1)
    }

    /// Such fixes share a block, and each read and wrote all of it: 10,000 took 154 s.
    @Test(arguments: [1, -1])
    func `of one moment so many fixes are taken, and the others refused, and those before and after are stored`(
        _ step: Int32
    ) throws {
        let most = StoreTransaction.mostOfOneMoment
        var fix = try StoredFix.sample(device)
        fix.mark = nil
        var taken = 0
        for number in 0..<Int32(most + 100) {
            fix.fix.coordinate = try Coordinate(latitudeE7: 480_000_000 + step * number, longitudeE7: 0)
            if try store.insert([fix]) == [true] { taken += 1 }
        }
        #expect(taken == most)
        for milliseconds in [-1, 1] as [Int64] {
            var other = fix
            other.fix.time = Timestamp(milliseconds: fix.fix.time.milliseconds + milliseconds)
            #expect(try store.insert([other]) == [true])
        }
        let stored = try store.allFixes(of: device)
        #expect(stored.count == most + 2 && Set(stored.map(\.fix.coordinate)).count == most + 1)
        #expect(try store.counters()[.stored] == most + 2 && store.counters()[.duplicates] == nil)
    }

    @Test func `numbers beyond what is stored become the nearest that fits, or none`() throws {
        var fix = try StoredFix.sample(device)
        fix.fix.accuracy = .nan
        fix.fix.altitude = .infinity
        fix.fix.verticalAccuracy = -1
        fix.fix.speed = 1.26
        fix.trigger = "\0"
        fix.connection = "\0" + String(repeating: "x", count: 100)
        try store.insert([fix])
        let stored = try #require(try store.latest(of: device, limit: 1).first)
        #expect(stored.fix.accuracy == nil)
        #expect(stored.fix.altitude == 214_748_364.7)
        #expect(stored.fix.verticalAccuracy == nil)
        #expect(stored.fix.speed == 1.3)
        #expect(stored.trigger == nil)
        #expect(stored.connection?.count == 64)
    }

    @Test func `a second copy of a mark is counted, not stored`() throws {
        let first = try StoredFix.sample(device, at: 0, sequence: 1)
        let other = try StoredFix.sample(device, at: 60, sequence: 1)
        #expect(try store.insert([first, other]) == [true, false])
        #expect(try store.insert([first]) == [false])
        #expect(try store.allFixes(of: device) == [first])
        #expect(try store.counters() == [.stored: 1, .duplicates: 2])
    }

    @Test func `an unmarked fix is named by its time and place`() throws {
        let first = try StoredFix.sample(device)
        let elsewhere = try StoredFix.sample(device, latitude: 48.3)
        let later = try StoredFix.sample(device, at: 0.001)
        #expect(try store.insert([first, elsewhere, later]) == [true, true, true])
        #expect(try store.insert([later, first, elsewhere]) == [false, false, false])
        #expect(try store.latest(of: device, limit: 9) == [later, elsewhere, first])
    }

    @Test func `what is contiguous is told, after a restart too`() throws {
        let place = try TestPlace()
        for batch in [[1, 2, 5], [4], [7, 3]] as [[UInt32]] {
            let store = try Store(path: place.path, mode: .readWrite(create: true))
            try store.insert(batch.map { try .sample(device, at: Double($0), sequence: $0) })
        }
        let store = try Store(path: place.path, mode: .readOnly)
        #expect(try store.received(of: device, boot: 1).ranges == [1...5, 7...7])
        #expect(try store.received(of: device, boot: 2).ranges == [])
        #expect(try self.store.write { try $0.contiguousThrough(device, boot: 1) } == 0)
    }

    @Test func `strangers with ever new words do not fill the memory`() throws {
        let extra = 5
        try store.write { transaction in
            for index in 0..<(FixContext.most + extra) {
                var fix = try StoredFix.sample(device, at: Double(index))
                fix.trigger = "t\(index)"
                _ = try transaction.insert(fix)
            }
        }
        #expect(try store.counters()[.wordless] == extra)
        #expect(try store.latest(of: device, limit: 1).first?.trigger == nil)
        #expect(try store.fixCount(of: device) == FixContext.most + extra)
    }

    @Test func `a span of time has both its ends and at most as many as asked for`() throws {
        let fixes = try (0..<300).map { try StoredFix.sample(device, at: Double($0)) }
        try store.insert(fixes)
        let (start, end) = (fixes[70].fix.time, fixes[250].fix.time)
        #expect(try store.fixes(of: device, from: start, to: end) == Array(fixes[70...250]))
        #expect(try store.fixes(of: device, from: start, to: end, limit: 3) == Array(fixes[70..<73]))
        #expect(try store.fixes(of: device, from: end, to: start) == [])
        #expect(try store.latest(of: device, limit: 100) == fixes.suffix(100).reversed())
        #expect(try store.latest(of: .sample("nobody"), limit: 100) == [])
    }
}
