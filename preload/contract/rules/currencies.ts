const NO_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF';
const TWO_DECIMALS = `
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE
  CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD
  HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK
  MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD
  RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH
  USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG
`;
const THREE_DECIMALS = 'BHD IQD JOD KWD LYD OMR TND';
const FOUR_DECIMALS = 'CLF UYW';

const withDigits = (codes: string, digits: number) =>
  codes
    .trim()
    .split(/\s+/)
    .map((code) => [code, digits] as const);

/**
 * Decimals of each currency that amounts can be in (ISO 4217, list one, with funds). Metals, drawing rights and the
 * codes for testing and for no currency have none and are left out.
 */
export const MINOR_DIGITS: ReadonlyMap<string, number> = new Map([
  ...withDigits(NO_DECIMALS, 0),
  ...withDigits(TWO_DECIMALS, 2),
  ...withDigits(THREE_DECIMALS, 3),
  ...withDigits(FOUR_DECIMALS, 4),
]);

/** Unambiguous currency names, in upper case and without spaces; each is read as its code. */
export const CURRENCY_NAMES: ReadonlyMap<string, string> = new Map([
  ...['RMB', '人民币', '人民幣'].map((name) => [name, 'CNY'] as const),
  ...['EURO', 'EUROS', '欧元', '歐元'].map((name) => [name, 'EUR'] as const),
  ...['USDOLLAR', 'USDOLLARS', '美元'].map((name) => [name, 'USD'] as const),
  ...['英镑', '英鎊'].map((name) => [name, 'GBP'] as const),
  ...['港币', '港幣'].map((name) => [name, 'HKD'] as const),
]);

/** Signs and other codes used for a currency, with its ISO code. */
export const CURRENCY_INSTEAD: ReadonlyMap<string, string> = new Map([
  ['CNH', 'CNY'],
  ['€', 'EUR'],
  ['US$', 'USD'],
  ['£', 'GBP'],
  ['HK$', 'HKD'],
  ['NTD', 'TWD'],
]);

/** Withdrawn currencies and their successors. Amounts do not carry over: EUR 1 was BGN 1.95583. */
export const CURRENCY_REPLACED: ReadonlyMap<string, string> = new Map([
  ['BGN', 'EUR'],
  ['HRK', 'EUR'],
  ['ANG', 'XCG'],
]);

/** Currency words unknown to the platform. */
const CURRENCY_WORDS: readonly (readonly [string, readonly string[]])[] = [
  ['元', ['CNY']],
  ['块', ['CNY']],
  ['円', ['JPY']],
  ['日元', ['JPY']],
  ['DOLLAR', ['USD']],
  ['DOLLARS', ['USD']],
  ['SFR', ['CHF']],
  ['FR', ['CHF']],
  ['S$', ['SGD']],
  ['C$', ['CAD', 'NIO']],
];

let bySign: ReadonlyMap<string, readonly string[]> | undefined;

/**
 * Returns the currencies that a sign, a word or a code may mean: `$` many, `元` one. Signs are those of CLDR, which
 * every platform includes. Empty for a word that is no currency.
 */
export function currenciesOf(word: string): readonly string[] {
  bySign ??= signs();
  return (
    bySign.get(
      word
        .normalize('NFKC')
        .toUpperCase()
        .replace(/[\s.]+/g, ''),
    ) ?? []
  );
}

/** The currency that a code, a name or a sign means; undefined where it may mean several or none. */
export function currencyNamed(word: string): string | undefined {
  const [code, ...others] = currenciesOf(word);
  return code !== undefined && others.length === 0 && MINOR_DIGITS.has(code) ? code : undefined;
}

function signs(): ReadonlyMap<string, readonly string[]> {
  const known = new Map<string, string[]>();
  const add = (word: string, code: string) => {
    const key = word
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[\s.]+/g, '');
    const codes = known.get(key) ?? [];
    if (!codes.includes(code)) known.set(key, [...codes, code]);
  };
  for (const [word, codes] of CURRENCY_WORDS) for (const code of codes) add(word, code);
  for (const [word, code] of [...CURRENCY_NAMES, ...CURRENCY_INSTEAD]) add(word, code);
  for (const code of CURRENCY_REPLACED.keys()) add(code, code);
  for (const code of MINOR_DIGITS.keys()) {
    for (const language of ['en', 'zh-CN']) {
      for (const currencyDisplay of ['symbol', 'narrowSymbol'] as const) {
        const format = new Intl.NumberFormat(language, {
          style: 'currency',
          currency: code,
          currencyDisplay,
        });
        add(format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code, code);
      }
    }
  }
  // A code means only itself.
  for (const code of MINOR_DIGITS.keys()) known.set(code, [code]);
  return known;
}
