/// Words that may stand in one place, for sentences about one that may not.
package enum WordList {
    /// The word with the fewest letters to change, add, drop or swap.
    ///
    /// That is one letter of three at most, for whoever typed something else altogether is not helped by a guess. The
    /// beginning of a word is near as well. The first of several that are as near; nil when none is near.
    package static func nearest(to word: String, among words: [String]) -> String? {
        let letters = comparable(word)
        let limit = max(1, letters.count / 3)
        return words.map { (word: $0, letters: comparable($0)) }
            .map { ($0.word, distance(letters, $0.letters), isBeginning(letters, $0.letters)) }
            .filter { $0.1 <= limit || $0.2 }
            .min { $0.1 < $1.1 }?.0
    }

    /// Whether three letters or more are the beginning of the other word.
    private static func isBeginning(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        min(left.count, right.count) >= 3 && (left.starts(with: right) || right.starts(with: left))
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
