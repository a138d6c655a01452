/// Words that may stand in one place, for sentences about one that may not.
package enum WordList {
    /// The word with the fewest letters to change, add, drop or swap.
    ///
    /// The first of several that are as near; nil only for no words.
    package static func nearest(to word: String, among words: [String]) -> String? {
        let letters = comparable(word)
        return words.min { distance(letters, comparable($0)) < distance(letters, comparable($1)) }
    }

    /// `a, b or c`.
    package static func alternatives(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "nothing" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    private static func comparable(_ word: String) -> [UInt8] {
        word.utf8.prefix(64).map { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte + 32
            case UInt8(ascii: "_"), UInt8(ascii: " "): UInt8(ascii: "-")
            default: byte
            }
        }
    }

    /// The optimal string alignment distance: Levenshtein's, with a swap of neighbours as one step.
    static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var before: [Int] = []
        var previous = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                var least = min(previous[column + 1], current[column]) + 1
                least = min(least, previous[column] + (left[row] == right[column] ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    least = min(least, before[column - 1] + 1)
                }
                current.append(least)
            }
            before = previous
            previous = current
        }
        return previous[right.count]
    }
}
