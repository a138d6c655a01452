import Testing
import Tracking

@testable import Store

/// What the writer remembers of devices, and what it forgets when they are more than there is room for.
@Suite struct IngestCacheTests {
    private func device(_ number: Int) throws -> DeviceID {
        DeviceID(owner: try Name("sam"), device: try Name("tracker-\(number)"))
    }

    /// Room for so many devices of which nothing but the name is known.
    private func room(_ devices: Int) -> Int { devices * DeviceTrack(id: 0, kind: .tracker).footprint }

    /// A batch of devices, of which those are looked up that are not remembered; answers with how many these were.
    private func visit(_ numbers: Range<Int>, in cache: inout IngestCache, room: Int) throws -> Int {
        var missed = 0
        for number in numbers where cache.index(of: try device(number)) == nil {
            missed += 1
            let index = cache.add(DeviceTrack(id: Int64(number), kind: .tracker), of: try device(number))
            cache.dirty.append(index)
        }
        cache.trim(to: room)
        return missed
    }

    @Test func `what there is room for is remembered`() throws {
        var cache = IngestCache()
        #expect(try visit(0..<10, in: &cache, room: room(10)) == 10)
        #expect(try visit(0..<10, in: &cache, room: room(10)) == 0)
    }

    @Test func `of devices that take turns as many are remembered as there is room for`() throws {
        var cache = IngestCache()
        for start in stride(from: 0, to: 20, by: 5) { _ = try visit(start..<start + 5, in: &cache, room: room(10)) }
        var missed = 0
        for start in stride(from: 0, to: 20, by: 5) {
            missed += try visit(start..<start + 5, in: &cache, room: room(10))
            #expect(cache.tracks.count <= 10)
        }
        #expect(missed == 10)
    }

    @Test func `those that speak now are remembered some time after others did`() throws {
        var cache = IngestCache()
        for start in stride(from: 0, to: 10, by: 5) { _ = try visit(start..<start + 5, in: &cache, room: room(10)) }
        for _ in 0..<30 { _ = try visit(100..<105, in: &cache, room: room(10)) }
        #expect(try visit(100..<105, in: &cache, room: room(10)) == 0)
    }

    @Test func `each device that is remembered has its own track`() throws {
        var cache = IngestCache()
        for start in stride(from: 0, to: 200, by: 5) {
            _ = try visit(start..<start + 5, in: &cache, room: room(12))
            cache.remove(try device(start))
            for number in 0..<200 {
                guard let index = cache.index(of: try device(number)) else { continue }
                #expect(cache.tracks[index].id == Int64(number))
            }
            #expect(cache.indices.count == cache.tracks.count)
        }
    }
}
