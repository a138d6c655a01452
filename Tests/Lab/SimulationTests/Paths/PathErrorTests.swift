import Paths
import Testing

struct PathErrorTests {
    @Test(arguments: [
        ("a.gpx", "", "a.gpx: the file is empty"),
        ("a", "hello", "a:1: this is no path that can be read: GPX, NMEA 0183, GeoJSON or CSV is expected"),
        ("a.gpx", "<gpx/>", "a.gpx: there is no track point, route point or waypoint in it"),
        ("a.gpx", "<kml>\n</kml>", "a.gpx:1: this is no GPX: its outermost element is 'kml'"),
        ("a.gpx", "<gpx>\n<trk>", "a.gpx:2: the file ends in the middle of its XML"),
        ("a.gpx", "<gpx>\n<trk>\n<trkpt lat='1", "a.gpx:3: the file ends in the middle of its XML"),
        ("a.gpx", "<gpx>\n</trk>", "a.gpx:2: this is no well-formed XML: mismatched tag"),
        ("a.gpx", "<gpx>\n<wpt lat='91' lon='2'/></gpx>", "a.gpx:2: latitude 91.0 is outside -90 to 90"),
        ("a.gpx", "<gpx>\n<wpt lat='1' lon='-181'/></gpx>", "a.gpx:2: longitude -181.0 is outside -180 to 180"),
        ("a.gpx", "<gpx>\n<wpt lat='1,5' lon='2'/></gpx>", "a.gpx:2: the latitude '1,5' is no number"),
        ("a.gpx", "<gpx>\n<wpt lat='nan' lon='2'/></gpx>", "a.gpx:2: the latitude 'nan' is no number"),
        ("a.gpx", "<gpx>\n<wpt lat='1'/></gpx>", "a.gpx:2: the point has no lat or no lon"),
        (
            "a.gpx", "<gpx><wpt lat='1' lon='2'>\n<ele>high</ele></wpt></gpx>",
            "a.gpx:2: the elevation 'high' is no number"
        ),
        (
            "a.gpx", "<gpx><wpt lat='1' lon='2'>\n<time>noon</time></wpt></gpx>",
            "a.gpx:2: the time 'noon' is no date and time"
        ),
        (
            "a.gpx",
            """
            <gpx><trk><trkseg>
            <trkpt lat='1' lon='2'><time>2026-05-01T09:00:05Z</time></trkpt>
            <trkpt lat='1' lon='2'/>
            <trkpt lat='1' lon='2'><time>2026-05-01T09:00:04Z</time></trkpt></trkseg></trk></gpx>
            """,
            "a.gpx:4: the times run backwards: 2026-05-01T09:00:04.000Z comes after 2026-05-01T09:00:05.000Z"
        ),
        (
            "a.gpx", "<?xml version='1.0' encoding='klingon'?><gpx/>",
            "a.gpx:1: this is no well-formed XML: unknown encoding"
        ),
        ("a.nmea", "hello", "a.nmea:1: 'hello' is no NMEA 0183 sentence: it begins with '$'"),
        (
            "a.nmea", "\n$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6B",
            "a.nmea:2: the checksum is 6B, but the sentence adds up to 6A"
        ),
        (
            "a.nmea", "$GPRMC,123519,A,4807.038,N*",
            "a.nmea:1: the sentence is cut off: two digits are expected after '*'"
        ),
        ("a.nmea", "$GPRMC,123519,A,4807.038,N", "a.nmea:1: the sentence is cut off: ten fields are expected"),
        ("a.nmea", "$GPRMC,1235,A,4807,N,01131,E,,,230394", "a.nmea:1: the time '1235' is not hhmmss"),
        ("a.nmea", "$GPRMC,123519,A,4807,X,01131,E,,,230394", "a.nmea:1: the hemisphere is 'X': N or S is expected"),
        (
            "a.nmea", "$GPRMC,123519,A,9107,N,01131,E,,,230394",
            "a.nmea:1: latitude 91.11666666666666 is outside -90 to 90"
        ),
        ("a.nmea", "$GPRMC,123519,A,4807,N,01131,E,,,999999", "a.nmea:1: the date '999999' is not ddmmyy"),
        ("a.nmea", "$GPRMC,123519,V,,,,,,,230394", "a.nmea: there is no point with a position in it"),
        ("a.json", "{\n\"type\": ", "a.json:2: the file ends in the middle of its JSON"),
        ("a.json", "{\n\"type\" 3", "a.json:2: this is no JSON: ':' is expected, '3' stands there"),
        ("a.json", "{} {}", "a.json:1: this is no JSON: the end of the file is expected, '{' stands there"),
        ("a.json", "{\"type\": \"Point\"}", "a.json:1: there is no LineString in it"),
        ("a.json", "{\"type\": \"LineString\"}", "a.json:1: the line has no list of coordinates"),
        (
            "a.json", "{\"type\": \"LineString\", \"coordinates\": []}",
            "a.json: there is no point with a position in it"
        ),
        (
            "a.json", "{\"type\": \"LineString\", \"coordinates\": [[1, 2],\n[1]]}",
            "a.json:2: a position [longitude, latitude] is expected"
        ),
        (
            "a.json", "{\"type\": \"LineString\", \"coordinates\": [\n[14, 95]]}",
            "a.json:2: latitude 95.0 is outside -90 to 90"
        ),
        (
            "a.json",
            "{\"type\": \"Feature\", \"properties\": {\"times\": []}, \"geometry\":\n{\"type\": \"LineString\", \"coordinates\": [[1, 2]]}}",
            "a.json:2: there are 0 times for 1 positions"
        ),
        ("a.csv", "time,north,east\n1,2,3", "a.csv:1: a header with lat and lon is expected: time,lat,lon[,alt]"),
        ("a.csv", "time,lat,lon\n1,2,three", "a.csv:2: the longitude 'three' is no number"),
        ("a.csv", "time,lat,lon\n1,2", "a.csv:2: a latitude and a longitude are expected"),
        ("a.csv", "time,lat,lon\n1,2,300", "a.csv:2: longitude 300.0 is outside -180 to 180"),
        (
            "a.csv", "time,lat,lon\nnoon,2,3",
            "a.csv:2: the time 'noon' is neither: RFC 3339 or seconds are expected"
        ),
        (
            "a.csv", "time,lat,lon\n5,2,3\n4,2,3",
            "a.csv:3: the times run backwards: 1970-01-01T00:00:04.000Z comes after 1970-01-01T00:00:05.000Z"
        ),
        ("a.csv", "time,lat,lon\n", "a.csv: there is no point with a position in it"),
    ])
    func `a malformed path is refused in one sentence with its line`(file: String, text: String, sentence: String) {
        #expect(errorText { _ = try points(text, file: file) } == sentence)
    }

    @Test func `entities that multiply are stopped`() {
        var text = "<!DOCTYPE gpx [<!ENTITY a '\(String(repeating: "x", count: 1000))'>"
        for (name, inner) in zip("bcdefghi", "abcdefgh") {
            text += "<!ENTITY \(name) '\(String(repeating: "&\(inner);", count: 10))'>"
        }
        text += "]><gpx>&i;<wpt lat='1' lon='2'/></gpx>"
        #expect(errorText { _ = try points(text, file: "a.gpx") }.hasPrefix("a.gpx:1: this is no well-formed XML: "))
    }

    @Test func `an entity from outside is not fetched`() throws {
        let text =
            "<!DOCTYPE gpx [<!ENTITY a SYSTEM 'file:///etc/hostname'>]><gpx><wpt lat='1' lon='2'><ele>&a;</ele></wpt></gpx>"
        #expect(try points(text, file: "a.gpx").first?.altitude == nil)
    }

    @Test(arguments: ["a.gpx", "a.nmea", "a.json", "a.csv"])
    func `a missing file is named`(file: String) {
        #expect(errorText { _ = try Path(file: "nowhere/\(file)") } == "nowhere/\(file): there is no such file")
    }

    @Test(arguments: [
        ("a.gpx", "<gpx><trk><trkpt lat='1' lon='2'><ele>3</ele><time>2026-05-01T09:00:05Z</time></trkpt></trk></gpx>"),
        ("a.nmea", "$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\n"),
        ("a.json", #"{"type": "LineString", "coordinates": [[14.5, 46, 3e2], [14.6, -46.1]], "x": "\u00e9\n"}"#),
        ("a.csv", "time,lat,lon,alt\n2026-05-01T09:00:00Z,46,14.5,300\n5,46.1,14.6,\n"),
    ])
    func `changed bytes never crash a reader`(file: String, text: String) {
        var generator = FuzzGenerator(seed: 3)
        for _ in 0..<3000 {
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[index] = UInt8.random(in: 0...255, using: &generator)
            }
            bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator) / 4)
            let message = errorText { _ = try Path(bytes: bytes, file: file) }
            #expect(message.isEmpty || message.hasPrefix(file))
            #expect(!message.contains("\n"))
        }
    }
}
