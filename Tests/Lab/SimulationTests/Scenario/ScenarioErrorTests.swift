import Simulation
import Testing

/// What is wrong with a scenario as a whole, and with whom it names.
struct ScenarioErrorTests {
    private let directory: PathDirectory

    init() throws { directory = try PathDirectory() }

    @Test(arguments: [
        ("seeds: 3", "x.yaml:4: unknown key 'seeds', did you mean 'seed'?"),
        ("seed: -1", "x.yaml:4: 'seed' is '-1': a whole number is expected"),
        (
            "duration: 0s",
            "x.yaml:4: 'duration' is '0s': a duration such as 5m10s, 1h or 250ms from 1ms to 36525d is expected"
        ),
        ("start: yesterday", "x.yaml:4: 'start' is 'yesterday': a moment such as 2026-05-01T09:00:00Z is expected"),
        (
            "start: 1999-12-31T23:59:59Z",
            "x.yaml:4: 'start' is '1999-12-31T23:59:59Z': a moment from 2000-01-01 to 2100-01-01 is expected"
        ),
        (
            "start: 2100-01-01T00:00:01Z",
            "x.yaml:4: 'start' is '2100-01-01T00:00:01Z': a moment from 2000-01-01 to 2100-01-01 is expected"
        ),
        (
            "vehicles: [{id: bus}]",
            "x.yaml:4: nothing says where it is: position, points, path, aboard or, for a tracker, with is expected"
        ),
        ("fleet: []", "x.yaml:4: at least one variation is expected"),
        ("fleet: [{weight: 0}]", "x.yaml:4: 'weight' is '0': a whole number from 1 to 100000 is expected"),
        (
            "fleet: [{report-every: 100ms}]",
            "x.yaml:4: 'report-every' is '100ms': a duration such as 5m10s, 1h or 250ms from 1s to 1d is expected"
        ),
        ("fleet: [{wieght: 2}]", "x.yaml:4: unknown key 'wieght', did you mean 'weight'?"),
        (
            "walls: [{polygon: [[1, 2]], attenuation-db: 8}]",
            "x.yaml:4: 2 to 200 corners [latitude, longitude] are expected"
        ),
        ("walls: [{polygon: [[1, 2], [1, 3]]}]", "x.yaml:4: 'attenuation-db' is missing"),
        (
            "walls: [{polygon: [[1, 2], [1, 3]], attenuation-db: -8}]",
            "x.yaml:4: 'attenuation-db' is '-8': a number from 0 to 100 dB is expected"
        ),
        ("vehicles: [{id: bus, with: sam}]", "x.yaml:4: unknown key 'with'"),
        (
            "vehicles: [{id: bus, position: [1, 2]}]\ngateways: [{id: a, aboard: tram}]",
            "x.yaml:5: 'tram' is not the id of a vehicle: bus is expected"
        ),
        (
            "vehicles: [{id: bus, position: [1, 2]}]\ngateways: [{id: a, aboard: bus, carried-by: sam}]",
            "x.yaml:5: gateway 'a' needs one of carried-by, position and aboard"
        ),
        ("noise: {gnss: 3}", "x.yaml:4: 'gnss' is '3': none or a mapping (key: value) is expected"),
        (
            "noise: {surroundings: rural}",
            "x.yaml:4: 'surroundings' is 'rural': one of open-sky, urban or indoor is expected"
        ),
        ("noise: {gnss: {hdob: 3}}", "x.yaml:4: unknown key 'hdob', did you mean 'hdop'?"),
        ("noise: {radio: {bias-db: -1}}", "x.yaml:4: 'bias-db' is '-1': a number from 0 to 40 dB is expected"),
        ("noise: {cellular: {saving: deep}}", "x.yaml:4: 'saving' is 'deep': one of psm, edrx or none is expected"),
        (
            "noise: {gnss: {white-share: 60%, fast-share: 50%}}",
            "x.yaml:4: white-share and fast-share are more than 100% together"
        ),
        ("noise: loud", "x.yaml:4: 'noise' is 'loud': one of none, open-sky, urban or indoor is expected"),
        ("households: [[sam]]", "x.yaml:4: a household has two owners at least"),
        ("households: [[sam, bem]]", "x.yaml:4: 'bem' is not the id of an owner: sam is expected"),
        (
            "households: [[sam, sam]]",
            "x.yaml:4: 'sam' is given twice: nobody is in a household more than once"
        ),
        ("households: sam", "x.yaml:4: 'households' is 'sam': a list is expected"),
        ("gateways: [{id: a}]", "x.yaml:4: gateway 'a' needs one of carried-by, position and aboard"),
        ("gateways: [{id: a, carried-by: sem}]", "x.yaml:4: 'sem' is not the id of an owner, did you mean 'sam'?"),
        (
            "gateways:\n  - {id: a, carried-by: sam}\n  - {id: a, position: [1, 2]}",
            "x.yaml:6: id 'a' is given twice, first in line 5"
        ),
        ("gateways: [{id: a, position: [1, 200]}]", "x.yaml:4: longitude 200.0 is outside -180 to 180"),
        (
            "gateways: [{id: a, position: [1]}]",
            "x.yaml:4: 'position' is a list: a position [latitude, longitude] is expected"
        ),
    ])
    func `a wrong top part is refused with its place`(text: String, sentence: String) {
        #expect(directory.fault(PathDirectory.walk + text) == sentence)
    }

    @Test(arguments: [
        ("id: alerts, position: [1, 2]", "x.yaml:3: no owner may be called 'alerts': topics of the bus have that name"),
        ("id: guard, position: [1, 2]", "x.yaml:3: no owner may be called 'guard': topics of the bus have that name"),
        (
            "id: gateway, position: [1, 2]",
            "x.yaml:3: no owner may be called 'gateway': topics of the bus have that name"
        ),
        (
            "id: a/b, position: [1, 2]",
            "x.yaml:3: 'id' is 'a/b': a name of 1 to 64 letters, digits, '_' or '-' is expected"
        ),
        (
            "id: sam",
            "x.yaml:3: nothing says where it is: position, points, path, aboard or, for a tracker, with is expected"
        ),
        (
            "id: sam, position: [1, 2], path: a.gpx",
            "x.yaml:3: 'position' and 'path' both say where it is: one is expected"
        ),
        ("id: sam, position: [1, 2], speed: 3", "x.yaml:3: 'speed' only goes with 'path'"),
        (
            "id: sam, path: paths/walk.csv, speed: 0",
            "x.yaml:3: 'speed' is '0': a number from 0.01 to 1000 m/s is expected"
        ),
        ("id: sam, position: [1, 2], loop: true", "x.yaml:3: 'loop' only goes with 'path'"),
        ("id: sam, points: [{at: 0s, lat: 1, lon: 2}], offset: 3s", "x.yaml:3: 'offset' only goes with 'path'"),
        (
            "id: sam, path: paths/walk.csv, start: 61s",
            "x.yaml:3: 'start' is '61s': a time up to the path's end, 1m, is expected"
        ),
        (
            "id: sam, path: paths/walk.csv, start: 20s, end: 10s",
            "x.yaml:3: 'end' is '10s': a time from 'start', 20s, to the path's end, 1m, is expected"
        ),
        (
            "id: sam, path: paths/walk.csv, start: 20s, end: 40s, offset: 30s",
            "x.yaml:3: 'offset' is '30s': a time up to what is played of the path, 20s, is expected"
        ),
        (
            "id: sam, path: paths/walk.csv, start: 20s, end: 20s, loop: yes",
            "x.yaml:3: 'loop' needs a path that takes some time"
        ),
        ("id: sam, path: paths/none.csv", "x.yaml:3: the path cannot be read: paths/none.csv: there is no such file"),
        (
            "id: sam, path: paths/bad.csv",
            "x.yaml:3: the path cannot be read: paths/bad.csv:2: latitude 96.0 is outside -90 to 90"
        ),
        ("id: sam, points: []", "x.yaml:3: at least one point {at:, lat:, lon:} is expected"),
        ("id: sam, points: [{at: 0s, lat: 1}]", "x.yaml:3: 'lon' is missing"),
        (
            "id: sam, points: [{at: 5s, lat: 1, lon: 2}, {at: 4s, lat: 1, lon: 2}]",
            "x.yaml:3: the times run backwards: 4s comes after 5s"
        ),
        ("id: sam, with: ana", "x.yaml:3: unknown key 'with'"),
    ])
    func `a wrong owner is refused with its place`(text: String, sentence: String) {
        let rest = "trackers: [{id: keys, owner: sam, with: sam}]\n"
        #expect(directory.fault("name: Walk\nowners:\n  - {\(text)}\n\(rest)") == sentence)
    }

    @Test(arguments: [
        ("id: keys, with: sam", "x.yaml:4: 'owner' is missing"),
        ("id: keys, owner: tom, with: sam", "x.yaml:4: 'tom' is not the id of an owner: sam is expected"),
        ("id: keys, owner: sam, with: tom", "x.yaml:4: 'tom' is not the id of an owner: sam is expected"),
        (
            "id: keys, owner: sam",
            "x.yaml:4: nothing says where it is: position, points, path, aboard or, for a tracker, with is expected"
        ),
        (
            "id: keys, owner: sam, with: sam, position: [1, 2]",
            "x.yaml:4: 'position' and 'with' both say where it is: one is expected"
        ),
        (
            "id: keys, owner: sam, with: sam, report-every: 1500ms",
            "x.yaml:4: 'report-every' is '1500ms': a whole number of seconds is expected"
        ),
        (
            "id: keys, owner: sam, with: sam, state: on",
            "x.yaml:4: 'state' is 'on': one of active, off or factory-new is expected"
        ),
        (
            "id: keys, owner: sam, with: sam, item: ''",
            "x.yaml:4: 'item' is '': a name of 1 to 60 characters without control characters is expected"
        ),
        (
            "id: keys, owner: sam, with: sam, rules: {warning-m: 5}",
            "x.yaml:4: 'warning-m' and 'critical-m' come together: both are expected"
        ),
        (
            "id: keys, owner: sam, with: sam, rules: {warning-m: 5, critical-m: 4}",
            "x.yaml:4: 'critical-m' is '4': a number above 'warning-m', 5 m, is expected"
        ),
        (
            "id: keys, owner: sam, with: sam, rules: {warning-m: 0, critical-m: 4}",
            "x.yaml:4: 'warning-m' is '0': a number from 0.001 to 100000 m is expected"
        ),
        ("id: keys, owner: sam, with: sam, rules: {quite: x}", "x.yaml:4: unknown key 'quite', did you mean 'quiet'?"),
        (
            "id: keys, owner: sam, with: sam, rules: {quiet: {from: '25:00', to: '06:00'}}",
            "x.yaml:4: 'quiet': two different times of day such as 22:00-07:00 are expected, found '25:00-06:00'"
        ),
        ("id: keys, owner: sam, with: sam, rules: {places: [{name: Home}]}", "x.yaml:4: 'at' is missing"),
        (
            "id: keys, owner: sam, with: sam, rules: {places: [{name: Home, at: [1, 2], radius-m: 0}]}",
            "x.yaml:4: 'radius-m' is '0': a number from 1 to 10000 m is expected"
        ),
        (
            "id: keys, owner: sam, with: sam, rules: {places: [{name: Home, points: [[1, 2], [1, 3]]}]}",
            "x.yaml:4: 3 to 200 corners are expected, found 2"
        ),
        (
            "id: keys, owner: sam, with: sam, state: factory-new, rules: {}",
            "x.yaml:4: 'rules' does not go with 'state: factory-new': it is nobody's yet"
        ),
    ])
    func `a wrong tracker is refused with its place`(text: String, sentence: String) {
        let owners = "name: Walk\nowners: [{id: sam, position: [1, 2]}]"
        #expect(directory.fault("\(owners)\ntrackers:\n  - {\(text)}\n") == sentence)
    }

    @Test(arguments: [
        ("name: x\nowners: []\ntrackers: []", "x.yaml:2: at least one owner is expected"),
        ("name: x\nowners: [{id: sam, position: [1, 2]}]\ntrackers: []", "x.yaml:3: at least one tracker is expected"),
        ("name: x\nowners: [{id: sam, position: [1, 2]}]", "x.yaml:1: 'trackers' is missing"),
        ("owners: []", "x.yaml:1: 'name' is missing"),
        (
            "name: x\nowners: [{id: sam, position: [1, 2]}]\ntrackers: [{id: keys, owner: sam, with: sam}]",
            "x.yaml:1: 'duration' is missing: nothing moves here that could tell it"
        ),
        (
            "name: x\ntrackers: []\nowners:\n  - {id: sam, position: [1, 2]}\n  - {id: sam, position: [1, 2]}",
            "x.yaml:5: id 'sam' is given twice, first in line 4"
        ),
        (
            "name: x\nowners:\n  - {id: \(String(repeating: "a", count: 60)), position: [1, 2]}\ntrackers: []",
            "x.yaml:3: '\(String(repeating: "a", count: 60))' is too long to name a gateway after: write a list of gateways"
        ),
    ])
    func `a file without its main parts is refused`(text: String, sentence: String) {
        #expect(directory.fault(text) == sentence)
    }

    @Test func `an unknown device names the places searched`() {
        let text = PathDirectory.walk.replacing("with: sam", with: "with: sam, device: nobody")
        let message = directory.fault(text)
        #expect(message == "x.yaml:3: device 'nobody' is unknown: there is no nobody.yaml in devices or ../devices")
    }
    @Test func `no change of a scenario's text makes the reader crash`() {
        let text =
            PathDirectory.walk + """
                events:
                  - {at: 5s, tracker: keys, do: drop}
                  - {at: 6s, messages: {drop: 5%}}
                expect:
                  - {tracker: keys, alert: warning, by: 10s}
                """
        let pieces = [
            "", "[", "{", "}", ":", "\n", " ", "-", "99999999999999999999", "&a ", "*a", "é", "\u{0}", "%", "null",
        ]
        var generator = FuzzGenerator(seed: 9)
        for _ in 0..<1500 {
            var characters = Array(text)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let index = Int.random(in: 0..<characters.count, using: &generator)
                let piece = pieces[Int.random(in: 0..<pieces.count, using: &generator)]
                characters.replaceSubrange(index...index, with: Array(piece))
            }
            let message = directory.fault(String(characters))
            #expect(message.isEmpty || message.hasPrefix("x.yaml"))
            #expect(!message.contains("\n"))
        }
    }
}
