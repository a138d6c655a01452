import Simulation
import Testing

/// What is wrong with what is to happen in a scenario, and with what is expected of it.
struct ScenarioEventErrorTests {
    private let directory: PathDirectory

    init() throws { directory = try PathDirectory() }

    @Test(arguments: [
        ("tracker: keys, do: drop", "x.yaml:5: 'at' is missing"),
        (
            "at: -5s, tracker: keys, do: drop",
            "x.yaml:5: 'at' is '-5s': a duration such as 5m10s, 1h or 250ms is expected"
        ),
        ("at: 5s, tracker: keys", "x.yaml:5: 'do' is missing: nothing says what happens"),
        ("at: 5s, tracker: keys, do: drp", "x.yaml:5: 'do' is 'drp', did you mean 'drop'?"),
        ("at: 5s, do: drop", "x.yaml:5: 'drop' happens to a tracker: 'tracker' is missing"),
        ("at: 5s, tracker: key, do: drop", "x.yaml:5: 'key' is not the id of a tracker, did you mean 'keys'?"),
        ("at: 5s, tracker: keys, do: drop, by: sam", "x.yaml:5: 'by' does not go with 'drop'"),
        (
            "at: 5s, tracker: keys, do: pick-up, by: tom",
            "x.yaml:5: 'tom' is not the id of an owner: sam is expected"
        ),
        ("at: 5s, tracker: keys, do: broker-down", "x.yaml:5: 'tracker' does not go with 'broker-down'"),
        (
            "at: 5s, do: gateway-down, gateway: hall",
            "x.yaml:5: 'hall' is not the id of a gateway: gateway-sam is expected"
        ),
        ("at: 5s, tracker: keys, do: battery", "x.yaml:5: 'battery' is missing: what it says is not told"),
        ("at: 5s, tracker: keys, battery: 101", "x.yaml:5: 'battery' is '101': a number from 0 to 100 % is expected"),
        ("at: 5s, tracker: keys, battery: 1, skew-clock: 1h", "x.yaml:5: 'skew-clock' does not go with 'battery'"),
        ("at: 5s, do: phone-off", "x.yaml:5: 'phone-off' happens to an owner: 'owner' is missing"),
        ("at: 5s, owner: tom, do: phone-off", "x.yaml:5: 'tom' is not the id of an owner: sam is expected"),
        ("at: 5s, owner: sam, do: drop", "x.yaml:5: 'owner' does not go with 'drop'"),
        ("at: 5s, tracker: keys, do: phone-on", "x.yaml:5: 'tracker' does not go with 'phone-on'"),
        (
            "at: 5s, tracker: keys, owner: sam, do: gnss-lost",
            "x.yaml:5: 'gnss-lost' happens to 'owner' or to 'tracker': one is expected"
        ),
        (
            "at: 5s, do: coverage-lost",
            "x.yaml:5: 'coverage-lost' happens to a tracker or to an owner: 'tracker' or 'owner' is missing"
        ),
        ("at: 5s, owner: sam, do: board", "x.yaml:5: 'vehicle' is missing"),
        ("at: 5s, owner: sam, do: board, vehicle: bus", "x.yaml:5: there is no 'bus': the file declares none"),
        (
            "at: 5s, do: alight",
            "x.yaml:5: 'alight' happens to a tracker or to an owner: 'tracker' or 'owner' is missing"
        ),
        ("at: 5s, owner: sam, do: alight, loop: true", "x.yaml:5: 'loop' does not go with 'alight' without 'path'"),
        ("at: 5s, tracker: keys, do: drop, vehicle: bus", "x.yaml:5: 'vehicle' does not go with 'drop'"),
        ("at: 5s, report-every: 3m", "x.yaml:5: 'report-every' happens to an owner: 'owner' is missing"),
        (
            "at: 5s, owner: sam, report-every: 0s",
            "x.yaml:5: 'report-every' is '0s': a duration such as 5m10s, 1h or 250ms from 1ms to 1d is expected"
        ),
        ("at: 5s, messages: {drop: 5}", "x.yaml:5: 'drop' is '5': a percentage from 0% to 100% is expected"),
        ("at: 5s, messages: {dorp: 5%}", "x.yaml:5: unknown key 'dorp', did you mean 'drop'?"),
        (
            "at: 5s, tracker: keys, do: follow",
            "x.yaml:5: nothing says where it is: position, points, path, aboard or, for a tracker, with is expected"
        ),
    ])
    func `a wrong event is refused with its place`(text: String, sentence: String) {
        #expect(directory.fault(PathDirectory.walk + "events:\n  - {\(text)}") == sentence)
    }

    @Test(arguments: [
        (
            "tracker: keys",
            "x.yaml:5: one claim for each entry is expected: alert, no-alert, alerts, mode, level, fixes, battery, "
                + "distance or position"
        ),
        (
            "tracker: keys, alert: none, mode: off",
            "x.yaml:5: one claim for each entry is expected: alert, no-alert, alerts, mode, level, fixes, battery, "
                + "distance or position"
        ),
        ("alert: none", "x.yaml:5: 'tracker' is missing"),
        ("tracker: kyes, alert: none", "x.yaml:5: 'kyes' is not the id of a tracker, did you mean 'keys'?"),
        ("tracker: keys, alert: loud", "x.yaml:5: 'alert' is 'loud': one of none, warning or critical is expected"),
        ("tracker: keys, alert: none, by: 40s, after: 50s", "x.yaml:5: 'by' 40s is before 'after' 50s"),
        ("tracker: keys, alert: none, until: 4m", "x.yaml:5: 'until' does not go with 'alert'"),
        ("tracker: keys, no-alert: false", "x.yaml:5: 'no-alert' is 'false': true is expected"),
        ("tracker: keys, no-alert: true, by: 4m", "x.yaml:5: 'by' does not go with 'no-alert'"),
        (
            "tracker: keys, fixes: {}",
            "x.yaml:5: 'fixes' needs at-least, at-most or both, the first not above the second"
        ),
        (
            "tracker: keys, alerts: {level: critical}",
            "x.yaml:5: 'alerts' needs at-least, at-most or both, the first not above the second"
        ),
        (
            "tracker: keys, alerts: {level: none, at-least: 1}",
            "x.yaml:5: 'level' is 'none': one of warning or critical is expected"
        ),
        (
            "tracker: keys, distance: {at-least: 3, at-most: 2}",
            "x.yaml:5: 'distance' needs at-least, at-most or both, the first not above the second"
        ),
        ("tracker: keys, position: {of: truth}", "x.yaml:5: 'within-m' is missing"),
        ("tracker: keys, position: {within-m: 3, of: fix}", "x.yaml:5: 'of' is 'fix': truth is expected"),
        ("tracker: keys, alert: critical, throughout: true", "x.yaml:5: 'throughout' does not go with 'alert'"),
        ("tracker: keys, mode: off, throughout: no", "x.yaml:5: 'throughout' is 'no': true is expected"),
        (
            "tracker: keys, alert: critical, within: 6s",
            "x.yaml:5: 'within' and 'of' come together: a duration and the label of an event"
        ),
        (
            "tracker: keys, alert: critical, within: 6s, of: left",
            "x.yaml:5: there is no 'left': the file declares none"
        ),
        ("tracker: keys, fixes: {atleast: 4}", "x.yaml:5: unknown key 'atleast', did you mean 'at-least'?"),
    ])
    func `a wrong expectation is refused with its place`(text: String, sentence: String) {
        #expect(directory.fault(PathDirectory.walk + "expect:\n  - {\(text)}") == sentence)
    }

    /// The walk takes a minute.
    @Test(arguments: [
        (
            "events:\n  - {tracker: keys, at: 61s, do: drop}",
            "x.yaml:5: 'at' is '61s': a time up to the scenario's end, 1m, is expected"
        ),
        (
            "expect:\n  - {tracker: keys, alert: warning, by: 61s}",
            "x.yaml:5: 'by' is '61s': a time up to the scenario's end, 1m, is expected"
        ),
        (
            "expect:\n  - {tracker: keys, no-alert: true, until: 2m}",
            "x.yaml:5: 'until' is '2m': a time up to the scenario's end, 1m, is expected"
        ),
        (
            "expect:\n  - {tracker: keys, mode: off,\n     after: 1h}",
            "x.yaml:6: 'after' is '1h': a time up to the scenario's end, 1m, is expected"
        ),
        (
            "step: 7s\nevents:\n  - {at: 57s, tracker: keys, do: drop}",
            "x.yaml:6: 'at' is '57s': a time up to the scenario's last step, 56s, is expected"
        ),
        ("step: 7s\nexpect:\n  - {tracker: keys, no-alert: true, after: 50s, until: 60s}", ""),
        ("events:\n  - {at: 60s, tracker: keys, do: drop}\nexpect:\n  - {tracker: keys, mode: off, by: 60s}", ""),
    ])
    func `what lies beyond the end of the scenario is refused with its place`(text: String, sentence: String) {
        #expect(directory.fault(PathDirectory.walk + text) == sentence)
    }

    @Test(arguments: [
        ("within: 6s, of: lft", "x.yaml:8: 'lft' is not the label of an event, did you mean 'left'?"),
        ("within: 6s, of: left, by: 30s", "x.yaml:8: 'by' does not go with 'within' and 'of'"),
        ("within: 41s, of: left", "x.yaml:8: 'within' is '41s': at most 40s, what is then left, is expected"),
        ("within: 40s, of: left", ""),
    ])
    func `a delay reckons from an event that has that label`(words: String, sentence: String) {
        let events = """
            events:
              - {at: 20s, tracker: keys, do: drop, label: left}
              - {at: 30s, tracker: keys, do: drop, label: again}

            """
        let expectation = "expect:\n  - {tracker: keys, alert: critical, \(words)}"
        #expect(directory.fault(PathDirectory.walk + events + expectation) == sentence)
    }

    @Test func `two events cannot have one label`() {
        let fault = directory.fault(
            PathDirectory.walk + """
                events:
                  - {at: 20s, tracker: keys, do: drop, label: left}
                  - {at: 30s, tracker: keys, do: drop, label: left}
                """
        )
        #expect(fault == "x.yaml:6: label 'left' is given twice, first in line 5")
    }
}
