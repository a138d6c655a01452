import Testing
import Tracking

@testable import Store

@Suite struct FixBlockTests {
    static func record(_ time: Int64, _ generator: inout SeededGenerator) -> FixRecord {
        func number(_ range: ClosedRange<Int32>) -> Int32? {
            Bool.random(using: &generator) ? Int32.random(in: range, using: &generator) : nil
        }
        return FixRecord(
            key: FixRecord.Key(
                time: time,
                mark: Bool.random(using: &generator)
                    ? .none
                    : FixMark(
                        boot: .random(in: 0 ... .max, using: &generator),
                        sequence: .random(in: 1 ... .max, using: &generator)
                    ),
                latitude: .random(in: -900_000_000...900_000_000, using: &generator),
                longitude: .random(in: -1_800_000_000...1_800_000_000, using: &generator)
            ),
            accuracy: number(0...500),
            altitude: number(.min ... .max),
            verticalAccuracy: number(0...500),
            speed: number(0...3000),
            course: number(0...3600),
            battery: number(0...100),
            context: .random(in: 1...70_000, using: &generator),
            delay: .random(in: .min ... .max, using: &generator),
            hasExtra: Bool.random(using: &generator)
        )
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `any records come back as they went in`(seed: UInt64) throws {
        var generator = SeededGenerator(state: seed)
        let times = (0..<64).map { _ in Int64.random(in: .min ... .max, using: &generator) }.sorted()
        let records = times.map { Self.record($0, &generator) }
        var block = FixBlock(times: .min ... .max, records[0])
        for record in records.dropFirst() { block.append(record) }
        #expect(try FixBlock.records(block.bytes, first: block.first) == records)
        let stored = try FixBlock(id: 1, times: block.times, first: block.first, bytes: block.bytes)
        #expect(stored.count == 64)
        #expect(stored.last == records[63].key)
    }

    @Test func `a second fix like the first takes what changed and no more`() throws {
        var generator = SeededGenerator(state: 1)
        var record = Self.record(1_000_000, &generator)
        record.key = .init(time: 0, mark: FixMark(boot: 1, sequence: 1), latitude: 482_000_000, longitude: -163_000_000)
        record.accuracy = 45
        (record.altitude, record.verticalAccuracy, record.speed, record.course) = (nil, nil, nil, nil)
        (record.battery, record.context, record.delay, record.hasExtra) = (80, 1, 120, false)
        var block = FixBlock(times: .min ... .max, record)
        let first: [UInt8] = [
            0xC2, 0x03,  // flags: accuracy, battery, mark, context
            0x80, 0xF2, 0xD5, 0xCB, 0x03,  // latitude
            0xFF, 0xBA, 0xB9, 0x9B, 0x01,  // longitude
            0x02, 0x02,  // boot, sequence
            0x5B,  // accuracy
            0xA1, 0x01,  // battery
            0x02,  // context
            0xF0, 0x01,  // delay
        ]
        #expect(block.bytes == first)
        record.key = .init(
            time: 600_000,
            mark: FixMark(boot: 1, sequence: 2),
            latitude: 482_000_010,
            longitude: -163_000_011
        )
        block.append(record)
        let second: [UInt8] = [
            0x01,  // flags: step
            0x80, 0x9F, 0x49,  // 600,000 ms
            0x14,  // latitude
            0x15,  // longitude
            0x00,  // delay
        ]
        #expect(Array(block.bytes.dropFirst(first.count)) == second)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `damaged bytes are an error or other fixes, never a trap`(seed: UInt64) {
        var generator = SeededGenerator(state: seed)
        var bytes = (0..<200).map { _ in UInt8.random(in: 0...255, using: &generator) }
        bytes[0] = 0
        let count = (try? FixBlock.records(bytes, first: .max))?.count ?? 0
        #expect(count <= 200)
    }

    @Test func `fixes of one millisecond stay together`() throws {
        var generator = SeededGenerator(state: 7)
        var block = FixBlock(times: .min ... .max, Self.record(5, &generator))
        for _ in 0..<100 {
            let insertion = try block.insert(Self.record(5, &generator))
            guard case .inserted = insertion else { Issue.record("\(insertion)"); return }
        }
        #expect(block.count == 101)
    }
}
