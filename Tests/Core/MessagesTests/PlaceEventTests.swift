import Messages
import TestSupport
import Testing
import Tracking

struct PlaceEventTests {
    @Test
    func `a transition says who crossed which border when`() throws {
        let payload = bytes(
            """
            {"_type":"transition","wtst":1777000000,"lat":52.5,"lon":13.25,"tst":1777626000,"acc":20,"tid":"ph",\
            "event":"leave","desc":"Home","t":"c"}
            """
        )
        let event = try PlaceEvent(decoding: payload)
        #expect(event.kind == .transition)
        #expect(event.event == .leave)
        #expect(event.place == "Home")
        #expect(event.time == Timestamp(milliseconds: 1_777_626_000_000))
        #expect(event.coordinate == (try Coordinate(latitude: 52.5, longitude: 13.25)))
        #expect(event.encoded() == payload)
    }

    @Test(arguments: [
        #"{"_type":"waypoint","desc":"Home","tst":5,"rad":100}"#,
        #"{"_type":"waypoint","desc":"Home","tst":5,"lat":0,"lon":0}"#,
    ])
    func `a waypoint may have no position`(payload: String) throws {
        let event = try PlaceEvent(decoding: bytes(payload))
        #expect(event.kind == .waypoint)
        #expect(event.event == nil)
        #expect(event.coordinate == nil)
    }

    @Test(arguments: [
        (#"{"tst":5}"#, MessageError.Reason.missing), (#"{"_type":"location","tst":5}"#, .range),
        (#"{"_type":"transition","tst":5}"#, .missing), (#"{"_type":"transition","event":"jump","tst":5}"#, .range),
        (#"{"_type":"waypoint"}"#, .missing), (#"{"_type":"waypoint","tst":5,"lat":1}"#, .missing),
        (#"{"_type":"waypoint","tst":5,"lat":91,"lon":1}"#, .range),
    ])
    func `what is neither is refused`(payload: String, reason: MessageError.Reason) {
        let error = #expect(throws: MessageError.self) { try PlaceEvent(decoding: bytes(payload)) }
        #expect(error?.reason == reason)
    }
}
