/// The names that a reader knows, found by the bytes that spell them.
package struct NameTable: Sendable {
    private let spellings: [[UInt8]]

    /// A table of names in capitals of ASCII.
    package init(_ names: [String]) { spellings = names.map { Array($0.utf8) } }

    /// The place in the table of the name that some bytes spell, in letters of either case; nil for none.
    package func place(of bytes: ArraySlice<UInt8>) -> Int? {
        spellings.firstIndex { known in
            known.count == bytes.count && zip(known, bytes).allSatisfy { $0 == $1.capital }
        }
    }
}

extension ArraySlice<UInt8> {
    /// Where the name of a line ends: its first `:` or `;`; nil for a line that has neither.
    package var nameEnd: Int? { firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") } }
}

extension UInt8 {
    /// A letter of ASCII as a capital one.
    fileprivate var capital: UInt8 { (0x61...0x7A).contains(self) ? self - 0x20 : self }
}
