import Curl
import Foundation
import ServerSupport
import StoreSupport
import Synchronization
import TestSupport
import Testing
import Tracking

@testable import Archive
@testable import Store

/// A store, and where its months go.
final class ArchiveScene: Sendable {
    let server: TestObjectStorage
    let address: ArchiveAddress
    let store: Store
    let device: DeviceID
    let place: TestPlace
    let clock = ManualClock(at: Timestamp(milliseconds: 1_760_000_000_000))
    let directory = "\(FileManager.default.temporaryDirectory.path)/archive-\(UUID().uuidString)"
    private let requests = Mutex(0)
    /// The request from which on none is answered.
    private let end = Mutex(Int.max)

    init(address: ArchiveAddress? = nil) async throws {
        server = try await TestObjectStorage.shared
        self.address = try address ?? #require(ArchiveAddress(server.address()))
        place = try TestPlace()
        store = try Store(path: place.path, mode: .readWrite(create: true), durability: .off)
        device = DeviceID(owner: try Name("ada"), device: try Name("bike"))
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    /// Has all requests from a number on fail.
    func cut(at number: Int) {
        end.withLock { $0 = number }
        requests.withLock { $0 = 0 }
    }

    var count: Int { requests.withLock { $0 } }

    /// What happens before a request is sent.
    private let before = Mutex<(@Sendable (HTTPRequest) -> Void)?>(nil)

    func beforeRequests(_ body: (@Sendable (HTTPRequest) -> Void)?) { before.withLock { $0 = body } }

    /// Which requests are signed wrongly, so that they are refused.
    private let refused = Mutex<(@Sendable (HTTPRequest) -> Bool)?>(nil)

    func refuse(_ isRefused: (@Sendable (HTTPRequest) -> Bool)?) { refused.withLock { $0 = isRefused } }

    func storage(_ address: ArchiveAddress? = nil) -> ObjectStorage {
        ObjectStorage(
            address ?? self.address, StorageCredentials(accessKey: server.accessKey, secret: server.secret),
            clock: SystemClock(),
            pause: { _ in }
        ) { request throws(CurlFailure) in
            let number = self.requests.withLock { number in
                number += 1
                return number
            }
            guard number <= self.end.withLock({ $0 }) else {
                return try await HTTPRequest(.get, "http://127.0.0.1:1/").send()
            }
            self.before.withLock { $0 }?(request)
            var request = request
            if self.refused.withLock({ $0 })?(request) == true {
                request.headers = request.headers.map {
                    ($0.name, $0.name == "Authorization" ? "\($0.value)0" : $0.value)
                }
            }
            return try await request.send()
        }
    }

    func cache(limit: Int = MonthCache.standardLimit) -> MonthCache {
        MonthCache(storage(), in: directory, limit: limit)
    }

    func mover(days: String = "0d", of store: Store? = nil, at address: ArchiveAddress? = nil) throws -> MonthMover {
        MonthMover(
            store ?? self.store, storage(address), cache(), keepHot: try #require(KeepHot(days)),
            clock: clock)
    }

    /// The files of fetched months.
    func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: directory).sorted() }

    /// Fixes 8 hours apart from a day of 2025 on.
    func insert(
        _ numbers: Range<Int>, hour: Double = 0, marked: Bool = true, of device: DeviceID? = nil
    ) throws {
        let device = device ?? self.device
        try store.write { transaction in
            for number in numbers {
                let time = Timestamp(seconds: 1_735_689_600 + Double(number) * 8 * 3600 + hour * 3600)
                var fix = StoredFix(
                    device: device,
                    fix: Fix(
                        coordinate: try Coordinate(latitude: 46 + Double(number % 90) / 100, longitude: 14.5),
                        time: time, accuracy: 4.5),
                    received: time.advanced(by: .milliseconds(120)))
                if marked { fix.mark = FixMark(boot: 1, sequence: UInt32(number + 1)) }
                if number.isMultiple(of: 7) { fix.extra = Array("{\"n\":\(number)}".utf8) }
                _ = try transaction.insert(fix)
            }
        }
    }

    func all() async throws -> [StoredFix] {
        try await store.fetching { try store.fixes(of: device, matching: FixSearch()) }
    }

    /// Three hundred fixes whose months that are over are out.
    static func moved() async throws -> ArchiveScene {
        let scene = try await ArchiveScene()
        try scene.insert(0..<300)
        _ = try await scene.mover().sweep()
        return scene
    }

    /// The database as it is now, in another one.
    func copy() throws -> Store {
        let copy = try Store.forTest()
        try StoreCopy(from: store, to: copy).run()
        return copy
    }
}

/// moto holds the time of a signature against its own.
struct SystemClock: UTCClock {
    var minimumResolution: Duration { .milliseconds(1) }
    var now: Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
    func sleep(until deadline: Timestamp, tolerance: Duration?) async throws {
        try await Task.sleep(for: now.duration(to: deadline))
    }
}
