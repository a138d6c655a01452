import Foundation

/// The terminal of this process, if it has one.
enum Terminal {
    static var isOutput: Bool { isatty(STDOUT_FILENO) == 1 }

    static var isInput: Bool { isatty(STDIN_FILENO) == 1 }

    /// How large it is at this moment.
    static var size: LiveText.Size {
        guard let window = window(of: STDOUT_FILENO), window.ws_row > 0 else {
            return LiveText.Size(columns: 80, rows: 24)
        }
        return LiveText.Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
    }

    /// How many characters fit on a line of the terminal behind a descriptor: as it says itself, else as `COLUMNS` does,
    /// else 80.
    static func columns(of descriptor: Int32) -> Int {
        if let window = window(of: descriptor), window.ws_col > 0 { return Int(window.ws_col) }
        return ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil } ?? 80
    }

    private static func window(of descriptor: Int32) -> winsize? {
        var window = winsize()
        return unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 ? window : nil
    }
}
