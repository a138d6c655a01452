// A run: what the console plays, as it comes, or what a file has.
import { changeHeaders, noteRefusal, Problem } from "../api.js";
import { strings } from "../strings.js";
import { FleetTrace } from "./fleettrace.js";
import { Trace } from "./trace.js";

export class Recording {
    /// Of every tracker everything, or of a fleet some moments.
    trace = new Trace();
    /// What came of the assertions; null in a file.
    report = null;
    at = 0;
    #parts = [];
    #isOver = false;

    /// A file's text.
    ///
    /// Throws where it is no trace.
    static of(text) {
        const made = new Recording();
        made.#take(text);
        return made.#whole();
    }

    /// Has a scenario played, by its name or as it is written; `told` hears the moment of the run that it has come to. The signal
    /// ends it.
    static async play({ name, text, fleet, seed, told, signal }) {
        const query = new URLSearchParams(Object.entries({ fleet, seed }).filter(([, value]) => value !== undefined && value !== ""));
        const asked = name ? fetch(`/api/v1/scenarios/${encodeURIComponent(name)}/trace`, { signal })
            : fetch(`/api/v1/simulations?${query}`, { method: "POST", body: text, signal, headers: { ...changeHeaders(), "Content-Type": "application/yaml" } });
        let response;
        try { response = await asked; } catch (problem) {
            throw signal.aborted ? problem : new Problem(0, { detail: strings.errors.offline });
        }
        if (!response.ok) {
            noteRefusal(response.status);
            throw new Problem(response.status, await response.json().catch(() => null));
        }
        const made = new Recording();
        try {
            const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
            let rest = "";
            for (let part = await reader.read(); !part.done; part = await reader.read()) {
                const all = rest + part.value;
                const end = all.lastIndexOf("\n") + 1;
                made.#take(all.slice(0, end));
                rest = all.slice(end);
                told(made.at);
            }
        } catch (problem) {
            throw signal.aborted ? problem : new Error(strings.simulation.cutOff);
        }
        // A run that was cut off has no report.
        if (!made.report) throw new Error(strings.simulation.cutOff);
        return made.#whole();
    }

    get isFleet() { return this.trace instanceof FleetTrace; }

    /// All lines as they came.
    get blob() { return new Blob(this.#parts, { type: "application/x-ndjson" }); }

    #take(text) {
        this.#parts.push(text);
        for (const written of text.split("\n").filter(Boolean)) {
            const line = JSON.parse(written);
            // Of several runs, which are marked, the first is shown.
            if (line.run > 1) this.#isOver = true;
            if (this.#isOver) return;
            this.at = Math.max(this.at, line.at_s ?? 0);
            if (Array.isArray(line.trackers)) this.trace = new FleetTrace(line);
            else if (line.report) this.report = line.report;
            else this.trace.take(line);
        }
    }

    #whole() {
        if (this.trace.isEmpty) throw new Error("no tracker");
        return this;
    }
}
