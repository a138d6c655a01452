import Bluetooth
import Tracking

/// Why a tag of somebody else is not made to ring, in one sentence that says what to do instead.
enum StrangerRingError: Error, Hashable, CustomStringConvertible {
    case notHeard(String)
    case own(DeviceID)
    /// What no profile fits.
    case unknown(String)
    case nearOwner(String)
    /// It says nothing of its owner.
    case untold(String, advice: String)
    case silent(String, advice: String?)
    case ringing(String)
    case notRinging(String)
    /// Somebody wanted it silent before it rang.
    case stopped(String)
    /// It cannot be stopped.
    case endless(String)
    /// What the tag said, in a sentence.
    case refused(String)
    case radio(RadioError)

    var description: String {
        switch self {
        case .notHeard(let identity):
            "\(identity) is not heard at present: bring the gateway near it, or look whether it has another address by now"
        case .own(let device): "this is \(device), which is paired here: 'tagalong ring \(device)' rings it"
        case .unknown(let title):
            "'\(title)' is no tag of a network that lets strangers ring: look for it by its signal"
        case .nearOwner(let model):
            "this \(model) says that its owner is near, and rings for strangers only while it is away from its owner"
        case .untold(let model, let advice):
            "this \(model) does not say that it is away from its owner, and is left alone. \(advice)"
        case .silent(let model, let advice):
            "this \(model) cannot be made to ring by a stranger" + (advice.map { ". \($0)" } ?? "")
        case .ringing(let identity): "\(identity) is being rung already"
        case .notRinging(let identity): "\(identity) is not being rung by this gateway"
        case .stopped(let identity): "\(identity) was told to fall silent before it rang"
        case .endless(let model): TagRinger.endless(model)
        case .refused(let reason): reason
        case .radio(let error): "\(error)"
        }
    }
}
