/** Tags and texts of a page, as browsers and spreadsheets read them: what is not well-formed is no error. */

/** Handlers of what stands in a page, in its order. Names of elements are in lower case. */
export interface HtmlHandlers {
  /** Reads a start tag; `attributes` parses what follows its name. */
  open(name: string, attributes: () => ReadonlyMap<string, string>): void;
  close(name: string): void;
  /** Takes a text with its entities replaced. */
  text(text: string): void;
  /** Takes the contents of a style sheet. */
  style?(css: string): void;
}

const TAG_NAME = /^\/?[a-z][\w:-]*/i;
const ATTRIBUTE = /([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g;
/** Elements whose contents are no text of the page. */
const RAW: ReadonlySet<string> = new Set(['script', 'style', 'title', 'textarea', 'xml', 'noscript']);

/** Scans a page from its beginning to its end, in time linear in its length. */
export function scanHtml(page: string, handlers: HtmlHandlers): void {
  for (let at = 0; at < page.length; ) {
    const open = page.indexOf('<', at);
    if (open > at || open < 0) handlers.text(withoutEntities(page.slice(at, open < 0 ? page.length : open)));
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

/** Place of the sign that ends a tag; quotation marks may hold one that does not. -1 where the page ends first. */
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

/** Place behind an element that holds no text of the page; its end where it is not closed. */
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
    if (!found.has(key)) found.set(key, withoutEntities(double ?? single ?? bare ?? ''));
  }
  return found;
}

const LATIN = `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3
  acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig
  Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash
  Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc
  euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml
  yacute thorn yuml`;
const GREEK = `alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau
  upsilon phi chi psi omega`;
const OTHERS = `quot 34 amp 38 apos 39 lt 60 gt 62 OElig 338 oelig 339 Scaron 352 scaron 353 Yuml 376 fnof 402 circ 710
  tilde 732 ensp 8194 emsp 8195 thinsp 8201 zwnj 8204 zwj 8205 lrm 8206 rlm 8207 ndash 8211 mdash 8212 lsquo 8216
  rsquo 8217 sbquo 8218 ldquo 8220 rdquo 8221 bdquo 8222 dagger 8224 Dagger 8225 bull 8226 hellip 8230 permil 8240
  prime 8242 Prime 8243 lsaquo 8249 rsaquo 8250 oline 8254 frasl 8260 euro 8364 trade 8482 larr 8592 uarr 8593
  rarr 8594 darr 8595 harr 8596 minus 8722 asymp 8776 ne 8800 le 8804 ge 8805`;

const words = (list: string) => list.trim().split(/\s+/);
/** Characters by their names in HTML 4, chapter 24, but for signs of mathematics. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ...words(LATIN).map((name, at) => [name, String.fromCharCode(160 + at)] as const),
  ...words(GREEK).flatMap((name, at) => {
    const capital = name.charAt(0).toUpperCase() + name.slice(1);
    return [
      [name, String.fromCharCode(0x3b1 + at)],
      [capital, String.fromCharCode(0x391 + at)],
    ] as const;
  }),
  ...[...OTHERS.matchAll(/(\w+) (\d+)/g)].map(
    ([, name = '', code]) => [name, String.fromCharCode(Number(code))] as const,
  ),
]);
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,8}));?/g;

/** A text with its entities replaced; an unknown one stays as it is written, as in browsers. */
function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (written, decimal?: string, hex?: string, name?: string) =>
    name === undefined
      ? character(decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16))
      : (NAMED.get(name) ?? written),
  );
}

/** Numbers from 128 to 159 mean characters of windows-1252 (HTML standard, 13.2.5.80). */
function character(code: number): string {
  if (code >= 128 && code < 160) return new TextDecoder('windows-1252').decode(Uint8Array.of(code));
  const isNone = code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000);
  return isNone ? '\ufffd' : String.fromCodePoint(code);
}
