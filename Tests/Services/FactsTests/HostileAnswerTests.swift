import Reminders
import TestSupport
import Testing
import Tracking

@testable import Facts

/// Bytes of a server that is broken, or means ill.
struct HostileAnswerTests {
    private static let now = OpenMeteoServiceTests.noon
    private static let dav = """
        <multistatus xmlns="DAV:"><response><href>/a/</href><propstat><prop><resourcetype><collection/></resourcetype>
        <current-user-principal><href>/sam/</href></current-user-principal></prop><status>HTTP/1.1 200 OK</status>
        </propstat></response></multistatus>
        """

    /// An answer with some bytes changed, taken out or doubled.
    private func mangled(_ text: String, _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...8, using: &generator) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: 0 ... .max, using: &generator)
            case 1: bytes.removeSubrange(place..<min(bytes.count, place + 5))
            default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 20)], at: place)
            }
        }
        return bytes
    }

    @Test func `whatever comes is a forecast in order or a sentence`() throws {
        var generator = SeededGenerator(seed: 22)
        var read = 0
        for _ in 0..<3000 {
            let bytes = mangled(OpenMeteoServiceTests.answer, &generator)
            do throws(FactError) {
                let forecast = try OpenMeteo.forecast(bytes, at: Self.now)
                read += 1
                for (slot, next) in zip(forecast.slots, forecast.slots.dropFirst()) { #expect(slot.to <= next.from) }
                for slot in forecast.slots {
                    #expect(slot.from < slot.to && WeatherAnswer.isNear(slot.from, Self.now))
                    #expect(slot.weather.chance.map { (0...1).contains($0) } ?? true)
                }
            } catch { #expect(!error.description.isEmpty) }
            _ = try? MetNorway.forecast(bytes, at: Self.now)
            _ = try? OpenWeatherMap.forecast(bytes, .oneCall, at: Self.now)
            _ = try? Overpass.spots(bytes, .bakery)
        }
        #expect(read > 100)
    }

    @Test func `whatever a CalDAV server says leads on to the web or to a sentence`() throws {
        var generator = SeededGenerator(seed: 23)
        let parts = try #require(FactAddress.parts("https://sam:x@dav.example/"))
        var answered = 0
        for _ in 0..<3000 {
            var walk = CalDAVWalk(parts, isPublicOnly: true, at: Self.now)
            // Most of what is mangled is no XML any more; with one letter changed, enough of it is.
            var body = Array(Self.dav.utf8)
            if Bool.random(using: &generator) {
                let place = Int.random(in: 0..<body.count, using: &generator)
                body[place] = UInt8.random(in: 0x21...0x7E, using: &generator)
            } else {
                body = mangled(Self.dav, &generator)
            }
            let reply = FactReply(status: 207, body: body, url: "https://dav.example/")
            do throws(FactError) {
                _ = try walk.receive(reply, at: Self.now)
                answered += 1
                #expect(walk.request.url.hasPrefix("https://"))
                let isHome = FactAddress.origin(walk.request.url) == "https://dav.example:443"
                #expect(isHome || walk.request.authorization == nil)
            } catch { #expect(!error.description.isEmpty) }
        }
        #expect(answered > 100)
    }

    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sun Nov  6 08:49:37 1994", nil), ("0", nil), ("", nil),
            ("Sun, 99 Nov 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 24:49:37 GMT", nil),
            ("Sun, 06 Nov 99999 08:49:37 GMT", nil),
        ] as [(String, Int64?)])
    func `a date of a header is that of RFC 9110, or none`(text: String, seconds: Int64?) {
        #expect(HTTPDate.read(text)?.wholeSeconds == seconds)
    }
}
