/** Scans tags and texts of a page like browsers and spreadsheets do: malformed parts are no error. */

/** Handlers of the tags and texts of a page, called in order. Element names are in lower case. */
export interface HtmlHandlers {
  /** Called for a start tag; `attributes` parses its attributes, with undecoded entities. */
  open(name: string, attributes: () => ReadonlyMap<string, string>): void;
  close(name: string): void;
  /** Called for a text, with undecoded entities. */
  text(written: string): void;
  /** Called for the contents of a style sheet. */
  style?(css: string): void;
}

const TAG_NAME = /^\/?[a-z][\w:-]*/i;
const ATTRIBUTE = /([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g;
/** Elements whose contents are not text of the page. */
const RAW: ReadonlySet<string> = new Set(['script', 'style', 'title', 'textarea', 'xml', 'noscript']);

/** Scans a page, in time linear in its length. */
export function scanHtml(page: string, handlers: HtmlHandlers): void {
  for (let at = 0; at < page.length; ) {
    const open = page.indexOf('<', at);
    if (open > at || open < 0) handlers.text(page.slice(at, open < 0 ? page.length : open));
    if (open < 0) return;
    if (page.startsWith('<!--', open)) {
      const end = page.indexOf('-->', open + 4);
      if (end < 0) return;
      at = end + 3;
      continue;
    }
    const name = TAG_NAME.exec(page.slice(open + 1, open + 64))?.[0].toLowerCase();
    if (name === undefined && !/[!?]/.test(page[open + 1] ?? '')) {
      handlers.text('<');
      at = open + 1;
      continue;
    }
    const end = tagEnd(page, open);
    if (end < 0) return;
    at = end + 1;
    if (name === undefined) continue;
    if (name.startsWith('/')) handlers.close(name.slice(1));
    else if (RAW.has(name)) at = afterRaw(page, at, name, handlers);
    else handlers.open(name, () => attributesOf(page.slice(open + 1 + name.length, end)));
  }
}

/** Returns the position of the `>` that ends a tag, ignoring quoted ones; -1 if the page ends first. */
function tagEnd(page: string, from: number): number {
  let quote = 0;
  for (let at = from; at < page.length; at++) {
    const char = page.charCodeAt(at);
    if (quote !== 0) {
      if (char === quote) quote = 0;
    } else if (char === 62) return at;
    else if ((char === 34 || char === 39) && /[\s=]/.test(page[at - 1] ?? '')) quote = char;
  }
  return -1;
}

/** Returns the position after an element without page text; the end of the page if it is not closed. */
function afterRaw(page: string, from: number, name: string, handlers: HtmlHandlers): number {
  const closing = new RegExp(`</${name}\\s*>`, 'gi');
  closing.lastIndex = from;
  const found = closing.exec(page);
  const end = found ? found.index : page.length;
  if (name === 'style') handlers.style?.(page.slice(from, end));
  return found ? closing.lastIndex : page.length;
}

function attributesOf(tag: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single, bare] of tag.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, double ?? single ?? bare ?? '');
  }
  return found;
}
