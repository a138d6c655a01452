import Tracking

/// Writes metrics in the text format of Prometheus, version 0.0.4.
package struct MetricText: Sendable {
    package private(set) var text = ""

    /// The type of a metric.
    package enum Kind: String, Sendable { case counter, gauge, histogram }

    /// One number of a metric, with what tells it from the others.
    package struct Sample: Sendable {
        /// Behind the name, such as `_bucket`.
        var suffix: String
        var labels: [(name: String, value: String)]
        package var value: Double

        package init(suffix: String = "", labels: [(name: String, value: String)] = [], value: Double) {
            (self.suffix, self.labels, self.value) = (suffix, labels, value)
        }
    }

    package init() {}

    /// Adds a metric of one number.
    package mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
        add(name, kind, help, [Sample(value: value)])
    }

    /// Adds a metric; nothing for one without samples.
    package mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        guard !samples.isEmpty else { return }
        let sentence = help.replacingMarks([0x5C: #"\\"#, 0x0A: #"\n"#])
        text += "# HELP \(name) \(sentence)\n# TYPE \(name) \(kind.rawValue)\n"
        for sample in samples {
            text += name + sample.suffix + Self.braces(sample.labels) + " " + Self.number(sample.value) + "\n"
        }
    }

    private static func braces(_ labels: [(name: String, value: String)]) -> String {
        guard !labels.isEmpty else { return "" }
        return "{" + labels.map { "\($0.name)=\"\(escaped($0.value))\"" }.joined(separator: ",") + "}"
    }

    private static func escaped(_ value: String) -> String {
        value.replacingMarks([0x5C: #"\\"#, 0x22: #"\""#, 0x0A: #"\n"#])
    }

    package static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        return value == value.rounded() && value.magnitude < 1e15 ? String(Int64(value)) : "\(value)"
    }
}
