/// What could not be read, in sentences: the first of them, and how many there are.
struct ProblemList: Hashable, Sendable {
    private(set) var sentences: [String] = []
    private(set) var count = 0

    mutating func add(_ sentence: String) {
        count += 1
        if sentences.count < CalendarFile.mostProblems { sentences.append(sentence) }
    }

    mutating func add(_ line: Int, _ text: String) { add("line \(line): \(text)") }
}
