public import Tracking

/// Why a device that is not known yet may not post over HTTP.
public struct TooManyPhones: Error, Hashable, Sendable, CustomStringConvertible {
    /// Whose devices are too many; nil for those of all owners together.
    public let owner: Name?

    public init(owner: Name?) { self.owner = owner }

    public var description: String {
        guard let owner else {
            return "\(HistoryCore.mostPhones) devices have posted here, and no more are taken"
        }
        return "\(owner) has \(HistoryCore.mostPhonesOfOwner) devices that post, and no more are taken: "
            + "post as one of them"
    }
}
