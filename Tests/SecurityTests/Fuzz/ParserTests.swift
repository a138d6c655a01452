import TestSupport
import Testing

/// Bytes that nobody should send, for every parser of what strangers send.
///
/// The same seeds each time. ``MarathonTests`` goes on for as long as one likes.
struct ParserTests {
    @Test(arguments: Subject.all)
    func `a parser accepts what is right`(_ subject: Subject) throws {
        for seed in subject.seeds where !(subject.name == "json-body" || subject.name == "message") {
            #expect(try subject.read(seed) == "", "\(String(decoding: seed, as: UTF8.self))")
        }
    }

    @Test(arguments: Subject.all)
    func `a parser refuses changed bytes with one short sentence, or takes them`(_ subject: Subject) throws {
        var mutator = Mutator(generator: SeededGenerator(seed: 23), words: subject.words)
        let inputs = subject.seeds + Corpus.kept(of: subject.name)
        for round in 0..<400 {
            let input = mutator.changed(inputs[round % inputs.count], beside: inputs)
            try Self.check(subject, input)
        }
        for input in inputs { try Self.check(subject, input) }
    }

    /// A refusal is one sentence, and as long as a person reads, however long the input.
    static func check(_ subject: Subject, _ input: [UInt8]) throws {
        let sentence = try subject.read(input)
        #expect(sentence.utf8.count <= 1000, "\(subject.name), \(input.count) bytes: \(sentence.prefix(200))…")
    }
}
