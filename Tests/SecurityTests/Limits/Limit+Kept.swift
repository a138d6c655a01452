@testable import API
@testable import Console
@testable import History
@testable import Messages
@testable import Recorder
@testable import Store
@testable import Web

extension Limit {
    /// What is kept of what others send.
    static var kept: [Limit] {
        [
            Limit("text in a message", "\(JSONText.longest) bytes", for: "a message", by: "LongTextTests"),
            Limit(
                "positions of one millisecond",
                "\(StoreTransaction.mostOfOneMoment)",
                for: "a device",
                by: "IngestTests",
                "HistoryClockTests"
            ),
            Limit(
                "keys of a position that are not ours",
                bytes(StoredFix.longestExtra),
                for: "each",
                by: "IngestTests"
            ),
            Limit("refused messages", "\(QuarantineRow.most), shared", for: "all senders", by: "QuarantineTests"),
            Limit(
                "bytes of a refused message",
                bytes(QuarantineRow.longestPayload),
                for: "each",
                by: "QuarantineTests"
            ),
            Limit("operations", "\(OperationRegistry.most), shared", for: "all accounts", by: "OperationShareTests"),
            Limit(
                "devices made by posting over HTTP",
                "\(HistoryCore.mostPhonesOfOwner)",
                for: "an owner",
                by: "PostTests"
            ),
            Limit("devices made by posting over HTTP", "\(HistoryCore.mostPhones)", for: "all", by: "PostTests"),
            Limit("posts that wait for the broker", "\(HistoryCore.mostWaiting)", for: "all", by: "PostTests"),
        ]
    }
}
