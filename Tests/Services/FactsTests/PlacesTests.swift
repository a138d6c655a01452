import Reminders
import TestSupport
import Testing
import Tracking

@testable import Facts

/// Overpass' and Nominatim's interfaces in their documented form.
struct PlacesTests {
    @Test func `Overpass is asked with limits for a box around the cell, and for nothing of a user's`() throws {
        let cell = Cell.spots(of: try Coordinate(latitude: 52.5163, longitude: 13.3777))
        let source = Overpass(url: "https://overpass.example/api/interpreter")
        let request = try #require(
            source.conversation(for: .spots(.railwayStation, cell), at: OpenMeteoServiceTests.noon)
        ).request
        #expect(request.method == .post && request.url == "https://overpass.example/api/interpreter")
        #expect(
            Overpass.query(.railwayStation, cell)
                == "[out:json][timeout:20][maxsize:33554432];("
                + "nwr[\"railway\"=\"station\"](52.48,13.31,52.56,13.45);"
                + "nwr[\"railway\"=\"halt\"](52.48,13.31,52.56,13.45););out center 500;"
        )
        #expect(String(decoding: request.body ?? [], as: UTF8.self).hasPrefix("data=%5Bout%3Ajson%5D"))
    }

    @Test func `each kind has tags that are safe in a query`() {
        for kind in SpotKind.allCases {
            #expect(!kind.tags.isEmpty)
            for tag in kind.tags {
                let isSafe = (tag.key + tag.value).utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }
                #expect(isSafe, "\(kind)")
            }
        }
    }

    @Test func `nodes and the centres of buildings become spots`() throws {
        let body = #"""
            {"version":0.6,"generator":"Overpass API","elements":[
            {"type":"node","id":1,"lat":52.5,"lon":13.4,"tags":{"shop":"bakery","name":"Brot & Söhne",
            "addr:street":"Hauptstraße","addr:housenumber":"7","addr:city":"Berlin"}},
            {"type":"way","id":2,"center":{"lat":52.51,"lon":13.41},"nodes":[1],"tags":{"shop":"bakery"}},
            {"type":"node","id":3,"lat":99,"lon":13.4},{"type":"relation","id":4}]}
            """#
        let spots = try Overpass.spots(Array(body.utf8), .bakery)
        #expect(spots.map(\.name) == ["Brot & Söhne", nil])
        #expect(spots.first?.address == "Hauptstraße 7, Berlin" && spots.last?.position.latitude == 52.51)
        #expect(try Overpass.spots(Array(#"{"elements":[]}"#.utf8), .bakery).isEmpty)
        #expect(throws: FactError.self) {
            let broken = #"{"elements":[],"remark":"runtime error: Query timed out"}"#
            return try Overpass.spots(Array(broken.utf8), .bakery)
        }
    }

    @Test func `an address is searched for, and found with its name`() throws {
        let nominatim = Nominatim(url: "https://nominatim.example", suggests: false)
        let request = nominatim.request("Straße 7 & more", languages: "de")
        #expect(
            request.url
                == "https://nominatim.example/search?format=jsonv2&limit=10&q=Stra%C3%9Fe%207%20%26%20more"
        )
        #expect(request.headers["Accept-Language"] == "de")
        let body =
            #"[{"place_id":1,"lat":"52.5","lon":"13.4","name":"","display_name":"7, Straße, Berlin"},{"lat":"x"}]"#
        let expected = Spot(
            name: nil, position: try Coordinate(latitude: 52.5, longitude: 13.4), address: "7, Straße, Berlin"
        )
        #expect(try Nominatim.spots(Array(body.utf8)) == [expected])
        #expect(throws: FactError.self) { try Nominatim.spots(Array(#"{"error":"x"}"#.utf8)) }
    }
}
