public import Tracking

extension Position: GATTValue {
    public init(gattValue bytes: [UInt8]) throws(GATTValueError) {
        var reader = try GATTReader(versioned: "reference", bytes)
        self = try reader.position()
    }

    public var gattValue: [UInt8] {
        var writer = GATTWriter.versioned
        writer.put(self)
        return writer.bytes
    }
}

extension FixMark: GATTValue {
    public init(gattValue bytes: [UInt8]) throws(GATTValueError) {
        var reader = try GATTReader(versioned: "stored mark", bytes)
        self = try reader.mark()
    }

    public var gattValue: [UInt8] {
        var writer = GATTWriter.versioned
        writer.put(self)
        return writer.bytes
    }
}
