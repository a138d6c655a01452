import Messages
import Tracking

/// The bytes of a text.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// The text of a payload, to compare with a literal.
func text(_ payload: [UInt8]) -> String { String(decoding: payload, as: UTF8.self) }

/// Values that many tests need.
enum Sample {
    /// 2026-05-01T09:00:00.250Z.
    static let time = Timestamp(milliseconds: 1_777_626_000_250)

    static var place: Coordinate {
        get throws { try Coordinate(latitude: 52.5200066, longitude: 13.4049541) }
    }

    static var position: Position {
        get throws { Position(coordinate: try place, accuracy: 4.5, time: time) }
    }

    static var keys: DeviceID {
        get throws { DeviceID(owner: try Name("sam"), device: try Name("keys")) }
    }

    static var trackerFix: TrackerFix {
        get throws {
            TrackerFix(
                fix: Fix(coordinate: try place, time: time, accuracy: 4.5, speed: 4.8, course: 271.5),
                mark: FixMark(boot: 17, sequence: 4211),
                mode: .cellular,
                source: .gnss,
                trigger: .periodic,
                battery: 87
            )
        }
    }

    /// A location with every key that we write.
    static let location = """
        {"_type":"location","lat":52.5200066,"lon":13.4049541,"tst":1777626000,"acc":4.5,"alt":34.2,"vac":3,"vel":4.8,\
        "cog":271.5,"batt":87,"bs":1,"conn":"m","tid":"ke","t":"p","created_at":1777626001,"seq":4211,"boot":17,\
        "mode":"cellular","src":"gnss","gw":"attic","tst_ms":1777626000250}
        """
}
