public import Tracking

/// The photo of an item.
public struct PhotoRow: Hashable, Sendable {
    /// The forms in which a photo is kept.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case jpeg = "image/jpeg"
        case png = "image/png"
        case webp = "image/webp"
    }

    public var kind: Kind
    public var data: [UInt8]
    public var updated: Timestamp

    public init(kind: Kind, data: [UInt8], updated: Timestamp) {
        (self.kind, self.data, self.updated) = (kind, data, updated)
    }
}

/// What there is to say of a photo without it.
public struct PhotoSummary: Hashable, Sendable {
    public var kind: PhotoRow.Kind
    /// Bytes.
    public var size: Int
    public var updated: Timestamp

    public init(kind: PhotoRow.Kind, size: Int, updated: Timestamp) {
        (self.kind, self.size, self.updated) = (kind, size, updated)
    }
}
