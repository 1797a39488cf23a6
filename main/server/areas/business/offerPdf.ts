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
import { MM, Pdf } from '../documents/pdf';

const A4: [number, number] = [210 * MM, 297 * MM];
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

/** An order quote in the form for the customer, on as many pages as its lines need. It does not show costs. */
export async function offerPdf(
  read: Reader,
  quote: OrderQuote,
  day: string,
  language: Language,
): Promise<Readable> {
  const words = (code: Parameters<typeof say>[1], params?: Parameters<typeof say>[2]) =>
    say(language, code, params);
  const label = (name: string) => labelOf(language, name, 'orderQuote');
  const name = (one: { nameEn: string; nameCn: string }) => (language === 'cn' ? one.nameCn : one.nameEn);
  const number = (value: number, least: number, most = least) =>
    new Intl.NumberFormat(INTL_LOCALE[language], {
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    }).format(value);
  // For display only: an amount has at most ten digits before the point, well within what a number holds exactly.
  const money = (amount: string, currency: string) =>
    `${number(Number(amount), currencyDigits(currency))} ${currency}`;
  const items = new Map(
    (await read.selectFrom('chargeItem').select(['id', 'nameEn', 'nameCn']).execute()).map((item) => [
      item.id,
      name(item),
    ]),
  );
  const service = await read
    .selectFrom('service')
    .select(['nameEn', 'nameCn'])
    .where('id', '=', quote.serviceId)
    .executeTakeFirstOrThrow();
  const seller = await sellerOf(read);
  const buyer = await buyerOf(read, quote.customerId);
  const address = (party: Party): string[] =>
    postalLines({ ...party, country: language === 'cn' ? party.countryCn : party.countryEn });

  const pdf = new Pdf({ title: quote.quoteNo, author: 'Freight Console' }, A4);
  let y = 0;
  let page = 0;
  const text = (
    lines: readonly string[],
    at: { readonly x?: number; readonly width?: number; readonly height?: number },
    style: Parameters<Pdf['text']>[2],
  ) => pdf.text({ x: LEFT, width: WIDTH, height: 40 * MM, y, ...at }, lines, style);
  const rule = (at: number, fill = GREY) => pdf.box({ x: LEFT, y: at, width: WIDTH, height: 0.4 }, { fill });
  const cells = (texts: readonly string[], style: { readonly bold?: boolean; readonly color?: string }) => {
    let x = LEFT;
    COLUMNS.forEach(({ share, align }, index) => {
      const width = share * WIDTH;
      const place = { x: x + PAD, y: y + PAD, width: width - 2 * PAD, height: ROW - PAD };
      pdf.text(place, [texts[index] ?? ''], { size: SIZE, least: 6, align, ...style });
      x += width;
    });
    y += ROW;
  };
  const begin = () => {
    pdf.addPage();
    page += 1;
    y = 16 * MM;
    const foot = `${quote.quoteNo} · ${words('OFFER_PAGE', { no: page })}`;
    pdf.text({ x: LEFT, y: FOOT, width: WIDTH, height: 6 * MM }, [foot], {
      ...{ size: 8, color: GREY, align: 'center' },
    });
  };
  const head = () => {
    cells(
      COLUMNS.map(({ name: column }) => label(column)),
      { bold: true, color: GREY },
    );
    rule(y);
  };

  begin();
  if (seller) {
    text([name(seller)], { width: WIDTH * 0.6 }, { size: 12, bold: true });
    const below = [...address(seller), [seller.phone, seller.email].filter(Boolean).join(' · ')];
    pdf.text({ x: LEFT, y: y + 6 * MM, width: WIDTH * 0.6, height: 20 * MM }, below, {
      size: 8,
      color: GREY,
    });
  }
  const right = { x: LEFT + WIDTH * 0.6, width: WIDTH * 0.4 };
  text([words('OFFER_TITLE')], right, { size: 18, bold: true, align: 'right' });
  pdf.text({ ...right, y: y + 9 * MM, height: 6 * MM }, [quote.quoteNo], { size: 10, align: 'right' });
  y += 34 * MM;
  const until = quote.terminatedOn !== null && quote.terminatedOn <= day ? quote.terminatedOn : quote.validTo;
  const over = quote.state === 'terminated' || until < day;
  if (quote.state !== 'approved' || over) {
    const code = quote.approvedAt === null ? 'OFFER_UNAPPROVED' : 'OFFER_OVER';
    y += text([words(code)], {}, { size: 11, bold: true, color: RED }) + 3 * MM;
  }
  const facts: (readonly [string, readonly string[]])[] = [
    [words('OFFER_FOR'), [name(buyer), ...address(buyer)]],
    [words('OFFER_DAY'), [formatDay(quote.approvedAt === null ? day : officeDay(quote.approvedAt))]],
    [label('reference'), [quote.reference, quote.billNo].flatMap((one) => one ?? [])],
    [label('serviceId'), [name(service)]],
    [words('OFFER_ROUTE'), [`${quote.originCode} – ${quote.destinationCode}`]],
    [
      words('OFFER_SHIPMENT'),
      [
        [
          quote.goods,
          quote.packages > 0 ? words('OFFER_PACKAGES', { count: number(quote.packages, 0) }) : null,
          [number(quote.weight, 0, 3), choiceLabel(language, 'tariffUnit', 'kg')].join(
            language === 'cn' ? '' : ' ',
          ),
          quote.volume === null ? null : `${number(quote.volume, 0, 3)} m³`,
          words('OFFER_CHARGEABLE', { kg: number(quote.chargeableWeight, 0, 1) }),
        ]
          .filter(Boolean)
          .join(language === 'cn' ? '，' : ', '),
      ],
    ],
    [label('incoterm'), quote.incoterm === null ? [] : [quote.incoterm]],
    [label('expectedDate'), quote.expectedDate === null ? [] : [formatDay(quote.expectedDate)]],
  ];
  for (const [what, lines] of facts) {
    if (lines.length === 0) continue;
    text([what], { width: 36 * MM }, { size: SIZE, color: GREY });
    y += text(lines, { x: LEFT + 38 * MM, width: WIDTH - 38 * MM }, { size: SIZE }) + 1.2 * MM;
  }
  y += 4 * MM;
  head();
  for (const line of quote.lines) {
    if (y + ROW > BOTTOM) {
      begin();
      head();
    }
    cells(
      [
        items.get(line.chargeItemId) ?? `#${line.chargeItemId}`,
        choiceLabel(language, 'chargeBasis', line.basis),
        number(line.quantity, 0, 3),
        priceText(line.unitPrice),
        money(line.amount, line.currency),
      ],
      {},
    );
    rule(y, PALE);
  }
  const shown = quote.totals.filter(({ amount }) => Number(amount) > 0);
  if (y + (shown.length + 3) * ROW > BOTTOM) begin();
  for (const { amount, currency } of shown)
    cells(['', '', '', label('total'), money(amount, currency)], { bold: true });
  y += 4 * MM;
  y += text([words('OFFER_VALID', { day: formatDay(quote.validTo) })], {}, { size: SIZE }) + 2 * MM;
  return pdf.end();
}
