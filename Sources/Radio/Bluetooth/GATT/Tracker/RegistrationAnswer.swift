public import Tracking

/// What a tracker answers to a registration.
public struct RegistrationAnswer: Hashable, Sendable {
    public enum Status: UInt8, Hashable, Sendable, CaseIterable {
        /// Bound, until the link ends; for good once it is confirmed.
        case accepted
        /// It has another owner, who has to let it go first.
        case otherOwner
    }

    public var status: Status
    public var number: TrackerNumber

    public init(status: Status, number: TrackerNumber) {
        self.status = status
        self.number = number
    }
}

extension RegistrationAnswer: GATTValue {
    public init(gattValue bytes: [UInt8]) throws(GATTValueError) {
        var reader = try GATTReader(versioned: "registration answer", bytes)
        let status = try reader.word("status", Status.allCases)
        self.init(status: status, number: try reader.trackerNumber())
    }

    public var gattValue: [UInt8] {
        var writer = GATTWriter.versioned
        writer.put(status.rawValue)
        writer.put(bytes: number.bytes)
        return writer.bytes
    }
}
