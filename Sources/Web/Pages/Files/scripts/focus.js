// Somebody who goes by the keyboard keeps a place when what had the focus is removed, hidden or switched off.
const reachable = "a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex]";

/// The last that had the focus, and what it was in, from the inside out.
let last = null;
let around = [];

const canTake = (element) => element.isConnected && element.checkVisibility() && !element.disabled;

function note(event) {
    last = event.target;
    around = [];
    for (let each = last.parentElement; each; each = each.parentElement) around.push(each);
}

/// Gives the focus to what is there in place of what had it: within the same part of the page, or after it.
function restore() {
    if (document.activeElement !== document.body || !last || canTake(last)) return;
    const part = around.find((each) => each.isConnected && each.checkVisibility() && each.id !== "toasts") ?? document.body;
    const main = document.getElementById("main");
    const all = [...document.querySelectorAll(reachable)].filter((each) => canTake(each) && each !== main);
    const next = part === main || part.contains(main) ? null
        : all.find((each) => part.contains(each)) ?? all.find((each) => part.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING);
    (next ?? main).focus({ preventScroll: !next });
}

export function keepFocus() {
    addEventListener("focusin", note);
    let isWaiting = false;
    // After whoever removed it had the time to give it to somebody.
    new MutationObserver(() => {
        if (isWaiting || document.activeElement !== document.body || !last) return;
        isWaiting = true;
        setTimeout(() => {
            isWaiting = false;
            restore();
        });
    }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden", "disabled"] });
}
