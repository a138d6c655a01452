internal import Reminders

extension Need {
    /// A text of its own for each.
    var key: String {
        switch self {
        case .weather(let cell): "weather \(cell.latitude) \(cell.longitude)"
        case .spots(let kind, let cell): "spots \(kind.rawValue) \(cell.latitude) \(cell.longitude)"
        case .calendar(let name): "calendar \(name)"
        }
    }

    /// The need of a text; nil for none, and for a calendar's.
    init?(key: String) {
        let words = key.split(separator: " ", omittingEmptySubsequences: false)
        func cell(_ words: ArraySlice<Substring>) -> Cell? {
            guard words.count == 2, let first = words.first.flatMap({ Int($0) }),
                let last = words.last.flatMap({ Int($0) })
            else { return nil }
            return Cell(latitude: first, longitude: last)
        }
        if words.first == "weather", let cell = cell(words.dropFirst()) {
            self = .weather(cell)
        } else if words.first == "spots", words.count == 4, let kind = SpotKind(rawValue: String(words[1])),
            let cell = cell(words.dropFirst(2))
        {
            self = .spots(kind, cell)
        } else {
            return nil
        }
    }
}
