import Foundation

/// Home Assistant's requirements of a device's discovery, as its documentation has them (2025.4).
enum DiscoveryCheck {
    /// What each platform cannot be without.
    private static let required: [String: [String]] = [
        "device_tracker": ["json_attributes_topic"],
        "binary_sensor": ["state_topic"],
        "sensor": ["state_topic"],
        "button": ["command_topic"],
        "switch": ["command_topic", "state_topic"],
        "number": ["command_topic", "state_topic"],
        "select": ["command_topic", "state_topic"],
        "event": ["state_topic"],
        "image": ["image_topic"],
        "device_automation": ["topic"],
    ]

    /// What each platform may have; anything else is refused.
    private static let common: Set<String> = [
        "platform", "unique_id", "name", "icon", "entity_category", "availability", "availability_mode",
        "json_attributes_topic", "json_attributes_template", "device_class", "qos",
    ]
    private static let allowed: [String: Set<String>] = [
        "device_tracker": ["source_type"],
        "binary_sensor": ["state_topic", "value_template", "payload_on", "payload_off"],
        "sensor": [
            "state_topic", "value_template", "unit_of_measurement", "state_class", "options",
            "suggested_display_precision",
        ],
        "button": ["command_topic", "payload_press"],
        "switch": [
            "command_topic", "state_topic", "value_template", "payload_on", "payload_off", "state_on", "state_off",
            "optimistic",
        ],
        "number": [
            "command_topic", "state_topic", "value_template", "min", "max", "step", "mode", "unit_of_measurement",
        ],
        "select": ["command_topic", "state_topic", "value_template", "options"],
        "event": ["state_topic", "value_template", "event_types"],
        // The time is ours: Home Assistant passes over it.
        "image": ["image_topic", "content_type", "updated_ms"],
        "device_automation": ["automation_type", "type", "subtype", "topic", "payload", "value_template"],
    ]

    private static let unit = ["distance": "m", "battery": "%"]

    /// What is wrong with a document; empty for one that Home Assistant takes.
    static func complaints(_ payload: [UInt8]) -> [String] {
        guard let document = try? JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any] else {
            return ["no JSON object"]
        }
        var found: [String] = []
        let device = document["device"] as? [String: Any]
        if (device?["identifiers"] as? [String])?.isEmpty != false { found.append("device.identifiers") }
        if (device?["name"] as? String)?.isEmpty != false { found.append("device.name") }
        if ((document["origin"] as? [String: Any])?["name"] as? String)?.isEmpty != false {
            found.append("origin.name")
        }
        found += availability(document, "the device")
        let components = document["components"] as? [String: [String: Any]] ?? [:]
        if components.isEmpty { found.append("components") }
        for (name, component) in components { found += complaints(name, component) }
        let ids = components.values.compactMap { $0["unique_id"] as? String }
        // A trigger is no entity.
        let isThere = components.values.count { $0.count > 1 && $0["platform"] as? String != "device_automation" }
        if Set(ids).count != isThere { found.append("unique_id of each component") }
        return found
    }

    static func uniqueIDs(_ payload: [UInt8]) -> [String] {
        let document = try? JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any]
        let components = document?["components"] as? [String: [String: Any]] ?? [:]
        return components.values.compactMap { $0["unique_id"] as? String }
    }

    private static func complaints(_ name: String, _ component: [String: Any]) -> [String] {
        guard let platform = component["platform"] as? String, let required = required[platform] else {
            return ["\(name): platform"]
        }
        // One that is there no more.
        if component.count == 1 { return [] }
        var found = required.filter { !isTopic(component[$0]) }.map { "\(name): \($0)" }
        let known = common.union(allowed[platform] ?? [])
        found += component.keys.filter { !known.contains($0) }.map { "\(name): \($0) is not known" }
        // It goes by none that stands beside the components.
        if component["qos"] as? Int != 1 { found.append("\(name): qos") }
        // Home Assistant drops the state of trackers that have a position.
        if platform == "device_tracker", component["source_type"] as? String != "gps" { found.append("\(name): gps") }
        let kind = component["device_class"] as? String
        if let kind, let unit = unit[kind], component["unit_of_measurement"] as? String != unit {
            found.append("\(name): unit")
        }
        if kind == "enum", (component["options"] as? [String])?.isEmpty != false { found.append("\(name): options") }
        if kind == "enum", component["state_class"] != nil { found.append("\(name): state_class") }
        if platform == "device_automation" {
            if component["automation_type"] as? String != "trigger" { found.append("\(name): automation_type") }
            found += ["type", "subtype"].filter { component[$0] as? String == nil }.map { "\(name): \($0)" }
        }
        // An event with an availability would come back with its old time.
        if platform == "event" {
            if (component["availability"] as? [Any])?.isEmpty != true { found.append("\(name): availability") }
            if (component["event_types"] as? [String])?.isEmpty != false { found.append("\(name): event_types") }
        } else if component["availability"] != nil {
            found += availability(component, name)
        }
        return found
    }

    private static func availability(_ part: [String: Any], _ name: String) -> [String] {
        guard let list = part["availability"] as? [[String: Any]], !list.isEmpty,
            list.allSatisfy({ isTopic($0["topic"]) }), part["availability_mode"] as? String == "all"
        else { return ["\(name): availability"] }
        return []
    }

    private static func isTopic(_ value: Any?) -> Bool {
        guard let text = value as? String, !text.isEmpty else { return false }
        return !text.contains { "+#".contains($0) }
    }
}
