package import Messages
package import Tracking

/// Random values of every payload; times and numbers as they come out of our own programs.
package struct Arbitrary<Generator: RandomNumberGenerator> {
    package var generator: Generator

    package init(generator: Generator) { self.generator = generator }

    package mutating func number(_ range: ClosedRange<Double>, decimals: Double) -> Double {
        (Double.random(in: range, using: &generator) * decimals).rounded() / decimals
    }

    package mutating func integer(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

    package mutating func maybe<Value>(_ make: (inout Self) throws -> Value) rethrows -> Value? {
        try Bool.random(using: &generator) ? make(&self) : nil
    }

    package mutating func one<Value: CaseIterable>(of type: Value.Type) -> Value {
        let all = Array(Value.allCases)
        return all[integer(0...all.count - 1)]
    }

    package mutating func time() -> Timestamp { Timestamp(milliseconds: Int64(integer(1000...4_102_444_799_999))) }

    package mutating func text(_ lengths: ClosedRange<Int>) -> String {
        let letters: [Character] = ["a", "Z", "0", " ", "\"", "\\", "/", "\n", "\u{1}", "é", "€", "😀", "\u{7F}"]
        return String((0..<integer(lengths)).map { _ in letters[integer(0...letters.count - 1)] })
    }

    package mutating func name() throws -> Name {
        let letters = Array("abcXYZ019_-")
        return try Name(String((0..<integer(1...64)).map { _ in letters[integer(0...letters.count - 1)] }))
    }

    package mutating func coordinate() throws -> Coordinate {
        let decimals = Bool.random(using: &generator) ? 1e7 : 1e15
        return try Coordinate(
            latitude: number(0.1...89, decimals: decimals),
            longitude: number(-180...180, decimals: decimals)
        )
    }

    package mutating func position() throws -> Position {
        Position(coordinate: try coordinate(), accuracy: maybe { $0.number(0...500, decimals: 10) }, time: time())
    }

    package mutating func mark() -> FixMark {
        FixMark(boot: UInt32.random(in: 1...(.max), using: &generator), sequence: UInt32(integer(1...100_000)))
    }

    package mutating func extra() throws -> [ExtraKey] {
        let values = ["1", "null", "\"é\\n\"", "[1, {\"a\":[]}]", "{ }", "-1.5e3"]
        return try (0..<integer(0...3)).map { index in
            try ExtraKey(name: "x\(index)" + text(0...20), json: Array(values[integer(0...values.count - 1)].utf8))
        }
    }
}

extension Arbitrary {
    package mutating func fix() throws -> Fix {
        Fix(
            coordinate: try coordinate(),
            time: time(),
            accuracy: maybe { $0.number(0...2000, decimals: 100) },
            altitude: maybe { $0.number(-400...9000, decimals: 1e15) },
            verticalAccuracy: maybe { $0.number(0...100, decimals: 1) },
            speed: maybe { $0.number(0...300, decimals: 10) },
            course: maybe { $0.number(0...360, decimals: 10) }
        )
    }

    package mutating func location() throws -> LocationMessage {
        LocationMessage(
            fix: try fix(),
            createdAt: maybe { Timestamp(milliseconds: $0.time().wholeSeconds * 1000) },
            battery: maybe { $0.integer(0...100) },
            batteryStatus: maybe { $0.integer(0...3) },
            connection: maybe { $0.text(0...2) },
            trackerInitials: maybe { $0.text(0...20) },
            trigger: maybe { $0.text(1...1) },
            mark: maybe { $0.mark() },
            mode: maybe { $0.one(of: Mode.self) },
            source: maybe { $0.one(of: FixSource.self) },
            gateway: try maybe { try $0.name() },
            extra: try extra()
        )
    }

    package mutating func desired() throws -> Kept<DesiredState> {
        let reference = try maybe { try $0.position() }
        return Kept(
            DesiredState(
                version: integer(0...1_000_000),
                power: one(of: Power.self),
                reportEvery: maybe { $0.integer(1...86_400) },
                mode: one(of: ModePolicy.self),
                reference: reference,
                item: maybe { _ in try? ItemName("Keys") } ?? nil
            ),
            extra: try extra()
        )
    }

    package mutating func reported() throws -> Kept<ReportedState> {
        Kept(
            ReportedState(
                version: integer(0...1_000_000),
                power: one(of: Power.self),
                reportEvery: integer(1...86_400),
                mode: one(of: ModePolicy.self),
                firmware: text(0...30),
                model: text(0...30),
                boot: mark().boot,
                battery: integer(0...100),
                activeMode: one(of: Mode.self),
                hasButton: integer(0...1) == 1
            ),
            extra: try extra()
        )
    }

    package mutating func proximity() throws -> Kept<ProximityMessage> {
        Kept(
            ProximityMessage(
                time: time(),
                gateway: try name(),
                rssi: maybe { $0.integer(-127...20) },
                distance: number(0...100, decimals: 1000),
                sigma: number(0...50, decimals: 1000),
                samples: integer(0...1000),
                connects: integer(0...1) == 0
            ),
            extra: try extra()
        )
    }

    package mutating func state() throws -> Kept<StateMessage> {
        Kept(
            StateMessage(
                level: one(of: Level.self),
                distance: maybe { $0.number(0...100_000, decimals: 1000) },
                low: maybe { $0.number(0...100_000, decimals: 1000) },
                high: maybe { $0.number(0...100_000, decimals: 1000) },
                since: time(),
                activeMode: maybe { $0.one(of: Mode.self) },
                battery: maybe { $0.integer(0...100) },
                position: try maybe { try $0.position() },
                item: text(0...60),
                thresholds: try maybe {
                    let warning = $0.number(0.001...100, decimals: 1000)
                    return try Thresholds(warning: warning, critical: warning + $0.number(1...100, decimals: 1000))
                }
            ),
            extra: try extra()
        )
    }

    package mutating func alert() throws -> Kept<AlertMessage> {
        Kept(
            AlertMessage(
                id: text(1...30),
                event: one(of: AlertEvent.self),
                level: one(of: AlertLevel.self),
                previous: one(of: AlertLevel.self),
                threshold: number(0...100, decimals: 1000),
                distance: number(0...100_000, decimals: 1000),
                confidence: number(0...1, decimals: 10_000),
                owner: try name(),
                tracker: try name(),
                item: text(1...60),
                time: time(),
                lastPosition: try maybe { try $0.position() },
                link: maybe { $0.text(0...80) },
                episode: text(1...30)
            ),
            extra: try extra()
        )
    }

    package mutating func status() throws -> Kept<GatewayStatus> {
        let adapters = (0..<integer(0...3)).map { _ in
            GatewayStatus.Adapter(name: text(0...10), health: text(0...40))
        }
        return Kept(GatewayStatus(state: one(of: Availability.self), adapters: adapters), extra: try extra())
    }
}
