import Foundation

// SQLite's blobs travel through GRDB as `Data`; the store's own types hold bytes.
extension [UInt8] { var data: Data { Data(self) } }

extension Data { var bytes: [UInt8] { [UInt8](self) } }
