import Access
import Synchronization
import Tracking

/// Counts what each source does, in so much memory at most.
///
/// When there is no room for another source, those that have been silent for longest are forgotten; a source that comes
/// from so many networks that it is forgotten itself could have begun anew from each of them anyway.
final class SourceRates: Sendable {
    private let rates: RequestRates
    /// Sources in each of the two halves of the memory.
    private let room: Int
    private let state = Mutex(State())

    private struct Subject: Hashable {
        let network: NetworkAddress
        let kind: RequestRates.Kind
    }

    private struct State {
        var current: [Subject: TokenBucket] = [:]
        var previous: [Subject: TokenBucket] = [:]
    }

    init(_ rates: RequestRates, room: Int = 8192) { (self.rates, self.room) = (rates, room) }

    /// Counts something that a source does; nil, or the seconds until it may.
    func consume(_ kind: RequestRates.Kind, _ address: NetworkAddress, at now: Timestamp) -> Double? {
        let (subject, rate) = (Subject(network: address.network, kind: kind), rates[kind])
        return state.withLock { state in
            var bucket =
                state.current[subject] ?? state.previous.removeValue(forKey: subject) ?? TokenBucket(rate, at: now)
            let wait = bucket.consume(rate, at: now)
            if state.current.count >= room, state.current[subject] == nil {
                (state.previous, state.current) = (state.current, [:])
            }
            state.current[subject] = bucket
            return wait
        }
    }

    /// The seconds until a source may do something that is counted later, when it is known to be that; nil for now.
    func wait(_ kind: RequestRates.Kind, _ address: NetworkAddress, at now: Timestamp) -> Double? {
        let subject = Subject(network: address.network, kind: kind)
        return state.withLock { state in
            guard var bucket = state.current[subject] ?? state.previous[subject] else { return nil }
            return bucket.consume(rates[kind], at: now)
        }
    }

    var count: Int { state.withLock { $0.current.count + $0.previous.count } }
}
