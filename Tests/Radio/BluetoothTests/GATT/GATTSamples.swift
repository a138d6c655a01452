import Bluetooth
import Tracking

/// The values whose bytes docs/protocol.md shows.
enum GATTSample {
    static let number = TrackerNumber(0x0011_2233_4455_6677)

    static var position: Position {
        get throws {
            Position(
                coordinate: try Coordinate(latitudeE7: 465_512_345, longitudeE7: -144_567_890),
                accuracy: 4.5,
                time: Timestamp(milliseconds: 1_777_626_000_250)
            )
        }
    }

    static var fix: SentFix {
        get throws {
            var fix = Fix(coordinate: try position.coordinate, time: try position.time, accuracy: 4.5)
            (fix.altitude, fix.verticalAccuracy, fix.speed, fix.course) = (-1.25, 8, 3.6, 271.5)
            return SentFix(
                TrackerFix(
                    fix: fix,
                    mark: FixMark(boot: 3, sequence: 258),
                    mode: .bluetooth,
                    source: .gnss,
                    trigger: .asked,
                    battery: 87
                ),
                sent: Timestamp(milliseconds: 1_777_626_001_000)
            )
        }
    }

    static var registration: Registration {
        get throws {
            try Registration(
                owner: Name("sam"),
                device: Name("keys"),
                gateway: Name("den"),
                reportEvery: 600,
                broker: "mqtts://b:8883",
                user: "u",
                password: "pw"
            )
        }
    }

    static var desired: DesiredState {
        get throws {
            DesiredState(version: 7, power: .on, reportEvery: 600, mode: .auto, item: try ItemName("Keys"))
        }
    }

    static let state = ReportedState(
        version: 7,
        power: .on,
        reportEvery: 600,
        mode: .auto,
        firmware: "1.0.0",
        model: "t1",
        boot: 3,
        battery: 87,
        activeMode: .bluetooth
    )
}
