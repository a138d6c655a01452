internal import Foundation
internal import JSON
internal import Tracking

/// The body of a webhook, as Hologram's data router sends it by itself, as its log has it, or as a template builds it
/// from the same variables.
enum HologramWebhook {
    /// The device is `device.id`, else `device_id`, else what the topic `_DEVICE_…_` says; the payload is `data`.
    ///
    /// - Throws: ``CloudRefusal``.
    static func read(_ body: [UInt8]) throws(CloudRefusal) -> CloudDelivery {
        let document: JSONValue
        do { document = try JSONValue(body, limits: .init(values: 10_000)) } catch {
            throw .notJSON("the body: \(error.sentence)")
        }
        guard case .object = document else { throw .form("the body: a JSON object is expected") }
        let tags = tags(document["tags"])
        guard let device = try number(document["device"]?["id"] ?? document["device_id"]) ?? number(in: tags) else {
            throw .form("device: {\"id\": …} is expected, or 'device_id', or the topic _DEVICE_…_ among 'tags'")
        }
        guard let data = document["data"]?.text, let payload = payload(data) else {
            throw .form("data: what the device has sent is expected, in base64")
        }
        return CloudDelivery(device: device, payload: payload, mayBeOfCloud: tags.contains(where: isOfCloud))
    }

    /// Base64 with or without line breaks and padding.
    private static func payload(_ text: String) -> [UInt8]? {
        var plain = text.filter { !$0.isWhitespace }
        guard !plain.isEmpty else { return nil }
        while !plain.utf8.count.isMultiple(of: 4) { plain += "=" }
        return Data(base64Encoded: plain).map { Array($0) }
    }

    /// A list, or a text that holds one, as a template between quotes makes it.
    private static func tags(_ value: JSONValue?) -> [String] {
        guard let text = value?.text else { return value?.list.compactMap(\.text) ?? [] }
        return (try? JSONValue(Array(text.utf8)))?.list.compactMap(\.text) ?? []
    }

    /// A device's number, which may stand between quotes.
    private static func number(_ value: JSONValue?) throws(CloudRefusal) -> String? {
        let text: String? =
            switch value {
            case nil, .null: nil
            case .number(let number): Int64(exactly: number).map { "\($0)" } ?? ""
            case .text(let text): text
            default: ""
            }
        guard let text else { return nil }
        guard HologramCloud.isDevice(text) else { throw .form("the device: \(HologramCloud.expectation) is expected") }
        return text
    }

    private static func number(in tags: [String]) -> String? {
        tags.lazy.filter { $0.hasPrefix("_DEVICE_") && $0.hasSuffix("_") && $0.utf8.count > 9 }
            .map { String($0.dropFirst("_DEVICE_".count).dropLast()) }.first(where: HologramCloud.isDevice)
    }

    /// Topics with which the cloud speaks for itself: of a SIM in another device, or of what a device answered at once.
    private static func isOfCloud(_ tag: String) -> Bool { tag.hasPrefix("_IMEI_") || tag == "_API_RESP_" }
}
