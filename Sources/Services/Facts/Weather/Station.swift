internal import JSON
public import Reminders

/// A weather station of one's own, whose messages on MQTT are JSON: which field is what, and in which unit.
public struct Station: Hashable, Sendable {
    /// What may be read from a message.
    public enum Quantity: String, CaseIterable, Hashable, Sendable {
        case sky, temperature, precipitation, chance, wind
        case snowDepth = "snow-depth"

        /// The units that it may be told in, the first of which is meant where none is written.
        var units: [Unit] {
            switch self {
            case .sky: []
            case .temperature: [.celsius, .fahrenheit, .kelvin]
            case .precipitation: [.millimetres, .inches]
            case .chance: [.percent, .share]
            case .wind: [.metresPerSecond, .kilometresPerHour, .milesPerHour, .knots]
            case .snowDepth: [.centimetres, .metres, .inches, .millimetres]
            }
        }
    }

    /// What numbers are told in; precipitation is always that of an hour.
    public enum Unit: String, CaseIterable, Hashable, Sendable {
        case celsius = "C"
        case fahrenheit = "F"
        case kelvin = "K"
        case millimetres = "mm"
        case centimetres = "cm"
        case metres = "m"
        case inches = "in"
        case percent = "%"
        case share = "1"
        case metresPerSecond = "m/s"
        case kilometresPerHour = "km/h"
        case milesPerHour = "mph"
        case knots = "kn"
    }

    /// A field: the keys that lead to it through objects, and its unit.
    public struct Field: Hashable, Sendable {
        public var path: [String]
        public var unit: Unit?

        public init(_ path: [String], _ unit: Unit? = nil) { (self.path, self.unit) = (path, unit) }
    }

    /// The topic that it publishes on, without wildcards.
    public var topic: String
    public var fields: [Quantity: Field]

    public init(topic: String, fields: [Quantity: Field]) { (self.topic, self.fields) = (topic, fields) }

    private static let largestPayload = 64 * 1024

    /// What it has told belongs to: of another topic, or by other fields and units, it is not its own.
    var origin: String {
        let words = fields.sorted { $0.key.rawValue < $1.key.rawValue }.map { quantity, field in
            ([quantity.rawValue] + field.path + [field.unit?.rawValue ?? ""]).joined(separator: " ")
        }
        return (["station", topic] + words).joined(separator: "\n")
    }

    /// The weather that a message tells; nil where it has none of the fields, or is no JSON.
    ///
    /// Numbers may be written as texts, as many stations do.
    public func weather(_ payload: [UInt8]) -> Weather? {
        guard payload.count <= Self.largestPayload, let document = try? JSONValue(payload, limits: .init(values: 5000))
        else { return nil }
        func number(_ quantity: Quantity) -> Double? {
            guard let field = fields[quantity], let value = Self.value(document, field.path) else { return nil }
            let number = value.number ?? value.text.flatMap { ByteNumber.double($0) }
            return number.map { Self.standard($0, field.unit ?? quantity.units.first, of: quantity) }
        }
        let word = fields[.sky].flatMap { Self.value(document, $0.path)?.text?.lowercased() }
        let weather = Weather(
            sky: word.flatMap { Sky(rawValue: $0) ?? Sky(symbol: $0) }, temperature: number(.temperature),
            precipitation: number(.precipitation), chance: number(.chance), wind: number(.wind),
            snowDepth: number(.snowDepth)
        )
        return weather.isEmpty ? nil : weather
    }

    private static func value(_ document: JSONValue, _ path: [String]) -> JSONValue? {
        var value: JSONValue? = document
        for key in path { value = value?[key] }
        return value
    }

    /// A number in the units of ``Weather``: °C, mm for what falls, 0 to 1, m/s, and m for what lies.
    private static func standard(_ number: Double, _ unit: Unit?, of quantity: Quantity) -> Double {
        let isDepth = quantity == .snowDepth
        return switch unit {
        case .celsius, .share, .metresPerSecond, .metres, nil: number
        case .fahrenheit: (number - 32) / 1.8
        case .kelvin: number - 273.15
        case .percent: number / 100
        case .kilometresPerHour: number / 3.6
        case .milesPerHour: number * 0.44704
        case .knots: number * 1852 / 3600
        case .millimetres: isDepth ? number / 1000 : number
        case .centimetres: isDepth ? number / 100 : number * 10
        case .inches: isDepth ? number * 0.0254 : number * 25.4
        }
    }
}
