/// An array of large elements that grows without moving those that are in it.
///
/// An array doubles its memory when it is full, and moves all elements there: for 100,000 trackers of some kilobytes
/// that takes as long as to store their fixes.
struct ChunkedArray<Element: Sendable>: Sendable {
    private var chunks: [[Element]] = []
    private(set) var count = 0

    /// Elements in a full chunk; all are full but the last.
    private static var size: Int { 64 }

    mutating func append(_ element: consuming Element) {
        if count % Self.size == 0 { addChunk() }
        chunks[count / Self.size].append(element)
        count += 1
    }

    private mutating func addChunk() {
        var chunk: [Element] = []
        // The first one grows by itself: many a service knows but a few.
        if count > 0 { chunk.reserveCapacity(Self.size) }
        chunks.append(chunk)
    }

    /// Removes an element; those behind it move up.
    mutating func remove(at index: Int) {
        precondition(indices.contains(index), "no such element")
        var chunk = index / Self.size
        chunks[chunk].remove(at: index % Self.size)
        while chunk + 1 < chunks.count {
            chunks[chunk].append(chunks[chunk + 1].removeFirst())
            chunk += 1
        }
        if chunks[chunk].isEmpty { chunks.removeLast() }
        count -= 1
    }
}

extension ChunkedArray: RandomAccessCollection, MutableCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { count }

    subscript(index: Int) -> Element {
        // Both in place: what an array hands out is copied as a whole for whoever asks for a part of it.
        @inline(__always) _read {
            let chunk = chunks[index / Self.size]
            let elements = chunk.span
            yield elements[index % Self.size]
        }
        @inline(__always) _modify { yield &chunks[index / Self.size][index % Self.size] }
    }
}
