import Foundation

/// Checks JSON against the schemas of the OpenAPI document, and of docs/schemas: as much of JSON Schema as they use.
///
/// Stricter than the schemas in one way: a member that none of them names is an error, so that nothing is answered that
/// is not described.
public struct SchemaCheck {
    public let document: [String: Any]

    /// A check against what is in a document, in which references are looked up.
    public init(document: [String: Any]) { self.document = document }

    /// What is wrong with a value, each with its place.
    public func errors(in value: Any, against schema: [String: Any], at place: String = "") -> [String] {
        let schema = resolved(schema)
        var errors = kindErrors(value, schema, place)
        if let words = schema["enum"] as? [AnyHashable], !words.contains(where: { $0 == value as? AnyHashable }) {
            errors.append("\(place): \(value) is none of \(words)")
        }
        if let constant = schema["const"] as? AnyHashable, constant != value as? AnyHashable {
            errors.append("\(place): \(value) is not \(constant)")
        }
        if let text = value as? String { errors += textErrors(text, schema, place) }
        if let number = value as? NSNumber, !(value is String) {
            errors += numberErrors(number.doubleValue, schema, place)
        }
        if let list = value as? [Any], let items = schema["items"] as? [String: Any] {
            for (index, element) in list.enumerated() {
                errors += self.errors(in: element, against: items, at: "\(place)/\(index)")
            }
        }
        if let object = value as? [String: Any] { errors += objectErrors(object, schema, place) }
        if let choices = schema["oneOf"] as? [[String: Any]] { errors += choiceErrors(value, choices, place) }
        return errors
    }

    /// Follows a reference, and puts the parts of an `allOf` together.
    public func resolved(_ schema: [String: Any]) -> [String: Any] {
        var schema = schema
        if let reference = schema.removeValue(forKey: "$ref") as? String {
            schema = find(reference).merging(schema) { $1 }
        }
        for part in schema.removeValue(forKey: "allOf") as? [[String: Any]] ?? [] {
            let other = resolved(part)
            let properties = (other["properties"] as? [String: Any] ?? [:])
                .merging(schema["properties"] as? [String: Any] ?? [:]) { $1 }
            let required = (other["required"] as? [String] ?? []) + (schema["required"] as? [String] ?? [])
            schema = other.merging(schema) { $1 }
            (schema["properties"], schema["required"]) = (properties, required)
        }
        return schema
    }

    public func find(_ reference: String) -> [String: Any] {
        var node: Any = document
        for part in reference.split(separator: "/").dropFirst() {
            node = (node as? [String: Any])?[String(part)] ?? [:]
        }
        return node as? [String: Any] ?? [:]
    }

    private func kindErrors(_ value: Any, _ schema: [String: Any], _ place: String) -> [String] {
        let kinds = schema["type"] as? [String] ?? (schema["type"] as? String).map { [$0] } ?? []
        let isRight = kinds.isEmpty || kinds.contains { Self.isOf($0, value) }
        return isRight ? [] : ["\(place): \(value) is no \(kinds)"]
    }

    private static func isOf(_ kind: String, _ value: Any) -> Bool {
        let isFlag = value is Bool && "\(type(of: value))".contains("Bool")
        switch kind {
        case "object": return value is [String: Any]
        case "array": return value is [Any]
        case "string": return value is String
        case "boolean": return value is Bool
        case "null": return value is NSNull
        case "integer":
            return !isFlag && (value as? NSNumber).map { $0.doubleValue == $0.doubleValue.rounded() } ?? false
        case "number": return !isFlag && value is NSNumber
        default: return false
        }
    }

    private func textErrors(_ text: String, _ schema: [String: Any], _ place: String) -> [String] {
        if let pattern = schema["pattern"] as? String, text.range(of: pattern, options: .regularExpression) == nil {
            return ["\(place): '\(text)' does not match \(pattern)"]
        }
        if schema["format"] as? String == "date-time",
            text.range(of: #"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$"#, options: .regularExpression) == nil
        {
            return ["\(place): '\(text)' is no time in UTC with milliseconds"]
        }
        return []
    }

    private func numberErrors(_ number: Double, _ schema: [String: Any], _ place: String) -> [String] {
        let isLow = (schema["minimum"] as? NSNumber).map { number < $0.doubleValue } ?? false
        let isHigh = (schema["maximum"] as? NSNumber).map { number > $0.doubleValue } ?? false
        return isLow || isHigh ? ["\(place): \(number) is out of its range"] : []
    }

    /// One of the choices is right, and no other; otherwise what is wrong by the nearest one.
    private func choiceErrors(_ value: Any, _ choices: [[String: Any]], _ place: String) -> [String] {
        let found = choices.map { errors(in: value, against: $0, at: place) }
        switch found.count(where: \.isEmpty) {
        case 0: return found.min { $0.count < $1.count } ?? []
        case 1: return []
        default: return ["\(place): more than one choice is right"]
        }
    }

    private func objectErrors(_ object: [String: Any], _ schema: [String: Any], _ place: String) -> [String] {
        let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
        let rest = schema["additionalProperties"] as? [String: Any]
        let missing = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }
        var errors = missing.map { "\(place): '\($0)' is missing" }
        for (key, value) in object {
            if let property = properties[key] ?? rest {
                errors += self.errors(in: value, against: property, at: "\(place)/\(key)")
            } else if !properties.isEmpty {
                errors.append("\(place): '\(key)' is not described")
            }
        }
        return errors
    }
}
