public import Foundation

/// The directory of the package, found upwards from this file: for what it ships.
public let packageRoot: URL = {
    var directory = URL(filePath: #filePath)
    repeat {
        directory.deleteLastPathComponent()
    } while directory.path != "/"
        && !FileManager.default.fileExists(atPath: directory.appending(path: "Package.swift").path)
    return directory
}()
