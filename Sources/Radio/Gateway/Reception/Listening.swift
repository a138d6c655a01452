import Bluetooth
import Tracking

/// Until when it is known that an adapter would have heard what there was to hear.
enum Listening: Hashable, Sendable {
    /// It heard something then; whether it goes on to hear shows with the next that it hears, or its scan begins anew.
    case heard(Timestamp)
    /// Its scan was begun anew, and nothing was heard since: it is believed.
    case begun
    /// Nothing is known until something is heard, or its scan begins anew.
    case unknown

    init(_ proof: ScanProof, at now: Timestamp) {
        self =
            switch proof {
            case .heard: .heard(now)
            case .begun: .begun
            case .doubted: .unknown
            }
    }

    /// Until when silence is known to be one; nil for not at all.
    func known(at now: Timestamp) -> Timestamp? {
        switch self {
        case .heard(let time): min(time, now)
        case .begun: now
        case .unknown: nil
        }
    }
}
