import Messages
import TestSupport
import Testing
import Tracking

/// What cannot be is refused with the field and what is expected there.
struct ReminderRefusalTests {
    private static func reminder(_ conditions: String) -> String { #"{"name":"Umbrella",\#(conditions)}"# }

    private static let sky = #""weather":{"sky":"rain"}"#

    @Test(arguments: [
        (
            #"{"name":"x"}"#,
            "payload: a condition: time, weather, availability, place or thing is expected, found nothing"
        ),
        (#"{\#(sky)}"#, "name: a value is expected, found nothing"),
        (#"{"name":"",\#(sky)}"#, "name: "), (#"{"name":7,\#(sky)}"#, "name: "),
        (#"{"_type":"rules","name":"x",\#(sky)}"#, "_type: "),
        (
            reminder(sky + #","colour":"pink""#),
            "colour: one of red, orange, green, blue, violet is expected, found \"pink\""
        ),
        (reminder(sky + #","enabled":"yes""#), "enabled: true or false is expected, found \"yes\""),
        (reminder(sky + #","made":"today""#), "made: a time in RFC 3339 is expected, found \"today\""),
        (reminder(sky + #","made":"2199-01-01T00:00:00Z""#), "made: a time from 1970 to 2099 is expected, "),
    ])
    func `a reminder`(payload: String, start: String) { expect(ReminderMessage.self, payload, start) }

    @Test(arguments: [
        (#"{"to":"09:00"}"#, "time.from: a value is expected, found nothing"),
        (#"{"from":"07:00"}"#, "time.to: a value is expected, found nothing"),
        (
            #"{"from":"24:00","to":"09:00"}"#,
            "time.from: a time such as \"07:30\", \"sunrise\" or \"sunset-30m\" is expected, "
        ),
        (#"{"from":"07:00","to":"sunset-13h"}"#, "time.to: a time such as "),
        (#"{"from":"07:00:30","to":"noon"}"#, "time.from: a time such as "),
        (#"{"from":7,"to":"9:00"}"#, "time.from: a text "),
        (#"{"from":"07:00","to":"7:00"}"#, "time.to: another time than from is expected, found \"7:00\""),
        (#"{"from":"07:00","to":"9:00","days":[]}"#, "time.days: a day of the week is expected, found []"),
        (#"{"from":"07:00","to":"9:00","days":["mo"]}"#, "time.days: days such as \"mon\" is expected, found [\"mo\"]"),
        (#"{"from":"07:00","to":"9:00","days":"mon"}"#, "time.days: an array of texts is expected, found \"mon\""),
        (#"{"from":"07:00","to":"9:00","days":[1]}"#, "time.days: an array of texts "),
        (#"{"from":"07:00","to":"9:00","zone":""}"#, "time.zone: a text of 1 to 64 characters is expected, found \"\""),
        (#"[{"from":"07:00","to":"9:00"},{"from":"17:00","to":"19:00"}]"#, "time: an object is expected, found [{"),
    ])
    func `a time of day`(time: String, start: String) {
        expect(ReminderMessage.self, Self.reminder(#""time":\#(time)"#), start)
    }

    @Test(arguments: [
        ("{}", "weather.sky: a sky or a bound such as temperature_below is expected, found nothing"),
        (#"{"within_s":60}"#, "weather.sky: a sky or a bound "),
        (
            #"{"sky":"sunny"}"#,
            "weather.sky: one of clear, clouds, rain, drizzle, thunderstorm, snow, fog is expected, "
        ),
        (
            #"{"sky":"rain","within_s":172801}"#,
            "weather.within_s: an integer from 0 to 172800 is expected, found 172801"
        ),
        (#"{"sky":"rain","within_s":-1}"#, "weather.within_s: an integer "),
        (#"{"sky":"rain","within_s":"8h"}"#, "weather.within_s: an integer "),
        (#"{"temperature_below":60.5}"#, "weather.temperature_below: a number from -90 to 60 is expected, found 60.5"),
        (#"{"wind_above":"strong"}"#, "weather.wind_above: a number from 0 to 120 is expected, found \"strong\""),
        (#"{"chance_above":101}"#, "weather.chance_above: a number from 0 to 100 "),
        (#"{"precipitation_above":301}"#, "weather.precipitation_above: a number from 0 to 300 "),
        (#"{"snow_depth_above":-1}"#, "weather.snow_depth_above: a number from 0 to 20 "),
        (#"{"sky":"rain","place":"Home"}"#, "weather.place: an object is expected, found \"Home\""),
        (
            #"{"sky":"rain","place":{"kind":"bakery","radius_m":100}}"#,
            "weather.place: a place other than the nearest of a kind is expected, found {"
        ),
        (#"{"sky":"rain","place":{"lat":91,"lon":1,"radius_m":5}}"#, "weather.place.lat: a number from -90 to 90 "),
    ])
    func `weather`(weather: String, start: String) {
        expect(ReminderMessage.self, Self.reminder(#""weather":\#(weather)"#), start)
    }

    @Test(arguments: [
        (
            "{}",
            "availability.free_s: one of free_s, in_event, begins_within_s and ends_within_s is expected, found nothing"
        ),
        (#"{"in_event":false}"#, "availability.free_s: one of free_s, "),
        (#"{"free_s":600,"in_event":true}"#, "availability.free_s: one of free_s, "),
        (#"{"free_s":599}"#, "availability.free_s: an integer from 600 to 604800 is expected, found 599"),
        (#"{"begins_within_s":59}"#, "availability.begins_within_s: an integer from 60 to 604800 "),
        (#"{"ends_within_s":604801}"#, "availability.ends_within_s: an integer from 60 to 604800 "),
        (#"{"in_event":1}"#, "availability.in_event: true or false is expected, found 1"),
        (#"{"free_s":600,"word":"x"}"#, "availability.word: no word beside free_s is expected, found \"x\""),
        (#"{"in_event":true,"word":" "}"#, "availability.word: a word that can be read is expected, found \" \""),
        (#"{"in_event":true,"word":""}"#, "availability.word: a text of 1 to 100 characters "),
    ])
    func `what the calendar says`(availability: String, start: String) {
        expect(ReminderMessage.self, Self.reminder(#""availability":\#(availability)"#), start)
    }

    @Test(arguments: [
        (#"{"place":"Home"}"#, "place.event: a value is expected, found nothing"),
        (
            #"{"event":"nears","place":"Home"}"#,
            "place.event: one of enters, leaves, within is expected, found \"nears\""
        ),
        (#"{"event":"enters"}"#, "place.place: a place, or lat and lon, or a kind is expected, found nothing"),
        (#"{"event":"enters","place":""}"#, "place.place: "),
        (
            #"{"event":"enters","place":"Home","lat":1}"#,
            "place.place: a place, or coordinates, or a kind, and not two of them is expected, found \"Home\""
        ),
        (
            #"{"event":"enters","kind":"bakery","lat":1}"#,
            "place.kind: coordinates or a kind, and not both is expected, "
        ),
        (#"{"event":"enters","kind":"bakery"}"#, "place.radius_m: a value is expected, found nothing"),
        (
            #"{"event":"enters","kind":"bakery","radius_m":19}"#,
            "place.radius_m: a number from 20 to 1000 is expected, found 19"
        ),
        (#"{"event":"enters","kind":"baker","radius_m":19}"#, "place.kind: one of supermarket, "),
        (#"{"event":"enters","lat":1,"lon":2}"#, "place.radius_m: a value is expected, found nothing"),
        (#"{"event":"enters","lat":1,"radius_m":50}"#, "place.lon: a value is expected, found nothing"),
        (
            #"{"event":"enters","lat":1,"lon":2,"radius_m":0.5}"#,
            "place.radius_m: a number from 1 to 10000 is expected, "
        ),
        (#"{"event":"enters","lat":0,"lon":0,"radius_m":50}"#, "place.lat: a position other than 0, 0 is expected, "),
        (#"{"event":"enters","points":[{"lat":1,"lon":2}]}"#, "place.points: 3 to 200 corners at most 20000 m apart "),
        (#"{"event":"enters","points":[{"lat":1}]}"#, "place.points[0].lon: a value is expected, found nothing"),
        (
            #"{"event":"enters","lat":1,"lon":2,"radius_m":50,"points":[{"lat":1,"lon":2}]}"#,
            "place.points: points or lat and lon, and not both is expected, found [{"
        ),
    ])
    func `a place`(place: String, start: String) {
        expect(ReminderMessage.self, Self.reminder(#""place":\#(place)"#), start)
    }

    @Test(arguments: [
        (#"{"is":"away"}"#, "thing.thing: a value is expected, found nothing"),
        (
            #"{"thing":"my umbrella","is":"away"}"#,
            "thing.thing: a name of 1 to 64 letters, digits, _ or - is expected, "
        ),
        (#"{"thing":"umbrella"}"#, "thing.is: is or battery_below is expected, found nothing"),
        (
            #"{"thing":"umbrella","is":"lost"}"#,
            "thing.is: one of with_owner, away, left_behind, at is expected, found \"lost\""
        ),
        (
            #"{"thing":"umbrella","is":"away","battery_below":20}"#,
            "thing.battery_below: is or battery_below, and not both "
        ),
        (
            #"{"thing":"umbrella","battery_below":0}"#,
            "thing.battery_below: an integer from 1 to 100 is expected, found 0"
        ),
        (#"{"thing":"umbrella","is":"at"}"#, "thing.place: a value is expected, found nothing"),
        (#"{"thing":"umbrella","is":"at","place":{}}"#, "thing.place.place: a place, or lat and lon, or a kind "),
        (
            #"{"thing":"umbrella","is":"at","place":{"kind":"bakery","radius_m":50}}"#,
            "thing.place: a place other than the nearest of a kind is expected, found {"
        ),
        (
            #"{"thing":"umbrella","is":"away","place":{"place":"Home"}}"#,
            "thing.place: nothing unless \"is\" is \"at\" is expected, found {"
        ),
    ])
    func `a thing`(thing: String, start: String) {
        expect(ReminderMessage.self, Self.reminder(#""thing":\#(thing)"#), start)
    }

    private static let event = """
        {"id":"1","event":"fired","owner":"sam","reminder":"umbrella","name":"x","time":"2026-05-01T09:00:00Z",\
        "why":[{"kind":"time","verdict":"holds","text":"now"}]}
        """

    @Test(arguments: [
        (#""id":"1""#, #""id":"""#, "id: a text of 1 to 200 characters "), (#""id":"1","#, "", "id: a value "),
        ("fired", "rang", "event: one of fired, repeated, dismissed, snoozed is expected, found \"rang\""),
        ("sam", "s m", "owner: a name of "), (#""umbrella""#, "7", "reminder: a text "),
        (#""name":"x","#, "", "name: a value "),
        ("2026-05-01T09:00:00Z", "today", "time: a time in RFC 3339 "),
        (#""kind":"time""#, #""kind":"tide""#, "why[0].kind: one of time, weather, availability, place, thing "),
        (#""verdict":"holds""#, #""verdict":"maybe""#, "why[0].verdict: one of holds, fails, unknown "),
        (#","text":"now""#, "", "why[0].text: a value "),
        (#""now""#, #""now","sigma_m":-1"#, "why[0].sigma_m: a number from 0 "),
        (#""now""#, #""now","battery_percent":101"#, "why[0].battery_percent: a number from 0 to 100 "),
        (#""now""#, #""now","sky":"sunny""#, "why[0].sky: one of clear, "),
        (#"[{"#, #"["x",{"#, "why: an array of objects "),
    ])
    func `what is told`(key: String, wrong: String, start: String) throws {
        _ = try ReminderEventMessage(decoding: bytes(Self.event))
        expect(ReminderEventMessage.self, Self.event.replacing(key, with: wrong), start)
    }

    @Test(arguments: [
        (#"{"status":"on"}"#, "status: one of disabled, waiting, unknown, holds is expected, found \"on\""),
        (#"{"told":"today"}"#, "told: a time in RFC 3339 "), (#"{"snoozed_until":7}"#, "snoozed_until: a text "),
        (#"{"side":"left"}"#, "side: one of inside, outside is expected, found \"left\""),
        (#"{"subjects":[1]}"#, "subjects: an array of texts "), (#"{"why":{}}"#, "why: an array is expected, found {}"),
    ])
    func `how it stands`(payload: String, start: String) { expect(ReminderStateMessage.self, payload, start) }

    private func expect<Value: Payload>(_ type: Value.Type, _ payload: String, _ start: String) {
        let error = #expect(throws: MessageError.self) { try Value(decoding: bytes(payload)) }
        let sentence = error?.description ?? "accepted"
        #expect(sentence.hasPrefix(start), "\(sentence)")
    }
}
