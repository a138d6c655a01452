import MQTT
import Messages
import Testing

@testable import tagalong

/// Why a weather station cannot be heard goes to everybody who sees a reminder of the weather.
struct StationRefusalTests {
    private static let address = "mqtts://10.20.30.40:8883"
    private static let begin = "the weather station cannot be heard: "

    @Test(arguments: [
        ("weather/garden", true), ("tagalonger/weather", true), ("tagalong/weather/garden", false),
        ("homeassistant/weather/roof", false), ("owntracks/sam/x", false),
    ])
    func `that the broker refuses the topic is told, with what to do where the topic is none of ours`(
        topic: String, isForeign: Bool
    ) {
        let reason = MQTTError.refusedSubscription(topic, reason: "not authorized").description
        let refusal = StationRefusal(reason, topic: topic, Topics())
        #expect(refusal.told.hasPrefix("\(Self.begin)the broker refuses to subscribe \"\(topic)\": not authorized"))
        #expect(refusal.told.contains("'tagalong broker add station NAME'") == isForeign)
        #expect(refusal.logged == refusal.told)
    }

    private static let errors: [MQTTError] = [
        .refused(address: address), .unreachable(address: address, reason: "no route to host"),
        .refusedUser("weather-user", address: address), .refusedByBroker(address: address, reason: "banned"),
        .noAnswer(address: address), .encryption(address: address, reason: "a certificate of another name"),
        .lost(address: address), .closedByBroker(address: address, reason: "shutting down"),
        .sessionTaken(clientID: "weather-user", address: address), .library(address: address, reason: "no memory"),
        .unknownHost("10.20.30.40"),
        // A refusal of another topic.
        .refusedSubscription("10.20.30.40/weather/garden", reason: "not authorized"),
    ]

    @Test(arguments: errors)
    func `neither the broker's address nor the user there is told, and the log has the reason`(_ error: MQTTError) {
        let refusal = StationRefusal(error.description, topic: "weather/garden", Topics())
        #expect(refusal.told == "\(Self.begin)there is no connection to the broker, and the log says why")
        #expect(!refusal.told.contains("10.20.30.40") && !refusal.told.contains("weather-user"))
        #expect(refusal.logged == "\(Self.begin)\(error)")
    }
}
