import Foundation
import TestSupport
import Tracking

/// What an error says; empty when there is none.
func errorText(_ body: () throws -> Void) -> String {
    do {
        try body()
        return ""
    } catch {
        return "\(error)"
    }
}

/// A small generator with a seed, so that a failure can be seen again.
struct FuzzGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// The recordings that lie beside the package; empty where they are not there.
let recordings: [URL] = {
    let directory = packageRoot.appending(path: "../shared/data/gpx").standardizedFileURL
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    return names.filter { $0.hasSuffix(".gpx") }.sorted().map { directory.appending(path: $0) }
}()
