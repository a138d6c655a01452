// A passcode for somebody else's account, typed twice.
import { h } from "../../dom.js";
import { field } from "../../parts.js";
import { strings } from "../../strings.js";

const words = strings.settings;
const least = 6;
let count = 0;

/// Two fields; `check()` complains and answers whether both are right, `refuse(problem)` tells what the console says.
export function passcodeFields(prefix = `passcode-${++count}-`) {
    const input = () => h("input", { class: "input code", type: "password", autocomplete: "new-password" });
    const next = field(strings.accounts.passcode, input(), { hint: words.nextHint, id: `${prefix}new` });
    const again = field(strings.accounts.passcodeAgain, input(), { id: `${prefix}again` });
    return {
        element: h("div", { class: "stack" }, next.element, again.element),
        read: () => next.input.value,
        check() {
            const isRight = [
                next.complain([...next.input.value].length >= least ? "" : words.short),
                again.complain(again.input.value === next.input.value ? "" : words.differs),
            ];
            return isRight.every(Boolean);
        },
        refuse(problem) { next.complain(problem.fields["/passcode"] ?? problem.message); },
    };
}
