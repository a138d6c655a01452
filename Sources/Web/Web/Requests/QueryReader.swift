import Foundation
import HTTPTypes
package import Hummingbird
package import Tracking

/// Reads the parameters of a query strictly: each once, none that is not known, each as expected.
///
/// What is wrong is gathered, so that one answer names all of it.
package struct QueryReader {
    private var values: [String: String] = [:]
    private var unread: Set<String> = []
    package private(set) var errors: [Problem.Place] = []

    package init(_ request: Request) {
        for pair in request.uri.query?.split(separator: "&") ?? [] {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = String(parts[0]).removingPercentEncoding, parts.count == 2,
                let value = String(parts[1]).removingPercentEncoding
            else {
                errors.append(Problem.Place(parameter: "\(parts[0])", "name=value, percent-encoded, is expected"))
                continue
            }
            if values.updateValue(value, forKey: name) != nil {
                errors.append(Problem.Place(parameter: name, "it is expected once, found twice"))
            }
            unread.insert(name)
        }
    }

    /// The parameter as a value of a kind; nil when it is not there, or wrong.
    package mutating func value<Value>(_ name: String, _ expected: String, _ make: (String) -> Value?) -> Value? {
        unread.remove(name)
        guard let text = values[name] else { return nil }
        if let value = make(text) { return value }
        errors.append(Problem.Place(parameter: name, "\(expected) is expected, found '\(text.excerpt(80))'"))
        return nil
    }

    package mutating func integer(_ name: String, in range: ClosedRange<Int>) -> Int? {
        value(name, "an integer from \(range.lowerBound) to \(range.upperBound)") { text in
            // `Int` takes a plus sign too.
            guard text.utf8.first != UInt8(ascii: "+"), let number = Int(text), range.contains(number) else {
                return nil
            }
            return number
        }
    }

    package mutating func time(_ name: String) -> Timestamp? {
        value(name, "a time such as 2026-05-01T09:00:00Z") {
            Timestamp(Timestamp.restoringPlus(in: $0))
        }
    }

    package mutating func name(_ name: String) -> Name? {
        value(name, "a name of 1 to 64 letters, digits, '_' or '-'") { try? Name($0) }
    }

    package mutating func word<Word: RawRepresentable & CaseIterable>(_ name: String) -> Word?
    where Word.RawValue == String {
        let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
        return value(name, "one of \(words)") { Word(rawValue: $0) }
    }

    /// Notes that a parameter is missing unless it is there.
    package mutating func require(_ name: String) {
        if values[name] == nil { refuse(name, "it is required") }
    }

    /// Notes that a parameter is wrong for a reason that lies beyond itself.
    package mutating func refuse(_ name: String, _ detail: String) {
        errors.append(Problem.Place(parameter: name, detail))
    }

    /// Ends the reading.
    ///
    /// - Throws: ``Problem`` when anything was wrong.
    package func finish() throws(Problem) {
        let unknown = unread.sorted().map { Problem.Place(parameter: $0, "no such parameter is known here") }
        let all = errors + unknown
        guard let first = all.first else { return }
        throw Problem(.badRequest, "the parameter '\(first.name)': \(first.detail)", errors: all)
    }
}

extension Request {
    /// Refuses every parameter, where none is known.
    package func refuseQuery() throws(Problem) { try QueryReader(self).finish() }
}
