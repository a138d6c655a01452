import Access
import TestSupport
import Testing

@Suite struct AccessIdentifierTests {
    @Test(arguments: [8, 12])
    func `what names something kept can be typed behind a command`(length: Int) {
        var generator = SeededGenerator(seed: 7)
        let names = (0..<2000).map { _ in AccessIdentifier.make(length, using: &generator) }
        #expect(names.allSatisfy { $0.utf8.count == length && !$0.hasPrefix("-") })
        #expect(Set(names).count == names.count)
        // Behind the first letter it may stand.
        #expect(names.contains { $0.contains("-") })
    }
}
