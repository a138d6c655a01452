import HTTPTypes
import Synchronization
import Web

/// Room for one backup at a time: each takes the size of the database on its disk.
final class BackupRoom: Sendable {
    private let isTaken = Mutex(false)
    /// Whether a backup is being made or sent.
    var isBusy: Bool { isTaken.withLock { $0 } }

    /// The one place, until nobody has it any more: also when an answer is never sent.
    final class Place: Sendable {
        private let room: BackupRoom

        fileprivate init(_ room: BackupRoom) { self.room = room }

        deinit { room.isTaken.withLock { $0 = false } }
    }

    /// Takes the place.
    ///
    /// - Throws: ``Problem`` when it is taken.
    func place() throws(Problem) -> Place {
        let wasTaken = isTaken.withLock { isTaken in
            defer { isTaken = true }
            return isTaken
        }
        if wasTaken {
            throw Problem(
                .tooManyRequests, "a backup is being made: try again when it is complete", headers: [.retryAfter: "30"]
            )
        }
        return Place(self)
    }
}
