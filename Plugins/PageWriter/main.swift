// page-writer FOLDER OUTPUT: writes the files of a folder as Swift source.
//
// Literals of text compile at once, where arrays of bytes take seconds; what is no text goes in as base 64.
import Foundation

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
    FileHandle.standardError.write(Data("usage: page-writer FOLDER OUTPUT\n".utf8))
    exit(2)
}
do {
    let folder = URL(fileURLWithPath: arguments[1], isDirectory: true)
    let source = try Pages(in: folder).source
    try source.write(to: URL(fileURLWithPath: arguments[2]), atomically: true, encoding: .utf8)
} catch {
    FileHandle.standardError.write(Data("page-writer: \(arguments[1]): \(error)\n".utf8))
    exit(1)
}
