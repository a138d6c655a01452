package import Store
package import Tracking

/// A picture as it was sent, recognised by its first bytes.
///
/// ``cleaned`` has what is seen, and nothing of where, when and with what it was taken.
package struct PhotoFile: Sendable {
    let kind: PhotoRow.Kind
    /// The picture without what else is told in it.
    let cleaned: [UInt8]

    /// The most bytes of a picture.
    package static let limit = 5 << 20

    /// Why bytes are no picture that is kept.
    package enum Invalid: Error, Hashable, CustomStringConvertible {
        case unknown
        case damaged(PhotoRow.Kind, at: Int)

        package var description: String {
            switch self {
            case .unknown: "the photo: a JPEG, PNG or WebP picture is expected, found something else"
            case .damaged(let kind, let place):
                "the photo: it begins as \(kind.rawValue), and is damaged at byte \(place)"
            }
        }
    }

    package init(_ bytes: [UInt8]) throws(Invalid) {
        switch bytes {
        case _ where bytes.starts(with: [0xFF, 0xD8, 0xFF]): (kind, cleaned) = (.jpeg, try JPEGFile.cleaned(bytes))
        case _ where bytes.starts(with: PNGFile.signature): (kind, cleaned) = (.png, try PNGFile.cleaned(bytes))
        case _ where WebPFile.isOne(bytes): (kind, cleaned) = (.webp, try WebPFile.cleaned(bytes))
        default: throw .unknown
        }
    }

    /// The picture as it is kept, set at a time.
    package func row(at now: Timestamp) -> PhotoRow { PhotoRow(kind: kind, data: cleaned, updated: now) }
}
