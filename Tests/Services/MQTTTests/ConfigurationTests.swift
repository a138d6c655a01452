import MQTT
import Testing

struct ConfigurationTests {
    @Test(
        arguments: [
            ("mqtt://example.org", MQTTConfiguration(host: "example.org", port: 1883)),
            ("mqtt://example.org/", MQTTConfiguration(host: "example.org", port: 1883)),
            ("MQTT://10.0.0.1:1884", MQTTConfiguration(host: "10.0.0.1", port: 1884)),
            ("mqtts://example.org", MQTTConfiguration(host: "example.org", port: 8883, tls: .init())),
            ("mqtt://[::1]:1885", MQTTConfiguration(host: "::1", port: 1885)),
            ("mqtt://ann@h", MQTTConfiguration(host: "h", username: "ann")),
            ("mqtt://ann:@h", MQTTConfiguration(host: "h", username: "ann", password: "")),
            ("mqtt://ann:p:w@x%40@h", MQTTConfiguration(host: "h", username: "ann", password: "p:w@x@")),
            ("mqtt://%C3%BC:a%2fb@h", MQTTConfiguration(host: "h", username: "ü", password: "a/b")),
        ]
    )
    func `a URL is read`(url: String, expected: MQTTConfiguration) throws {
        #expect(try MQTTConfiguration(url: url) == expected)
    }

    @Test(
        arguments: [
            ("example.org", "must begin with mqtt:// or mqtts://"),
            ("http://example.org", "must begin with mqtt:// or mqtts://"),
            ("mqtt://", "needs a host"),
            ("mqtt://:1883", "needs a host"),
            ("mqtt://h:", "needs a port from 1 to 65535 after the colon"),
            ("mqtt://h:0", "needs a port from 1 to 65535 after the colon"),
            ("mqtt://h:65536", "needs a port from 1 to 65535 after the colon"),
            ("mqtt://h:1883/topic", "needs a port from 1 to 65535 after the colon"),
            ("mqtt://h/topic", "must end with the host or port"),
            ("mqtt://[::1", "needs a ] after the IPv6 address"),
            ("mqtt://[::1]1883", "needs a port from 1 to 65535 after the colon"),
            ("mqtt://@h", "needs a user name before the @"),
            ("mqtt://a%4@h", "has a % that is not followed by two hexadecimal digits"),
            ("mqtt://a%zz@h", "has a % that is not followed by two hexadecimal digits"),
            ("mqtt://a%ff@h", "is not UTF-8"),
        ]
    )
    func `a URL that cannot be used is refused with the reason`(url: String, reason: String) throws {
        let error = #expect(throws: MQTTError.self) { try MQTTConfiguration(url: url) }
        #expect(error?.description.hasSuffix(reason) == true)
    }

    @Test(arguments: ["mqtt://ann:hunter2@h:x", "mqtt://ann:hunter2%@h", "ann:hunter2@h"])
    func `the reason does not tell the password`(url: String) throws {
        let error = #expect(throws: MQTTError.self) { try MQTTConfiguration(url: url) }
        #expect(error?.description.contains("hunter2") == false)
    }

    @Test func `no description tells the password`() throws {
        let configuration = try MQTTConfiguration(url: "mqtt://ann:hunter2@h")
        var dumped = ""
        dump(configuration, to: &dumped)
        for text in ["\(configuration)", String(reflecting: configuration), dumped] {
            #expect(!text.contains("hunter2"))
        }
        #expect("\(configuration)" == "mqtt://ann@h:1883")
    }
}
