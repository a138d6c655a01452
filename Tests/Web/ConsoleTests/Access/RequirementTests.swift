import Access
import HTTPTypes
import Testing
import Tracking

@testable import Console

@Suite struct RequirementTests {
    private let keys: DeviceID

    init() throws { keys = DeviceID(owner: try Name("sam"), device: try Name("keys")) }

    @Test(arguments: ["/health", "/", "/app.js", "/items/sam/keys", "/api/v1/openapi.json", "/api/v1/session"])
    func `what holds nothing of anybody's is open`(path: String) {
        #expect(Requirement(.get, path: path) == .open)
    }

    @Test(arguments: [
        (HTTPRequest.Method.get, "", Right.lastPosition), (.get, "/photo", .lastPosition), (.get, "/fixes", .history),
        (.get, "/alerts", .history), (.get, "/anything-new", .history), (.patch, "", .command), (.delete, "", .command),
        (.post, "/commands", .command), (.put, "/photo", .command), (.put, "/retention", .command),
    ])
    func `an item's paths need a right on that item`(method: HTTPRequest.Method, rest: String, right: Right) {
        #expect(Requirement(method, path: "/api/v1/items/sam/keys" + rest) == .device(keys, right))
        #expect(Requirement(method, path: "//api/v1/items/s%61m/keys/" + rest) == .device(keys, right))
    }

    @Test(arguments: [
        (HTTPRequest.Method.get, "/api/v1/anything-new"), (.post, "/api/v1/items"), (.post, "/anything"),
        (.get, "/api/2"),
        (.get, "/api/v1/quarantine"), (.post, "/api/v1/gateways/home/scan"), (.get, "/api/v1/items/sam/a%2Fb"),
    ])
    func `what nobody has opened is closed`(method: HTTPRequest.Method, path: String) {
        #expect(Requirement(method, path: path) == .administrator)
    }
}
