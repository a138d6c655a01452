import Foundation
import Testing
import Tracking

@testable import Store

/// Reproducible chance: SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// A directory that is removed with this object.
final class TemporaryDirectory {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }
}

extension DeviceID {
    static func sample(_ device: String = "keys") throws -> DeviceID {
        DeviceID(owner: try Name("anna"), device: try Name(device))
    }
}

extension StoredFix {
    /// A fix that many seconds after the start of 2025; marked when it has a sequence number.
    static func sample(
        _ device: DeviceID,
        at seconds: Double = 0,
        sequence: UInt32? = nil,
        latitude: Double = 48.2
    ) throws -> StoredFix {
        let time = Timestamp(seconds: 1_735_689_600 + seconds)
        return StoredFix(
            device: device,
            fix: Fix(coordinate: try Coordinate(latitude: latitude, longitude: 16.3), time: time, accuracy: 4.5),
            mark: sequence.map { FixMark(boot: 1, sequence: $0) },
            received: time.advanced(by: .milliseconds(120))
        )
    }
}

extension Store {
    /// Stores fixes in one batch and says which were new.
    @discardableResult
    func insert(_ fixes: [StoredFix]) throws -> [Bool] {
        try write { transaction in
            var new: [Bool] = []
            for fix in fixes { new.append(try transaction.insert(fix)) }
            return new
        }
    }

    func allFixes(of device: DeviceID) throws -> [StoredFix] {
        try fixes(of: device, from: Timestamp(milliseconds: .min), to: Timestamp(milliseconds: .max))
    }
}

struct Interruption: Error, Equatable {}
