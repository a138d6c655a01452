import Bluetooth
import TestSupport
import Testing
import Tracking

@testable import Clouds

/// The forms in which Hologram tells what a device has sent.
struct HologramWebhookTests {
    @Test(arguments: ["router", "log", "template", "topics"])
    func `each documented form tells the device and what it has sent`(form: String) throws {
        let delivery = try HologramWebhook.read(CloudFixtures.recorded(form))
        #expect(delivery == CloudDelivery(device: "1502", payload: Array(CloudFixtures.location.utf8)))
    }

    @Test(arguments: [
        (#"{"device":{"id":7},"device_id":8,"tags":["_DEVICE_9_"],"data":"AQ=="}"#, "7"),
        (#"{"device_id":8,"tags":["_DEVICE_9_"],"data":"AQ=="}"#, "8"),
        (#"{"device":{"name":"x"},"tags":["a","_DEVICE_x_","_DEVICE_9_"],"data":"AQ"}"#, "9"),
        (#"{"device":{"id":1.0e1},"data":"A\nQ=="}"#, "10"),
    ])
    func `the device is named by the nearest that names one`(body: String, device: String) throws {
        #expect(try HologramWebhook.read(Array(body.utf8)) == CloudDelivery(device: device, payload: [1]))
    }

    @Test(arguments: [
        (["_IMEI_CHANGE_"], true), (["_IMEI_FIRST_"], true), (["_API_RESP_"], true), (["FIXES", "_SOCKETAPI_"], false),
    ])
    func `a topic of the cloud's own says that it may speak itself`(tags: [String], isOfCloud: Bool) throws {
        let delivery = try HologramWebhook.read(CloudFixtures.body([1], tags: tags))
        #expect(delivery.mayBeOfCloud == isOfCloud)
    }

    @Test(arguments: [
        ("", "the body: the file ends in the middle of its JSON"),
        ("payload=1", "the body: this is no JSON: a JSON value is expected, 'p' stands there"),
        ("[]", "the body: a JSON object is expected"),
        (#"{"data":"AQ=="}"#, #"device: {"id": …} is expected, or 'device_id', or the topic _DEVICE_…_ among 'tags'"#),
        (#"{"device_id":-1,"data":"AQ=="}"#, "the device: the number of a device in Hologram's dashboard is expected"),
        (#"{"device_id":1.5,"data":"AQ=="}"#, "the device: the number of a device in Hologram's dashboard is expected"),
        (#"{"device_id":[1],"data":"AQ=="}"#, "the device: the number of a device in Hologram's dashboard is expected"),
        (#"{"device_id":1}"#, "data: what the device has sent is expected, in base64"),
        (#"{"device_id":1,"data":""}"#, "data: what the device has sent is expected, in base64"),
        (#"{"device_id":1,"data":"%%%"}"#, "data: what the device has sent is expected, in base64"),
        (#"{"device_id":1,"data":7}"#, "data: what the device has sent is expected, in base64"),
    ])
    func `any other body is refused with what is expected`(body: String, sentence: String) {
        do throws(CloudRefusal) {
            _ = try HologramWebhook.read(Array(body.utf8))
            Issue.record("it is read")
        } catch { #expect("\(error)" == sentence) }
    }

    @Test func `deep and long bodies are refused, not read`() {
        let wide = "{\"a\":[" + String(repeating: "1,", count: 20_000) + "1]}"
        for body in [String(repeating: "[", count: 60_000), wide] {
            #expect(throws: CloudRefusal.self) { try HologramWebhook.read(Array(body.utf8)) }
        }
    }
}
