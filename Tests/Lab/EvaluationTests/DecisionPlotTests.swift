import Testing
import Tracking

@testable import Evaluation

@Suite struct DecisionPlotTests {
    @Test func `the picture shows one episode, and levels that change where the band crosses a threshold`() throws {
        let plot = try DecisionPlot()
        #expect(plot.changes.first?.level == .warning || plot.changes.first?.level == .critical)
        #expect(plot.changes.contains { $0.level == .critical })
        #expect(plot.changes.last?.level == AlertLevel.none)
        for change in plot.changes where change.level == .critical { #expect(change.low >= 9.9) }
        for change in plot.changes where change.level == .none { #expect(change.high <= 5.1) }
    }

    @Test func `the picture is a whole SVG document`() throws {
        let svg = try DecisionPlot().svg
        #expect(svg.hasPrefix("<svg xmlns="))
        #expect(svg.hasSuffix("</svg>\n"))
        #expect(svg.contains("critical at"))
        #expect(!svg.contains("nan"))
        #expect(try DecisionPlot().svg == svg)
    }
}
