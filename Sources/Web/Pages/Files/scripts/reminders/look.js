// The looks of the pages of reminders, which no other page needs.
import { h } from "../dom.js";

const looks = h("link", { rel: "stylesheet", href: new URL("../../styles/reminders.css", import.meta.url).href });

// Nothing is to be seen without them; where they do not come, it is read all the same.
await new Promise((done) => {
    for (const kind of ["load", "error"]) looks.addEventListener(kind, done);
    document.head.append(looks);
});
