import JSON
import Store

/// What of a history is in object storage, told beside a copy of its database.
struct MonthsOutNote {
    private let months: [MonthOut]

    init(_ store: Store) throws { months = try store.monthsOut() }

    private var fixes: Int { months.reduce(0) { $0 + $1.fixes } }

    /// A sentence on a line of its own; empty where nothing is there.
    func line(_ rest: String) -> String {
        months.isEmpty ? "" : "\(months.count) months with \(fixes) positions are in object storage, \(rest).\n"
    }

    /// The same for programs; without keys where nothing is there.
    var members: JSONMembers {
        months.isEmpty ? [:] : ["months_out": .integer(months.count), "fixes_out": .integer(fixes)]
    }
}
