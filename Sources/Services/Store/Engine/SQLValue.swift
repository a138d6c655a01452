/// A parameter of a statement, whichever engine it is for.
enum SQLValue: Hashable, Sendable {
    case null
    case number(Int64)
    case real(Double)
    case text(String)
    case bytes([UInt8])
}

/// What can be a parameter of a statement.
protocol SQLBindable {
    var sqlValue: SQLValue { get }
}

extension Int64: SQLBindable { var sqlValue: SQLValue { .number(self) } }
extension Int: SQLBindable { var sqlValue: SQLValue { .number(Int64(self)) } }
extension Int32: SQLBindable { var sqlValue: SQLValue { .number(Int64(self)) } }
extension Bool: SQLBindable { var sqlValue: SQLValue { .number(self ? 1 : 0) } }
extension Double: SQLBindable { var sqlValue: SQLValue { .real(self) } }
extension String: SQLBindable { var sqlValue: SQLValue { .text(self) } }
extension [UInt8]: SQLBindable { var sqlValue: SQLValue { .bytes(self) } }

/// The parameters of a statement, in their order.
struct SQLArguments: ExpressibleByArrayLiteral {
    private(set) var values: [SQLValue]

    init(_ values: [SQLValue]) { self.values = values }

    init(arrayLiteral elements: (any SQLBindable)?...) { values = elements.map { $0?.sqlValue ?? .null } }

    static func + (first: Self, second: Self) -> Self {
        var all = first
        all.values += second.values
        return all
    }

    static func += (first: inout Self, second: Self) { first.values += second.values }
}
