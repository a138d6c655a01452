/// A parameter of a statement, whichever engine it is for.
package enum SQLValue: Hashable, Sendable {
    case null
    case number(Int64)
    case real(Double)
    case text(String)
    case bytes([UInt8])
}

/// What can be a parameter of a statement.
package protocol SQLBindable {
    var sqlValue: SQLValue { get }
}

extension Int64: SQLBindable { package var sqlValue: SQLValue { .number(self) } }
extension Int: SQLBindable { package var sqlValue: SQLValue { .number(Int64(self)) } }
extension Int32: SQLBindable { package var sqlValue: SQLValue { .number(Int64(self)) } }
extension Bool: SQLBindable { package var sqlValue: SQLValue { .number(self ? 1 : 0) } }
extension Double: SQLBindable { package var sqlValue: SQLValue { .real(self) } }
extension String: SQLBindable { package var sqlValue: SQLValue { .text(self) } }
extension [UInt8]: SQLBindable { package var sqlValue: SQLValue { .bytes(self) } }

/// The parameters of a statement, in their order.
package struct SQLArguments: ExpressibleByArrayLiteral {
    package private(set) var values: [SQLValue]

    package init(_ values: [SQLValue]) { self.values = values }

    package init(arrayLiteral elements: (any SQLBindable)?...) { values = elements.map { $0?.sqlValue ?? .null } }

    package static func + (first: Self, second: Self) -> Self {
        var all = first
        all.values += second.values
        return all
    }

    package static func += (first: inout Self, second: Self) { first.values += second.values }
}
