import Foundation
import Glibc
import TestSupport
import Testing

/// Changes inputs for as long as `TAGALONG_FUZZ_SECONDS` says, for each parser, and bounds what each may cost.
///
/// `TAGALONG_FUZZ_ONLY` names one parser, `TAGALONG_FUZZ_SEED` the seed, and `TAGALONG_FUZZ_KEEP` the directory into
/// which inputs are put that were refused in a new way, or were too dear.
@Suite(.serialized)
struct MarathonTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seconds = environment["TAGALONG_FUZZ_SECONDS"].flatMap(Double.init)

    /// What one reading of an input may cost: linear, with room for what does not depend on its length.
    ///
    /// In an unoptimised build, in which it is some ten times what it is in a release.
    private static let time = (seconds: 0.05, perByte: 6e-6)
    /// Bytes of memory: some for the process' own doings, and for each byte what a small value of JSON takes.
    private static let memory = (bytes: 8 << 20, perByte: 400)

    @Test(
        .enabled(if: seconds != nil, "TAGALONG_FUZZ_SECONDS says for how long, by hand"),
        arguments: Subject.all.filter { environment["TAGALONG_FUZZ_ONLY"].map($0.name.hasPrefix) ?? true }
    )
    func `what a changed input costs is bounded by its length`(_ subject: Subject) throws {
        let seed = Self.environment["TAGALONG_FUZZ_SEED"].flatMap(UInt64.init) ?? 1
        var mutator = Mutator(generator: SeededGenerator(seed: seed), words: subject.words)
        var inputs = subject.seeds + Corpus.kept(of: subject.name)
        var (rounds, worst, most, kinds) = (0, 0.0, 0, Set<String>())
        let begin = ContinuousClock.now
        while begin.duration(to: .now) < .seconds(Self.seconds ?? 0) {
            rounds += 1
            let parent = inputs[Int.random(in: 0..<inputs.count, using: &mutator.generator)]
            let input = mutator.changed(parent, beside: inputs)
            let cost = try Cost.of { try ParserTests.check(subject, input) }
            (worst, most) = (max(worst, cost.seconds), max(most, cost.bytes))
            let isDear =
                cost.seconds > Self.time.seconds + Self.time.perByte * Double(subject.times * input.count)
                || cost.bytes > Self.memory.bytes + Self.memory.perByte * input.count
            #expect(!isDear, "\(subject.name): \(input.count) bytes take \(cost.seconds) s and \(cost.bytes) bytes")
            let kind = try Self.kind(of: subject.read(input))
            guard isDear || input.count < 4096 && kinds.insert(kind).inserted else { continue }
            inputs.append(input)
            if let directory = Self.environment["TAGALONG_FUZZ_KEEP"] {
                let name = (isDear ? "dear-" : "") + String(format: "%05d", inputs.count)
                try Corpus.keep(input, of: subject.name, as: name, in: directory)
            }
        }
        print("\(subject.name): \(rounds) inputs, \(kinds.count) answers, at most \(worst) s and \(most) bytes")
    }

    /// A sentence without what it quotes and counts; a quotation may have quotation marks of its own.
    private static func kind(of sentence: String) -> String {
        let told = sentence.split(separator: ", found").first ?? ""
        return String(told.replacing(#/(?s)'.*'|".*"|/.*: /#, with: "").filter { $0.isASCII && $0.isLetter }.prefix(80))
    }
}

/// What something has cost.
struct Cost {
    /// Of this thread.
    let seconds: Double
    /// How much more memory the process had at its peak than before.
    let bytes: Int

    static func of(_ body: () throws -> Void) rethrows -> Cost {
        // "5" sets the peak back (Linux, proc(5)).
        try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .ascii)
        let (memory, begin) = (status("VmRSS:"), now)
        try body()
        return Cost(seconds: now - begin, bytes: max(0, status("VmHWM:") - memory))
    }

    private static var now: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    private static func status(_ key: String) -> Int {
        guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix(key) })
        else { return 0 }
        return (Int(line.filter(\.isNumber)) ?? 0) * 1024
    }
}
