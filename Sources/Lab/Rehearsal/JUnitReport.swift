/// Runs as JUnit's XML, which continuous-integration servers show: a suite a run, a case an expectation.
public enum JUnitReport {
    /// The whole document.
    public static func xml(_ reports: [RunReport]) -> String {
        let suites = reports.map(suite).joined()
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n\(suites)</testsuites>\n"
    }

    private static func suite(_ report: RunReport) -> String {
        let failures = report.expectations.count { !$0.passed }
        let name = escaped("\(report.scenario) (seed \(report.seed))")
        let cases = report.expectations.map { test(of: $0, in: name) }.joined()
        let counts = "tests=\"\(report.expectations.count)\" failures=\"\(failures)\" time=\"\(report.wallSeconds)\""
        return "  <testsuite name=\"\(name)\" \(counts)>\n\(cases)  </testsuite>\n"
    }

    private static func test(of expectation: Verdict, in suite: String) -> String {
        let start = "    <testcase classname=\"\(suite)\" name=\"\(escaped(expectation.text))\""
        if expectation.passed { return start + "/>\n" }
        let message = escaped("line \(expectation.line): observed \(expectation.observed)")
        return start + ">\n      <failure message=\"\(message)\"/>\n    </testcase>\n"
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\n", "\r": result += " "
            // XML 1.0 has no way to write other control characters, nor these two.
            case _ where scalar.value < 0x20 || scalar == "\u{FFFE}" || scalar == "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
