import Testing

@testable import Broker
@testable import MQTT

struct PasswordHashTests {
    @Test func `a hash of mosquitto_ctrl is matched by its password alone`() throws {
        let client: JSONValue = ["password": "x"]
        #expect(PasswordHash(client) == nil)
    }
}
