import type { Readable } from 'node:stream';
import type { OrderQuote } from '@contract/business/orderQuote';
import { INTL_LOCALE, type Language } from '@contract/limits';
import { postalLines } from '@contract/rules/addresses';
import { currencyDigits } from '@contract/rules/places';
import { priceText } from '@contract/rules/quote';
import { formatDay } from '@contract/rules/zonedTime';
import { choiceLabel, labelOf, say } from '@contract/words';
import { officeDay } from '../../core/officeClock';
import type { Reader } from '../../store/open';
import { ownCompanies } from '../customer/ownCompanies';
import { A4, MM, Pdf } from '../documents/pdf';

const LEFT = 18 * MM;
const WIDTH = A4[0] - 2 * LEFT;
/** Bottom of the lines on a page, and position of its footer. */
const BOTTOM = 272 * MM;
const FOOT = 282 * MM;
const GREY = '#5b6470';
const PALE = '#d3d8de';
const RED = '#c0262d';
const PAD = 1.5 * MM;
const SIZE = 9;
/** Height of a table row. */
const ROW = 6.6 * MM;

/** Columns of the table: their field and share of the width. */
const COLUMNS = [
  { name: 'chargeItemId', share: 0.4, align: 'left' },
  { name: 'basis', share: 0.15, align: 'left' },
  { name: 'quantity', share: 0.13, align: 'right' },
  { name: 'unitPrice', share: 0.14, align: 'right' },
  { name: 'amount', share: 0.18, align: 'right' },
] as const;

interface Party {
  readonly nameEn: string;
  readonly nameCn: string;
  readonly street: string | null;
  readonly houseNumber: string | null;
  readonly postcode: string | null;
  readonly city: string | null;
  readonly countryEn: string | null;
  readonly countryCn: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

const partyFields = [
  'party.nameEn',
  'party.nameCn',
  'party.street',
  'party.houseNumber',
  'party.postcode',
  'party.city',
  'party.email',
  'party.phone',
  'country.nameEn as countryEn',
  'country.nameCn as countryCn',
] as const;

/** Our company, which makes the offer. */
const sellerOf = (read: Reader): Promise<Party | undefined> =>
  ownCompanies(read)
    .leftJoin('country', 'country.id', 'party.countryId')
    .select(partyFields)
    .executeTakeFirst();

const buyerOf = (read: Reader, id: number): Promise<Party> =>
  read
    .selectFrom('customer as party')
    .leftJoin('country', 'country.id', 'party.countryId')
    .select(partyFields)
    .where('party.id', '=', id)
    .executeTakeFirstOrThrow();

/** Data of an offer besides the quote itself. */
interface OfferParts {
  /** Names of charges by their ids. */
  readonly items: ReadonlyMap<number, string>;
  readonly service: string;
  readonly seller: Party | undefined;
  readonly buyer: Party;
}

/** The words, numbers and names of an offer in one language. */
class OfferWords {
  readonly language: Language;

  constructor(language: Language) {
    this.language = language;
  }

  say(code: Parameters<typeof say>[1], params?: Parameters<typeof say>[2]): string {
    return say(this.language, code, params);
  }

  label(name: string): string {
    return labelOf(this.language, name, 'orderQuote');
  }

  name({ nameEn, nameCn }: { readonly nameEn: string; readonly nameCn: string }): string {
    return this.language === 'cn' ? nameCn : nameEn;
  }

  number(value: number, least: number, most = least): string {
    return new Intl.NumberFormat(INTL_LOCALE[this.language], {
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    }).format(value);
  }

  // For display only: an amount has at most ten digits before the point, well within what a number holds exactly.
  money(amount: string, currency: string): string {
    return `${this.number(Number(amount), currencyDigits(currency))} ${currency}`;
  }

  address(party: Party): string[] {
    return postalLines({ ...party, country: this.language === 'cn' ? party.countryCn : party.countryEn });
  }
}

/** The pages of an offer, drawn from the top: `y` is the position of the next piece. */
class OfferPages {
  readonly #pdf: Pdf;
  readonly #quoteNo: string;
  readonly #words: OfferWords;
  #page = 0;
  y = 0;

  constructor(quoteNo: string, words: OfferWords) {
    this.#pdf = new Pdf({ title: quoteNo, author: 'Freight Console', language: words.language }, A4);
    this.#quoteNo = quoteNo;
    this.#words = words;
    this.addPage();
  }

  /** Starts a page, with its number in the footer. */
  addPage(): void {
    this.#pdf.addPage();
    this.#page += 1;
    this.y = 16 * MM;
    const foot = `${this.#quoteNo} · ${this.#words.say('OFFER_PAGE', { no: this.#page })}`;
    this.#pdf.text({ x: LEFT, y: FOOT, width: WIDTH, height: 6 * MM }, [foot], {
      ...{ size: 8, color: GREY, align: 'center' },
    });
  }

  /** Draws lines at `y`, or `below` that; returns their height. */
  text(
    lines: readonly string[],
    style: Parameters<Pdf['text']>[2],
    {
      below = 0,
      ...at
    }: {
      readonly below?: number;
      readonly x?: number;
      readonly width?: number;
      readonly height?: number;
    } = {},
  ): number {
    return this.#pdf.text({ x: LEFT, width: WIDTH, height: 40 * MM, ...at, y: this.y + below }, lines, style);
  }

  rule(fill: string): void {
    this.#pdf.box({ x: LEFT, y: this.y, width: WIDTH, height: 0.4 }, { fill });
  }

  /** Draws a row of the table. */
  row(texts: readonly string[], style: { readonly bold?: boolean; readonly color?: string } = {}): void {
    let x = LEFT;
    COLUMNS.forEach(({ share, align }, index) => {
      const width = share * WIDTH;
      const place = { x: x + PAD, y: this.y + PAD, width: width - 2 * PAD, height: ROW - PAD };
      this.#pdf.text(place, [texts[index] ?? ''], { size: SIZE, least: 6, align, ...style });
      x += width;
    });
    this.y += ROW;
  }

  tableHead(): void {
    this.row(
      COLUMNS.map(({ name }) => this.#words.label(name)),
      { bold: true, color: GREY },
    );
    this.rule(GREY);
  }

  /** True if this number of table rows still fits on the page. */
  has(rows: number): boolean {
    return this.y + rows * ROW <= BOTTOM;
  }

  end(): Readable {
    return this.#pdf.end();
  }
}

async function partsOf(read: Reader, quote: OrderQuote, words: OfferWords): Promise<OfferParts> {
  const items = await read.selectFrom('chargeItem').select(['id', 'nameEn', 'nameCn']).execute();
  const service = await read
    .selectFrom('service')
    .select(['nameEn', 'nameCn'])
    .where('id', '=', quote.serviceId)
    .executeTakeFirstOrThrow();
  return {
    items: new Map(items.map((item) => [item.id, words.name(item)])),
    service: words.name(service),
    seller: await sellerOf(read),
    buyer: await buyerOf(read, quote.customerId),
  };
}

/** Draws the seller, the number of the offer, and a warning if it is not binding. */
function drawTop(
  pages: OfferPages,
  words: OfferWords,
  quote: OrderQuote,
  seller: Party | undefined,
  day: string,
) {
  if (seller) {
    pages.text([words.name(seller)], { size: 12, bold: true }, { width: WIDTH * 0.6 });
    const below = [...words.address(seller), [seller.phone, seller.email].filter(Boolean).join(' · ')];
    pages.text(below, { size: 8, color: GREY }, { below: 6 * MM, width: WIDTH * 0.6, height: 20 * MM });
  }
  const right = { x: LEFT + WIDTH * 0.6, width: WIDTH * 0.4 };
  pages.text([words.say('OFFER_TITLE')], { size: 18, bold: true, align: 'right' }, right);
  pages.text([quote.quoteNo], { size: 10, align: 'right' }, { ...right, below: 9 * MM, height: 6 * MM });
  pages.y += 34 * MM;
  const until = quote.terminatedOn !== null && quote.terminatedOn <= day ? quote.terminatedOn : quote.validTo;
  const over = quote.state === 'terminated' || until < day;
  if (quote.state !== 'approved' || over) {
    const code = quote.approvedAt === null ? 'OFFER_UNAPPROVED' : 'OFFER_OVER';
    pages.y += pages.text([words.say(code)], { size: 11, bold: true, color: RED }) + 3 * MM;
  }
}

/** The shipment in one line: goods, packages, weights and volume. */
function shipmentOf(words: OfferWords, quote: OrderQuote): string {
  const { language } = words;
  const weight = [words.number(quote.weight, 0, 3), choiceLabel(language, 'tariffUnit', 'kg')];
  return [
    quote.goods,
    quote.packages > 0 ? words.say('OFFER_PACKAGES', { count: words.number(quote.packages, 0) }) : null,
    weight.join(language === 'cn' ? '' : ' '),
    quote.volume === null ? null : `${words.number(quote.volume, 0, 3)} m³`,
    words.say('OFFER_CHARGEABLE', { kg: words.number(quote.chargeableWeight, 0, 1) }),
  ]
    .filter(Boolean)
    .join(language === 'cn' ? '，' : ', ');
}

/** Draws the facts of the offer, each with a label; unknown facts are left out. */
function drawFacts(
  pages: OfferPages,
  words: OfferWords,
  quote: OrderQuote,
  { service, buyer }: OfferParts,
  day: string,
) {
  const facts: (readonly [string, readonly string[]])[] = [
    [words.say('OFFER_FOR'), [words.name(buyer), ...words.address(buyer)]],
    [words.say('OFFER_DAY'), [formatDay(quote.approvedAt === null ? day : officeDay(quote.approvedAt))]],
    [words.label('reference'), [quote.reference, quote.billNo].flatMap((one) => one ?? [])],
    [words.label('serviceId'), [service]],
    [words.say('OFFER_ROUTE'), [`${quote.originCode} – ${quote.destinationCode}`]],
    [words.say('OFFER_SHIPMENT'), [shipmentOf(words, quote)]],
    [words.label('incoterm'), quote.incoterm === null ? [] : [quote.incoterm]],
    [words.label('expectedDate'), quote.expectedDate === null ? [] : [formatDay(quote.expectedDate)]],
  ];
  for (const [what, lines] of facts) {
    if (lines.length === 0) continue;
    pages.text([what], { size: SIZE, color: GREY }, { width: 36 * MM });
    const height = pages.text(lines, { size: SIZE }, { x: LEFT + 38 * MM, width: WIDTH - 38 * MM });
    pages.y += height + 1.2 * MM;
  }
}

/** Draws the table of charges, with its head on each page, and the total of each currency. */
function drawCharges(pages: OfferPages, words: OfferWords, quote: OrderQuote, items: OfferParts['items']) {
  pages.tableHead();
  for (const line of quote.lines) {
    if (!pages.has(1)) {
      pages.addPage();
      pages.tableHead();
    }
    pages.row([
      items.get(line.chargeItemId) ?? `#${line.chargeItemId}`,
      choiceLabel(words.language, 'chargeBasis', line.basis),
      words.number(line.quantity, 0, 3),
      priceText(line.unitPrice),
      words.money(line.amount, line.currency),
    ]);
    pages.rule(PALE);
  }
  const shown = quote.totals.filter(({ amount }) => Number(amount) > 0);
  if (!pages.has(shown.length + 3)) pages.addPage();
  for (const { amount, currency } of shown)
    pages.row(['', '', '', words.label('total'), words.money(amount, currency)], { bold: true });
}

/** Creates the PDF of an order quote for the customer, on as many pages as its lines need. It does not show costs. */
export async function offerPdf(
  read: Reader,
  quote: OrderQuote,
  day: string,
  language: Language,
): Promise<Readable> {
  const words = new OfferWords(language);
  const parts = await partsOf(read, quote, words);
  const pages = new OfferPages(quote.quoteNo, words);
  drawTop(pages, words, quote, parts.seller, day);
  drawFacts(pages, words, quote, parts, day);
  pages.y += 4 * MM;
  drawCharges(pages, words, quote, parts.items);
  pages.y += 4 * MM;
  pages.text([words.say('OFFER_VALID', { day: formatDay(quote.validTo) })], { size: SIZE });
  return pages.end();
}
