import Messages
import Settings
import Testing
import Tracking

@testable import Notifications

struct WebhookTests {
    @Test func `a signature is the keyed hash of time and body`() {
        let header = WebhookSignature.header(
            of: Array(#"{"a":1}"#.utf8),
            key: SecretText("Jefe-key"),
            at: Fixture.start.advanced(by: .milliseconds(500))
        )
        #expect(header == "t=1777626000,v1=97926e51ac80b316197de53af71eba082116860c234096c989874b45f380c5be")
    }

    @Test func `a notice is this JSON`() throws {
        let body = WebhookBody(try Fixture.escalated().repeated, pages: "https://home.example")
        let expected =
            #"{"_type":"notification","alert":"019de2c45190-sam-bag-2","confidence":0.98,"#
            + #""distance":"about 12 m, 9 to 16 m","distance_high_m":16,"distance_low_m":9,"distance_m":12,"#
            + #""episode":"019de2c42a80-sam-bag-1","event":"escalated","id":"019de2c45190-sam-bag-2+1","#
            + #""item":"Grüne Tasche","last_position":{"acc":5,"lat":46.0569,"lon":14.5058,"#
            + #""time":"2026-05-01T09:00:10.000Z"},"level":"critical","link":"https://home.example/items/sam/bag","#
            + #""owner":"sam","previous":"warning","repetition":1,"#
            + #""text":"Grüne Tasche is about 12 m, 9 to 16 m from its owner.\nLevel: critical (beyond 10 m).\n"#
            + #"Last stored position: 46.05690, 14.50580, give or take 5 m, just now.","threshold_m":10,"#
            + #""time":"2026-05-01T09:00:10.000Z","title":"Grüne Tasche may still be lost","tracker":"bag"}"#
        #expect(String(decoding: body.encoded(), as: UTF8.self) == expected)
    }

    @Test(arguments: [200, 201, 204])
    func `what is taken is taken`(_ status: Int) throws {
        try WebSender.judge(status, of: try #require(WebAddress("http://host.example")))
    }

    @Test(arguments: [
        (400, DeliveryFailure.impossible("https://host.example answered 400")),
        (401, .refused("https://host.example answered 401")),
        (404, .refused("https://host.example answered 404")),
        (302, .refused("https://host.example answered 302")),
        (500, .refused("https://host.example answered 500")),
        (503, .unreachable("https://host.example answered 503", retryAfter: .seconds(120))),
    ])
    func `a status tells whether the message or the channel has to wait`(
        _ status: Int,
        _ failure: DeliveryFailure
    ) throws {
        let address = try #require(WebAddress("https://host.example/hooks/secret?token=x"))
        #expect(throws: failure) { try WebSender.judge(status, retryAfter: "120", of: address) }
    }

    @Test func `ntfy is told title, priority, tags and where a click leads`() throws {
        let notice = try Fixture.escalated()
        let text = NoticeText(notice, pages: "https://home.example", at: Fixture.start)
        let headers = NtfyChannel.headers(notice, text).map { "\($0.name): \($0.value)" }
        #expect(
            headers == [
                "Title: =?UTF-8?B?R3LDvG5lIFRhc2NoZSBtYXkgYmUgbG9zdA==?=", "Priority: 5", "Tags: rotating_light",
                "Click: https://home.example/items/sam/bag",
            ]
        )
    }

    @Test(arguments: [
        "ftp://host.example", "https://", "host.example", "", "https://sam:secret@host.example", "http:///path",
    ])
    func `what is no address of the web is refused`(_ text: String) { #expect(WebAddress(text) == nil) }

    @Test func `an address shows neither path nor query`() throws {
        let address = try #require(WebAddress("https://host.example:8443/hooks/secret?token=x"))
        #expect("\(address)" == "https://host.example:8443")
        var dumped = ""
        dump(address, to: &dumped)
        #expect(!dumped.contains("secret"))
    }
}
