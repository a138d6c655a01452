import Messages
import Testing
import Tracking

/// What each reader of the bus asks before it passes a message on: no value that cannot be is told by anybody.
@Suite struct RefusedMessageTests {
    /// A message that counts, and the values that its keys must not have.
    struct Case: Sendable, CustomTestStringConvertible {
        let topic: Topic
        let payload: String
        /// The key in the payload with its value, and what stands there instead.
        let key: String
        let wrong: String

        var testDescription: String { "\(topic): \(key) becomes \(wrong)" }
        var broken: String { payload.replacing(key, with: wrong) }
    }

    private static func keys() throws -> DeviceID {
        DeviceID(owner: try Name("sam"), device: try Name("keys"))
    }

    private static let time = #""2026-05-01T09:00:00.250Z""#
    private static let far = #""9999-01-01T00:00:00.000Z""#
    private static let position = #"{"lat":52.5,"lon":13.4,"acc":4.5,"time":\#(time)}"#
    private static let reported = """
        {"_type":"reported","version":7,"power":"on","report_every_s":600,"mode":"auto","firmware":"1","model":"T1",\
        "boot":3,"battery":87,"active_mode":"bluetooth"}
        """
    private static let state = """
        {"_type":"state","level":"near","distance_m":3.1,"distance_low_m":2.1,"distance_high_m":4.1,"since":\(time),\
        "active_mode":"cellular","battery":87,"position":\(position),"item":"Keys","room":"Hall","room_confidence":0.9,\
        "warning_m":5,"critical_m":10}
        """
    private static let alert = """
        {"_type":"alert","id":"a-1","event":"raised","level":"warning","previous":"none","threshold_m":5,\
        "distance_m":7.5,"confidence":0.99,"owner":"sam","tracker":"keys","item":"Keys","time":\(time),\
        "last_position":\(position),"episode":"e-1"}
        """
    private static let status = """
        {"_type":"status","state":"online","adapters":[{"name":"hci0","health":"scanning"}],"lat":52.5,"lon":13.4}
        """
    private static let proximity = """
        {"_type":"proximity","time":\(time),"gateway":"attic","rssi":-71,"distance_m":3.125,"sigma_m":1.5,"samples":12}
        """
    private static let sensors = """
        {"_type":"sensors","time":\(time),"gateway":"attic","battery":87,"temperature_c":21.5,"humidity":50}
        """
    private static let seen = """
        {"_type":"seen","time":\(time),"address":"C0:FF:EE:00:12:34","adapter":"C0:FF:EE:00:12:35","rssi":-71,\
        "distance_m":3.1,"battery":87}
        """
    private static let location = """
        {"_type":"location","lat":52.5,"lon":13.4,"tst":1777626000,"acc":4.5,"vel":4.8,"batt":87}
        """
    private static let desired = #"{"_type":"desired","version":7,"power":"on","report_every_s":600,"mode":"auto"}"#
    private static let rules = #"{"_type":"rules","warning_m":5,"critical_m":10,"quiet":"22:00-07:00"}"#

    private static func messages(_ keys: DeviceID, _ attic: Name) -> [(Topic, String, [(String, [String])])] {
        [
            (
                .reported(keys), reported,
                [
                    (#""battery":87"#, [#""battery":900"#, #""battery":-1"#, #""battery":"full""#]),
                    (#""report_every_s":600"#, [#""report_every_s":0"#, #""report_every_s":1e9"#]),
                    (#""power":"on""#, [#""power":"maybe""#, #""powers":"on""#]), (#""boot":3"#, [#""boot":0"#]),
                    (#""active_mode":"bluetooth""#, [#""active_mode":7"#]), (#""version":7"#, [#""version":-7"#]),
                ]
            ),
            (
                .state(keys), state,
                [
                    (#""battery":87"#, [#""battery":900"#]),
                    (#""distance_m":3.1"#, [#""distance_m":-3"#, #""distance_m":1e9"#]),
                    (#""distance_low_m":2.1"#, [#""distance_low_m":-1"#]),
                    (#""distance_high_m":4.1"#, [#""distance_high_m":1e300"#]),
                    (#""lat":52.5"#, [#""lat":91"#, #""lat":"north""#]), (#""lon":13.4"#, [#""lon":-181"#]),
                    (#""acc":4.5"#, [#""acc":-4"#, #""acc":1e300"#]),
                    (#""since":\#(time)"#, [#""since":\#(far)"#, #""since":1"#]),
                    (#""time":\#(time)"#, [#""time":\#(far)"#, #""time":"soon""#]),
                    (#""level":"near""#, [#""level":"nearly""#]),
                    (#""room_confidence":0.9"#, [#""room_confidence":90"#]), (#""warning_m":5"#, [#""warning_m":50"#]),
                ]
            ),
            (
                .alert(keys), alert,
                [
                    (#""distance_m":7.5"#, [#""distance_m":-1"#, #""distance_m":1e9"#]),
                    (#""confidence":0.99"#, [#""confidence":99"#]), (#""level":"warning""#, [#""level":"red""#]),
                    (#""time":\#(time),"last"#, [#""time":\#(far),"last"#]), (#""lat":52.5"#, [#""lat":-90.1"#]),
                ]
            ),
            (
                .gatewayStatus(attic), status,
                [
                    (#""lat":52.5"#, [#""lat":99"#, #""north":1"#]), (#""lon":13.4"#, [#""lon":999"#, #""east":1"#]),
                    (#""state":"online""#, [#""state":"up""#]),
                ]
            ),
            (
                .proximity(keys), proximity,
                [
                    (#""rssi":-71"#, [#""rssi":71"#]), (#""distance_m":3.125"#, [#""distance_m":1e9"#]),
                    (#""sigma_m":1.5"#, [#""sigma_m":-1"#]), (#""samples":12"#, [#""samples":-1"#]),
                    (#""time":\#(time)"#, [#""time":\#(far)"#]),
                ]
            ),
            (
                .sensors(keys), sensors,
                [
                    (#""battery":87"#, [#""battery":101"#]), (#""temperature_c":21.5"#, [#""temperature_c":5000"#]),
                    (#""humidity":50"#, [#""humidity":-1"#]), (#""time":\#(time)"#, [#""time":\#(far)"#]),
                ]
            ),
            (
                .gatewaySeen(attic), seen,
                [
                    (#""battery":87"#, [#""battery":900"#]), (#""rssi":-71"#, [#""rssi":200"#]),
                    (#""distance_m":3.1"#, [#""distance_m":1e9"#]), (#""time":\#(time)"#, [#""time":\#(far)"#]),
                ]
            ),
            (
                .location(keys), location,
                [
                    (#""batt":87"#, [#""batt":900"#]), (#""lat":52.5"#, [#""lat":99"#]),
                    (#""acc":4.5"#, [#""acc":1e300"#]),
                    (#""tst":1777626000"#, [#""tst":99999999999"#]), (#""vel":4.8"#, [#""vel":1e300"#]),
                ]
            ),
            (
                .desired(keys), desired,
                [(#""report_every_s":600"#, [#""report_every_s":-1"#]), (#""power":"on""#, [#""power":"maybe""#])]
            ),
            (
                .rules(keys), rules,
                [
                    (#""warning_m":5"#, [#""warning_m":-5"#, #""warning_m":11"#]),
                    (#""quiet":"22:00-07:00""#, [#""quiet":"at night""#]),
                ]
            ),
            (.availability(keys), "online", [("online", ["on", "\"online\"", "{}"])]),
            (
                .result(keys), #"{"id":"c-1","ok":true}"#,
                [(#""ok":true"#, [#""ok":1"#]), (#""id":"c-1""#, [#""id":"""#])]
            ),
        ]
    }

    private static func cases() throws -> [Case] {
        messages(try keys(), try Name("attic")).flatMap { topic, payload, keys in
            keys.flatMap { key, values in values.map { Case(topic: topic, payload: payload, key: key, wrong: $0) } }
        }
    }

    @Test(arguments: try cases()) func `a value that cannot be is refused on every topic`(_ each: Case) throws {
        #expect(each.topic.refusal(of: bytes(each.payload)) == nil)
        #expect(each.broken != each.payload)
        #expect(each.topic.refusal(of: bytes(each.broken)) != nil)
    }

    @Test func `an empty message takes back what was kept, and a picture is what it is`() throws {
        #expect(try Topic.reported(Self.keys()).refusal(of: []) == nil)
        #expect(try Topic.photo(Self.keys()).refusal(of: [0xFF, 0xD8]) == nil)
    }

    @Test func `a refusal names the key`() throws {
        let broken = bytes(Self.reported.replacing(#""battery":87"#, with: #""battery":900"#))
        #expect(
            try Topic.reported(Self.keys()).refusal(of: broken)?.description
                == "battery: a number from 0 to 100 is expected, found 900"
        )
    }
}
