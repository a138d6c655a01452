import Logging
import Tracking

extension Logger {
    /// The same for what is about one tracker: its entries have the field `item`, for logs that can be searched.
    func about(_ device: DeviceID) -> Logger {
        var copy = self
        copy[metadataKey: "item"] = "\(device)"
        return copy
    }
}

extension Logger.Metadata {
    /// What is about one tracker.
    static func item(_ device: DeviceID) -> Logger.Metadata { ["item": "\(device)"] }
}
