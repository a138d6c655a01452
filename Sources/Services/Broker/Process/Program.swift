internal import Glibc

/// Programs of the system.
package enum Program {
    /// The path of a program in the directories of `PATH`, and in those of the administrator that `PATH` often lacks;
    /// nil when there is none.
    package static func find(_ name: String) -> String? {
        let path = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? ""
        let directories = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/local/sbin", "/usr/bin"]
        return directories.map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 }
    }

    static func require(_ name: String) throws(PrivateBrokerError) -> String {
        guard let path = find(name) else { throw .notInstalled(program: name) }
        return path
    }
}
