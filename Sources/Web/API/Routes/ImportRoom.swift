import HTTPTypes
import Synchronization
import Web

/// How many files may be on their way in.
final class ImportRoom: Sendable {
    /// The most at a time, of everybody: each takes its size on the disk.
    static let places = 4

    private let taken = Mutex(0)
    /// How many are on their way at this moment.
    var count: Int { taken.withLock { $0 } }

    /// One of the places, until nobody has it any more: also when an answer is never sent.
    final class Place: Sendable {
        private let room: ImportRoom

        fileprivate init(_ room: ImportRoom) { self.room = room }

        deinit { room.taken.withLock { $0 -= 1 } }
    }

    /// Takes one of the places.
    ///
    /// - Throws: ``Problem`` when all are taken.
    func place() throws(Problem) -> Place {
        let hasPlace = taken.withLock { taken in
            guard taken < Self.places else { return false }
            taken += 1
            return true
        }
        guard hasPlace else {
            throw Problem(
                .serviceUnavailable,
                "\(Self.places) files are being taken in: send it again later",
                headers: [.retryAfter: "10", .connection: "close"]
            )
        }
        return Place(self)
    }
}
