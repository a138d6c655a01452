internal import Glibc

/// Topics seen lately, so that the next message on one needs no text of its own.
///
/// A topic has one place, by its bytes, and takes it from the one there. There are more places while that happens often.
struct TopicCache {
    private var places = [String](repeating: "", count: least)
    private var evictions = 0

    private static let least = 16
    private static let most = 16 * 1024

    /// The text of a topic that is part of the bytes; nil for what is not UTF-8, or has a zero byte.
    mutating func topic(in bytes: [UInt8], _ range: Range<Int>) -> String? {
        let place = Int(truncatingIfNeeded: Self.mix(bytes, range) & UInt64(places.count - 1))
        if Self.isEqual(places[place], bytes, range) { return places[place] }
        guard let topic = String(validating: bytes[range], as: UTF8.self), !topic.utf8.contains(0) else { return nil }
        if !places[place].isEmpty { evictions += 1 }
        if evictions > places.count, places.count < Self.most { grow() } else { places[place] = topic }
        return topic
    }

    private mutating func grow() {
        places = [String](repeating: "", count: places.count * 4)
        evictions = 0
    }

    private static func isEqual(_ text: String, _ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        guard text.utf8.count == range.count else { return false }
        let isEqual = unsafe text.utf8.withContiguousStorageIfAvailable { text in
            unsafe bytes.withUnsafeBytes { bytes in
                guard let first = text.baseAddress, let second = bytes.baseAddress else { return false }
                return unsafe memcmp(first, second + range.lowerBound, range.count) == 0
            }
        }
        return isEqual ?? false
    }

    /// Eight bytes at a time; topics differ towards their end, too.
    private static func mix(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
        unsafe bytes.withUnsafeBytes { bytes in
            var sum = UInt64(range.count)
            var index = range.lowerBound
            while index + 8 <= range.upperBound {
                sum =
                    (sum ^ (unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
                    &* 0x9E37_79B9_7F4A_7C15
                sum ^= sum >> 29
                index += 8
            }
            while index < range.upperBound {
                sum = (sum ^ UInt64(unsafe bytes[index])) &* 0x0000_0100_0000_01B3
                index += 1
            }
            return sum ^ sum >> 32
        }
    }
}
