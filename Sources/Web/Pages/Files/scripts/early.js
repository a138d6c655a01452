// Asks for what every page needs before the modules are here: far away, each of them would otherwise wait for the one before.
const wanted = ["/console.json", "/api/v1/session", ...location.pathname === "/login" ? [] : ["/api/v1/items"]];
// Where the modules were sooner, they have asked themselves: what is told here would be old when it is taken.
globalThis.early ??= Object.fromEntries(wanted.map((path) => {
    const answer = fetch(path, { headers: { Accept: "application/json" } });
    // Whoever takes it learns of it.
    answer.catch(() => {});
    return [path, answer];
}));
