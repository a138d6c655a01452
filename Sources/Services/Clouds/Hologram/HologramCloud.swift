internal import Curl
internal import Foundation
public import Settings

/// Hologram's cloud: its webhooks in, its REST interface out, by its public documents (docs/clouds.md has them).
public struct HologramCloud: CellularCloud {
    /// How the cloud passes a message on to a device.
    public enum Transport: String, CaseIterable, Sendable { case tcp, udp }

    /// Where the interface is, without a slash at the end.
    public var url = "https://dashboard.hologram.io/api/1"
    /// The key of an account, sent by HTTP Basic; nil where nothing is sent.
    public var key: SecretText?
    /// The organization that the devices belong to, where the account has several.
    public var organization: Int?
    /// How a device listens.
    public var transport = Transport.tcp
    /// Where a device listens, 1 to 65,535.
    public var port = 0
    /// Whether the cloud encrypts what it passes on; nil for what it does by itself.
    public var isEncrypted: Bool?

    public init() {}

    public var canSend: Bool { key != nil }

    /// Whether a text may be a device's number.
    static func isDevice(_ text: String) -> Bool {
        (1...18).contains(text.utf8.count) && text.utf8.allSatisfy { (48...57).contains($0) } && text.first != "0"
    }

    static let expectation = "the number of a device in Hologram's dashboard"

    public func delivery(in body: [UInt8]) throws(CloudRefusal) -> CloudDelivery { try HologramWebhook.read(body) }

    public func send(_ payload: [UInt8], to device: String) async throws(CloudFailure) {
        let message = try HologramMessage(payload, to: device, over: self)
        let answer: HTTPAnswer
        do throws(CurlFailure) { answer = try await request(message).send() } catch {
            throw .unreachable("Hologram cannot be reached: \(error)")
        }
        try HologramAnswer.judge(answer)
    }

    private func request(_ message: HologramMessage) -> HTTPRequest {
        var request = HTTPRequest(.post, "\(url)/devices/messages")
        let credential = Data("apikey:\(key?.value ?? "")".utf8).base64EncodedString()
        request.headers = [("Authorization", "Basic \(credential)"), ("Content-Type", "application/json")]
        request.body = message.encoded()
        request.timeout = Self.patience
        return request
    }

    /// How long one request may take; a batch of them has to be over before the broker loses patience.
    private static let patience = Duration.seconds(15)
}
