import Foundation

/// The files that a call of `tagalong import` names.
enum ImportFiles {
    /// Every file named, and for a directory its `.rec` files at any depth, by name.
    static func list(_ named: [String]) throws(CommandFailure) -> [String] {
        var files: [String] = []
        for path in named {
            var isDirectory: ObjCBool = false
            let exists = unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
            guard exists else { throw CommandFailure(.badInput, "\(path): there is no such file") }
            files += isDirectory.boolValue ? try recordings(in: path) : [path]
        }
        return files
    }

    private static func recordings(in directory: String) throws(CommandFailure) -> [String] {
        let names = FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String } ?? []
        let found = names.filter { $0.hasSuffix(".rec") }.sorted()
        guard !found.isEmpty else {
            throw CommandFailure(.badInput, "\(directory): .rec files are expected, there are none in it")
        }
        let folders = Set(found.map { $0.split(separator: "/").dropLast().joined(separator: "/") }).sorted()
        guard folders.count == 1 else {
            let some = folders.prefix(6).joined(separator: ", ")
            let sentence = "\(directory): the recordings of one device are expected, those of \(some) are in it"
            throw CommandFailure(.badInput, sentence)
        }
        return found.map { "\(directory)/\($0)" }
    }
}
