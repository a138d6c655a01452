import Exchange
import Store
import TestSupport
import Testing
import Tracking

/// The device that tests import into.
func phone() throws -> DeviceID { DeviceID(owner: try Name("sam"), device: try Name("phone")) }

/// A moment after all that is imported in tests.
let presentMoment = Timestamp(milliseconds: 1_800_000_000_000)

extension Store {
    /// Imports texts as files, in one transaction.
    @discardableResult
    func take(
        _ texts: String...,
        of device: DeviceID? = nil,
        _ change: (inout ImportOptions) -> Void = { _ in }
    ) throws -> ImportReport {
        try take(texts.map { Array($0.utf8) }, of: device, change)
    }

    @discardableResult
    func take(
        _ files: [[UInt8]],
        of device: DeviceID? = nil,
        _ change: (inout ImportOptions) -> Void = { _ in }
    ) throws -> ImportReport {
        var options = ImportOptions(now: presentMoment)
        change(&options)
        let sources = files.map { ImportSource(bytes: $0, name: "a.file") }
        let device = try device ?? phone()
        let importer = Importer(options: options)
        return try write { transaction in try importer.run(sources, of: device, into: &transaction) }
    }

    func everything(of device: DeviceID? = nil) throws -> [StoredFix] {
        try fixes(of: device ?? phone(), matching: FixSearch())
    }
}

/// The sentence with which an import is refused; empty when it is not.
func refusal(_ text: String, _ change: (inout ImportOptions) -> Void = { _ in }) throws -> String {
    let store = try Store.inMemory()
    do {
        try store.take([Array(text.utf8)], of: nil, change)
        return ""
    } catch let error as ImportError {
        #expect(try store.devices().isEmpty)
        return "\(error)"
    }
}
