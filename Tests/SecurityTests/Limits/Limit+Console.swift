import JSON
import Messages

@testable import API
@testable import Console
@testable import Paths
@testable import Recorder
@testable import Web

extension Limit {
    private static var console: ConsoleConfiguration { ConsoleConfiguration() }
    private static var one: ConsoleLimits { ConsoleLimits() }
    private static var rates: RequestRates { RequestRates() }

    /// How many may be there.
    static var connections: [Limit] {
        [
            Limit("connections", "\(console.connections)", for: "all", by: "CrowdTests", "SeatsTests"),
            Limit("connections", "\(one.connectionsOfSource)", for: "a source", by: "CrowdTests", "SeatsTests"),
            Limit(
                "connections",
                "\(one.connectionsOfMachine)",
                for: "this machine, a trusted proxy",
                by: "CrowdTests",
                "SeatsTests"
            ),
            Limit("connections", "\(one.connectionsOfAccount)", for: "an account", by: "SeatsTests"),
            Limit("connections", "half of the source's", for: "an account at a source", by: "SeatsTests"),
            Limit("connections", "\(console.strangers)", for: "all who are not logged in", by: "SeatsTests"),
            Limit("time for all headers of a request", time(one.headPatience), for: "a connection", by: "CrowdTests"),
            Limit(
                "time without a byte between requests",
                "\(console.patience) s",
                for: "a connection",
                by: "StubbornClientTests"
            ),
            Limit("connections that wait to be accepted", "\(ConsoleLimits.arriving)", for: "all", by: "CrowdTests"),
            Limit("streams of events", "\(one.streamsOfAccount)", for: "an account", by: "EventsTests"),
            Limit("streams of events", "\(console.streams)", for: "all", by: "EventsTests"),
            Limit(
                "requests",
                "\(Int(rates.requests.burst)), then \(Int(rates.requests.perSecond)) a second",
                for: "a source",
                by: "RateTests",
                "NetworkTests"
            ),
            Limit(
                "tries to log in",
                "\(Int(rates.logins.burst)), then one every \(Int(1 / rates.logins.perSecond)) s",
                for: "a source",
                by: "RateTests",
                "NetworkTests"
            ),
        ] + passcodes
    }

    /// Passcodes that are checked or wait for it.
    private static var passcodes: [Limit] {
        let (what, suite) = ("passcodes being checked", "PasscodeRoomTests")
        return [
            Limit(what, "\(one.passcodesOfSource)", for: "a source", by: suite),
            Limit(what, "\(one.passcodesOfStrangers)", for: "all strangers", by: suite),
            Limit(what, "\(one.passcodesOfOneKnown)", for: "an account from known devices, this machine", by: suite),
            Limit(what, "\(one.passcodesOfKnown)", for: "all known devices and this machine", by: suite),
        ]
    }

    /// What is read of a request.
    static var requests: [Limit] {
        [
            Limit("headers", bytes(ConsoleChannel.longestHeaders), for: "a request", by: "StubbornClientTests"),
            Limit("body", bytes(ConsoleContext.longestBody), for: "a request", by: "RouteTests"),
            Limit("photo", bytes(PhotoFile.limit), for: "a request", by: "PhotoTests"),
            Limit("imported file", bytes(ImportRoutes.largestFile), for: "a request", by: "ImportRoutesTests"),
            Limit("files being taken in", "\(ImportRoom.places)", for: "all", by: "ImportRoutesTests"),
            Limit("posted form", bytes(RecorderQuery.longestForm), for: "a request", by: "RecorderTests"),
            Limit("messages in one post", "\(PostRoutes.mostMessages)", for: "a request", by: "PubTests"),
            Limit("position of another app", bytes(SourceRoutes.longestReport), for: "a request", by: "SourceTests"),
            Limit("batch of Overland", bytes(SourceRoutes.longestBatch), for: "a request", by: "SourceTests"),
            Limit(
                "time for a body",
                "\(time(console.bodyPatience)) for each \(bytes(BodyPace.portion)) begun",
                for: "a request",
                by: "RequestWatchTests"
            ),
            Limit("levels of JSON", "\(JSONScanner.depthLimit)", for: "a body, a message", by: "JSONDocumentTests"),
            Limit("values of JSON", "\(JSONValue.bodyLimits.values)", for: "a body", by: "JSONDocumentTests"),
            Limit("text of JSON", bytes(JSONValue.bodyLimits.text), for: "a body", by: "JSONDocumentTests"),
            Limit("key of JSON", bytes(JSONValue.bodyLimits.key), for: "a body", by: "JSONDocumentTests"),
            Limit("levels of an imported GPX", "\(GPXDocument.deepest)", for: "a file", by: "GPXImportTests"),
            Limit("message over MQTT", bytes(MessageError.largestPayload), for: "a client", by: "LocationRefusalTests"),
        ]
    }

    /// What an answer takes.
    static var answers: [Limit] {
        [
            Limit(
                "bytes of an answer that wait",
                "\(bytes(ConsoleLimits.waiting.high)), and \(bytes(ConsoleLimits.sendBuffer)) in the system",
                for: "a connection",
                by: "SlowReaderTests"
            ),
            Limit("time in which nothing is taken", time(one.readPatience), for: "a connection", by: "SlowReaderTests"),
            Limit("positions read at once", "\(ConsoleLimits.page)", for: "an answer", by: "SlowReaderTests"),
            Limit("exports", "\(one.exportsOfAccount)", for: "an account", by: "SlowReaderTests"),
            Limit("exports", "\(one.exports)", for: "all", by: "SlowReaderTests"),
            Limit("searches of a history", "\(one.searchesOfAccount)", for: "an account", by: "SearchTests"),
            Limit("searches of a history", "\(one.searches)", for: "all", by: "SearchTests"),
            Limit("positions in memory", "\(one.fixesOfAccount)", for: "an account", by: "SlowReaderTests"),
            Limit("positions in memory", "\(one.fixes)", for: "all", by: "SlowReaderTests"),
            Limit("whole answers that wait", bytes(one.answerBytesOfAccount), for: "an account", by: "SlowReaderTests"),
            Limit("whole answers that wait", bytes(one.answerBytes), for: "all", by: "SlowReaderTests"),
            Limit("places that a refusal names", "\(Problem.mostPlaces)", for: "an answer", by: "JSONDocumentTests"),
            Limit("sentence of a refusal", bytes(Problem.longestDetail), for: "an answer", by: "ProblemTests"),
        ]
    }
}
