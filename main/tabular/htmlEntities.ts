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
/** Characters by their entity names in HTML 4, chapter 24, without mathematical symbols. */
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

/** Replaces the entities of a text; unknown ones stay as written, as in browsers. */
export function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (written, decimal?: string, hex?: string, name?: string) =>
    name === undefined
      ? character(decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16))
      : (NAMED.get(name) ?? written),
  );
}

/** Decodes a character reference; 128 to 159 mean windows-1252 characters (HTML standard, 13.2.5.80). */
function character(code: number): string {
  if (code >= 128 && code < 160) return new TextDecoder('windows-1252').decode(Uint8Array.of(code));
  const isNone = code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000);
  return isNone ? '\ufffd' : String.fromCodePoint(code);
}
