import Alerts
import Ranging
import Testing
import Tracking

@Suite struct RestraintTests {
    private func observe(
        _ engine: inout AlertEngine,
        _ distance: Double,
        _ restraint: Restraint = .none
    ) throws -> AlertChange? {
        engine.observe(
            .literal(Separation(distance: distance, sigma: 0)),
            at: Timestamp(seconds: distance),
            thresholds: .standard,
            restraint: restraint,
            of: DeviceID(owner: try Name("sam"), device: try Name("keys")),
            now: Timestamp(seconds: distance)
        )
    }

    @Test(arguments: [Restraint.snoozed, .quiet])
    func `the level is known while it is not told`(restraint: Restraint) throws {
        var engine = AlertEngine()
        _ = try observe(&engine, 0)
        #expect(try observe(&engine, 7, restraint) == nil)
        #expect(engine.level == .warning)
        #expect(engine.told == AlertLevel.none)
        #expect(engine.episode == nil)
        #expect(try observe(&engine, 7)?.event == .raised)
    }

    @Test
    func `what was held back and is over is never told`() throws {
        var engine = AlertEngine()
        _ = try observe(&engine, 0)
        #expect(try observe(&engine, 20, .snoozed) == nil)
        #expect(try observe(&engine, 1, .snoozed) == nil)
        #expect(try observe(&engine, 1) == nil)
        #expect(engine.count == 0)
    }

    @Test
    func `an engine goes on from its record with what it has told`() throws {
        var engine = AlertEngine()
        _ = try observe(&engine, 7)
        _ = try observe(&engine, 20, .snoozed)
        let second = AlertEngine(record: engine.record)
        #expect(second == engine)
        #expect(second?.told == .warning)
    }

    @Test(arguments: [
        ("1 critical e1 5000 3", AlertLevel.critical, AlertLevel.critical), ("1 none - 5000 4", .none, .none),
    ])
    func `a record of the first release has told every level`(record: String, level: AlertLevel, told: AlertLevel) {
        let engine = AlertEngine(record: record)
        #expect(engine?.level == level)
        #expect(engine?.told == told)
    }

    @Test(arguments: ["", "2 near none - - 0", "3 none none - - 0", "2 none none - - x", "1 none"])
    func `what is no record is none`(record: String) {
        #expect(AlertEngine(record: record) == nil)
    }
}
