internal import Foundation

extension [UInt8] {
    /// As SQLite takes it.
    var blob: Data { Data(self) }
}
