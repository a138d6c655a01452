internal import Tracking

/// Why something that a cloud has sent was not published, in one sentence for whoever looks into the cloud's log.
public enum CloudRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no such cloud, or the token is another; which of the two is nobody's business.
    case noCloud
    /// The body is no JSON.
    case notJSON(String)
    /// The body is JSON of another kind.
    case form(String)
    /// The cloud's device is nobody's tracker.
    case unknownDevice(String)
    /// The device sent something else than a tracker does.
    case payload(String)
    /// The broker does not have it: it is to be sent again.
    case unavailable(String)

    public var description: String {
        switch self {
        case .noCloud: "there is nothing here: the address ends in the name of a cloud and its token"
        case .notJSON(let sentence), .form(let sentence), .payload(let sentence): sentence
        case .unknownDevice(let device):
            "device \(device.excerpt(40)) is not among the 'devices' of this cloud in clouds.yaml"
        case .unavailable(let reason): "\(reason); it is to be sent again later"
        }
    }
}
