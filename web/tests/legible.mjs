// The law Legible in the page: no text lies under a card, a number or other text, and nothing is cut or outside the window.

/** Every breach on the table of a page, or on a part of it, as lines; nothing moves on it. */
export const illegible = (page, part = ".felt") =>
  page.evaluate((part) => {
    const felt = document.querySelector(part);
    const window_ = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const found = new Set();
    const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const isHeard = (one) => one.closest(".heard, [aria-hidden=true] > svg, .panel:not(.open), dialog, .digit");
    const inside = (box, other, by = 1) =>
      box.left >= other.left - by &&
      box.top >= other.top - by &&
      box.right <= other.right + by &&
      box.bottom <= other.bottom + by;

    /** Texts of the table with their letters' boxes; of a card's face it is the card itself that is seen. */
    const texts = [];
    const walker = document.createTreeWalker(felt, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const of = node.parentElement;
      const text = node.data.trim();
      if (!text || of.closest(".sprite, style") || isHeard(of) || !seen(of)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      // A line's box is higher than its letters.
      const { fontSize } = getComputedStyle(of);
      const drawn = of.closest("svg")?.getScreenCTM().a ?? 1;
      const high = parseFloat(fontSize) * 0.72 * drawn;
      for (const line of range.getClientRects()) {
        if (line.width < 1) continue;
        const middle = (line.top + line.bottom) / 2;
        texts.push({ of, text, left: line.left, right: line.right, top: middle - high / 2, bottom: middle + high / 2 });
      }
    }
    const shortened = (one) => getComputedStyle(one).textOverflow === "ellipsis";
    for (const box of texts) {
      const { of, text } = box;
      if (shortened(of)) box.right = Math.min(box.right, of.getBoundingClientRect().right);
      if (of.closest(".map.part")) continue; // a part of the map: the rest is looked at by moving it
      if (!inside(box, window_)) found.add(`"${text}" is outside the window`);
      for (let up = of; up !== document.body; up = up.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(up);
        if (overflowX === "visible" && overflowY === "visible") continue;
        if (!inside(box, up.getBoundingClientRect())) found.add(`"${text}" is cut`);
      }
    }

    // What is drawn over what: as it would be hit.
    const style = new CSSStyleSheet(); // the page's policy forbids a style element
    style.replaceSync("* { pointer-events: auto !important; }");
    document.adoptedStyleSheets.push(style);
    const sizes = (box) => Math.min(box.right - box.left, box.bottom - box.top);
    for (const box of texts) {
      const y = (box.top + box.bottom) / 2;
      for (const share of [0.04, 0.25, 0.5, 0.75, 0.96]) {
        const x = box.left + (box.right - box.left) * share;
        for (const over of document.elementsFromPoint(x, y)) {
          if (over === box.of || over.contains(box.of)) break;
          if (over.closest(".sprite")) found.add(`"${box.text}" lies under a card`);
        }
      }
      for (const other of texts) {
        if (other === box || other.of === box.of) continue;
        const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left);
        const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
        if (wide > 1 && high > 1 && sizes(box) > 0) found.add(`"${box.text}" and "${other.text}" lie on each other`);
      }
    }
    document.adoptedStyleSheets.pop();

    // No card is cut by the table's edge: what its corner says is seen whole.
    const edge = felt.getBoundingClientRect();
    for (const card of felt.querySelectorAll(".sprite:has(.rank)")) {
      const { left, top, right, bottom } = card.getBoundingClientRect();
      const lean = (right - left) * 0.08;
      if (!inside({ left: left + lean, top: top + lean, right: right - lean, bottom: bottom - lean }, edge))
        found.add(`a card is cut at ${Math.round(left)}, ${Math.round(top)} of ${Math.round(right - left)}`);
    }
    return [...found];
  }, part);
