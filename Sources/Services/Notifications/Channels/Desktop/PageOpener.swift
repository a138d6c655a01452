internal import Foundation

/// Opens pages in the browser of the session that the service runs in.
public enum PageOpener {
    /// Has `xdg-open` open a page; nothing else than an address of the web is opened.
    public static func open(_ link: String) {
        guard WebAddress(link) != nil else { return }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["xdg-open", link]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // Without xdg-open a click does nothing.
        try? process.run()
    }

    /// The bus of the session, as the environment names it; nil for none.
    public static func sessionBus(_ environment: [String: String]) -> String? {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return address }
        guard let directory = environment["XDG_RUNTIME_DIR"], FileManager.default.fileExists(atPath: "\(directory)/bus")
        else { return nil }
        return "unix:path=\(directory)/bus"
    }
}
