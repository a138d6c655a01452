import Settings
import Testing

@Suite struct WordListTests {
    @Test(arguments: [
        ("item", ["up", "items"], "items"), ("kys", ["sam", "keys"], "keys"), ("ad", ["list", "add"], "add"),
        ("Report_Every", ["report", "report-every"], "report-every"), ("acc", ["items", "account"], "account"),
        ("nope", ["dup"], nil), ("sam/nope", ["sam/phone"], nil), ("xx/bogus", ["sam/keys", "ben/bag"], nil),
        ("rssi", ["loss"], nil), ("", ["up", "a"], "a"), ("keys", [], nil),
    ])
    func `a word is offered where it may have been meant, and none where it was not`(
        word: String, words: [String], expected: String?
    ) {
        #expect(WordList.nearest(to: word, among: words) == expected)
    }
}
