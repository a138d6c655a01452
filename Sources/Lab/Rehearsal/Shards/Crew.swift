import Dispatch
import Synchronization

/// Threads that share out pieces of work among them.
enum Crew {
    /// Does each piece once, on at most so many threads, this one among them; returns when all are done.
    ///
    /// Who is done with one takes the next, so that a piece that takes long holds up nobody.
    static func work(_ pieces: Int, workers: Int, _ body: @Sendable (Int) -> Void) {
        guard workers > 1, pieces > 1 else {
            for piece in 0..<pieces { body(piece) }
            return
        }
        let next = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: min(workers, pieces)) { _ in
            while true {
                let piece = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard piece < pieces else { return }
                body(piece)
            }
        }
    }
}
