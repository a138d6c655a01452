// Whether the tiles of a map come, from a host that may refuse them, never answer, or end in the middle.
import { tilePicture } from "./tilepicture.js";

/// Without one answer for so long the host is taken for one that gives none.
const patience = 10_000;
const [pause, longestWait] = [5_000, 30_000];

export class TileWatch {
    /// What came of each tile that is wanted now, by its address: null while it is waited for.
    #wanted = new Map();
    #timer = null;

    /// Calls `tell` with `all`, `some` (here and there one is missing) or `none`, once it is known.
    constructor(layer, tell) {
        this.tell = tell;
        layer.on("tileloadstart", ({ tile }) => { this.#wanted.set(tile, null); this.#wait(); });
        layer.on("tileload", ({ tile }) => this.#settle(tile, true));
        layer.on("tileerror", ({ tile }) => this.#settle(tile, false));
        layer.on("tileunload", ({ tile }) => { this.#wanted.delete(tile); });
    }

    dispose() { clearTimeout(this.#timer); }

    #settle(tile, isThere) {
        if (!this.#wanted.has(tile)) return;
        this.#wanted.set(tile, isThere);
        this.#wait();
        this.#judge();
    }

    #wait() {
        clearTimeout(this.#timer);
        if (![...this.#wanted.values()].includes(null)) return;
        this.#timer = setTimeout(() => {
            for (const [tile, isThere] of this.#wanted) this.#wanted.set(tile, isThere ?? false);
            this.#judge();
        }, patience);
    }

    #judge() {
        const told = [...this.#wanted.values()];
        if (!told.length || told.includes(null)) return;
        const missing = told.filter((isThere) => !isThere).length;
        this.tell(!missing ? "all" : missing * 2 < told.length ? "some" : "none");
    }
}

/// Calls once after a pause, or as soon as there is a connection again; answers how to stop that.
export function soon(action) {
    const stop = () => {
        clearTimeout(timer);
        removeEventListener("online", run);
    };
    const run = () => {
        stop();
        action();
    };
    const timer = setTimeout(run, pause);
    addEventListener("online", run);
    return stop;
}

/// Asks for a tile now and then, until one comes; answers how to stop that.
///
/// `address` says which one, each time anew: one that the browser has kept would say nothing of the host; `headers` are what
/// it needs.
export function whenTilesCome(address, headers, done) {
    let timer = null;
    /// The picture that is waited for; others come too late.
    let image = null;
    const again = () => {
        clearTimeout(timer);
        image = null;
        timer = setTimeout(ask, pause);
    };
    const ask = () => {
        clearTimeout(timer);
        const asked = tilePicture(address(), headers, (error) => {
            if (asked !== image) return;
            if (error) return again();
            stop();
            done();
        });
        image = asked;
        timer = setTimeout(again, longestWait);
    };
    const stop = () => {
        clearTimeout(timer);
        removeEventListener("online", ask);
        image = null;
    };
    addEventListener("online", ask);
    again();
    return stop;
}
