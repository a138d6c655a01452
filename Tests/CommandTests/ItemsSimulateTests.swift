import API
import ArgumentParser
import Foundation
import Testing

@testable import tagalong

/// `tagalong items simulate`.
@Suite struct ItemsSimulateTests {
    @Test func `what is not said is as the interface has it`() throws {
        let command = try ItemsSimulate.parse(["sam/kite", "--at", "46,14"])
        #expect(command.radius == SimulatedItemDesk.standardRadius)
        #expect(try DesiredOptions.seconds(command.reportEvery) == SimulatedItemDesk.standardReportEvery)
    }

    @Test func `what is wrong is told by the option that was typed`() {
        let body = Data(
            #"""
            {"title":"x","status":422,"detail":"/radius_m: 50 or more is expected","errors":[
            {"pointer":"/radius_m","detail":"50 or more is expected"},
            {"pointer":"/owner","detail":"no owner may be called so"}]}
            """#.utf8
        )
        let told = RunningConsole.sentence(of: body, options: ItemsSimulate.options)
        #expect(told == "--radius: 50 or more is expected; OWNER: no owner may be called so")
        #expect(RunningConsole.sentence(of: body, options: [:]) == "/radius_m: 50 or more is expected")
        let plain = Data(#"{"title":"x","status":409,"detail":"sam/kite is known already"}"#.utf8)
        #expect(RunningConsole.sentence(of: plain, options: ItemsSimulate.options) == "sam/kite is known already")
        #expect(RunningConsole.sentence(of: Data("no".utf8), options: [:]) == nil)
    }
}
