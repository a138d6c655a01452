import Console
import Exchange
import Foundation
import Store
import Testing
import Tracking

/// OwnTracks' `tid`, which a map shows for a device.
@Suite(.timeLimit(.minutes(30)))
struct InitialsTests {
    @Test(arguments: [
        (#""tid":"ap","#, #""tid":"ap""#), (#""tid":7,"#, #""tid":7"#), ("", #""tid":"ne""#),
        (#""tid":"","#, #""tid":"""#), (#""tid":"ne","#, #""tid":"ne""#), (#""tid":"\u017e\"","#, #""tid":"ž\"""#),
    ])
    func `initials are told, exported and imported as they were sent, once`(sent: String, told: String) async throws {
        let body = #"{"_type":"location",\#(sent)"lat":46.05,"lon":14.5,"tst":1780000180,"bs":1,"m":1}"#
        let phone = DeviceID(owner: try Name("sam"), device: try Name("phone"))
        let (answers, line) = try await withConsole { console in
            _ = try await console.post(body)
            let paths = ["/api/0/last", "/api/0/locations?\(OwnTracksFixtures.window)"]
            var answers: [String] = []
            for path in paths { answers.append(try await console.get(path).text) }
            var writer = TrackFormat.rec.writer(for: "phone")
            return (answers, writer.add(try #require(try console.store.latest(of: phone, limit: 1).first)))
        }
        for text in answers + [line] {
            #expect(text.contains(told))
            #expect(text.components(separatedBy: #""tid""#).count == 2, "\(text)")
        }
        try await withConsole { console in
            _ = try await console.post(#"{"_type":"lwt","tst":1780000180}"#)
            let answer = try await console.send("POST", "/api/v1/import?item=sam/phone&new=true", body: line)
            #expect(answer.status == 200, "\(answer.text)")
            var writer = TrackFormat.rec.writer(for: "phone")
            #expect(writer.add(try #require(try console.store.latest(of: phone, limit: 1).first)) == line)
            let last = try await console.get("/api/0/last?fields=tid")
            #expect(last.text == "[{\(told)}]")
        }
    }

    @Test(arguments: ["ab", "oë", "00"])
    func `initials of a device with a name of another script are as they were sent`(initials: String) async throws {
        try await withConsole { console in
            let body = #"{"_type":"location","tid":"\#(initials)","lat":46.05,"lon":14.5,"tst":1780000180}"#
            _ = try await console.send("POST", "/pub?u=sam&d=Zo%C3%AB", body: body)
            #expect(try await console.get("/api/0/last?fields=tid").text == #"[{"tid":"\#(initials)"}]"#)
        }
    }

    @Test func `initials in a table of the Recorder are taken over`() async throws {
        try await withConsole { console in
            let table = "tst,lat,lon,tid\n1780000180,46.05,14.5,ap\n1780000190,46.05,14.5,\n"
            let answer = try await console.send("POST", "/api/v1/import?item=sam/phone&new=true", body: table)
            #expect(answer.status == 200, "\(answer.text)")
            let told = try await console.get("/api/0/locations?\(OwnTracksFixtures.window)&format=csv&fields=tst,tid")
            #expect(told.text == "tst,tid\n1780000180,ap\n1780000190,ne\n")
        }
    }
}
