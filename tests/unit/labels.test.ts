import { palletSscc, ssccOf } from '@contract/rules/codes';
import { type LabelSize, labelSizes } from '@contract/warehouse/labelSize';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitsOn, type Label, labelsPdf, testPdf } from '../../main/server/areas/warehouse/labelPdf';
import { type PdfPage, pdfPages } from '../support/pdfPages';
import { modulesIn, readCode128, readQr } from '../support/symbols';

const MM = 72 / 25.4;
const sizes = Object.keys(labelSizes) as LabelSize[];
const box: Label = {
  no: 'SZX2611-001-0017',
  destination: 'NL-HUB-01',
  place: 'Tilburg hub · TULIP',
  mark: '17/320',
  address: [],
  facts: [
    ['Bill number', '112-12345675'],
    ['Weight', '9.35 kg'],
  ],
};
const sscc = '387123450000000012';

async function bytesOf(file: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file) chunks.push(chunk);
  return Buffer.concat(chunks);
}
const drawn = async (labels: readonly Label[], size: LabelSize, copies = 1) =>
  pdfPages(await bytesOf(labelsPdf(labels, { title: 'labels', size, copies })));

/** Separates the QR code of a label, one fill of many rectangles, from its bars, each a fill of its own. */
const symbolsOf = ({ fills }: PdfPage) => {
  const matrix = fills.find((group) => group.length > 50) ?? [];
  const single = fills.flatMap((group) => (group.length === 1 ? group : []));
  const tall = Math.max(...single.map(({ height }) => height));
  const bars = single.filter(({ height }) => Math.abs(height - tall) < 1e-3);
  return { ...modulesIn(bars), bars, qr: readQr(matrix), matrix };
};
const millimetres = (points: number) => points / MM;
const quarters = (points: number) => millimetres(points) * 4;

describe.each(sizes)('labels on %s', (size) => {
  const [width, height] = labelSizes[size];

  test('are pages of exactly that size', async () => {
    const pages = await drawn([box, { ...box, no: 'SZX2611-001-0018' }], size, 3);
    expect(pages).toHaveLength(6);
    for (const page of pages) {
      expect(millimetres(page.width)).toBeCloseTo(width, 4);
      expect(millimetres(page.height)).toBeCloseTo(height, 4);
    }
    expect(pages.map(({ text }) => /-00\d\d$/m.exec(text)?.[0])).toEqual([
      ...['-0017', '-0017', '-0017'],
      ...['-0018', '-0018', '-0018'],
    ]);
  });

  test('have a number readable from barcode and QR code by the dots of 203 and 300 dpi printers', async () => {
    const [page] = await drawn([box], size);
    const { widths, module, bars, qr, matrix } = symbolsOf(page as PdfPage);
    expect(readCode128(widths)).toBe(box.no);
    expect(qr.text).toBe(box.no);
    expect(millimetres(module)).toBeGreaterThanOrEqual(0.25 - 1e-6);
    for (const edge of [...bars, ...matrix].flatMap((rect) => [rect.x, rect.width]))
      expect(quarters(edge)).toBeCloseTo(Math.round(quarters(edge)), 2);
    const left = Math.min(...bars.map(({ x }) => x));
    const right = Math.max(...bars.map((bar) => bar.x + bar.width));
    expect(left).toBeGreaterThanOrEqual(10 * module - 1e-3);
    expect((page?.width ?? 0) - right).toBeGreaterThanOrEqual(10 * module - 1e-3);
    // The four white modules around a QR code are free of text, and not cut off.
    const from = Math.min(...matrix.map(({ x }) => x)) - 4 * qr.module;
    const to = Math.max(...matrix.map((one) => one.x + one.width)) + 4 * qr.module;
    expect(from).toBeGreaterThan(0);
    expect(to).toBeLessThanOrEqual((page?.width ?? 0) + 1e-3);
    expect(Math.min(...bars.map(({ y }) => y))).toBeGreaterThan(
      Math.max(...matrix.map((one) => one.y + one.height)) + 4 * qr.module - 1e-3,
    );
  });

  test('encode every number that fits exactly', async () => {
    const numbers = fc.sample(fc.stringMatching(/^[A-Z0-9-]{3,28}$/), { numRuns: 12, seed: 128 });
    const labels = numbers.map((no) => ({ ...box, no })).filter((label) => fitsOn(label, size));
    expect(labels.length).toBeGreaterThan(2);
    const pages = await drawn(labels, size);
    expect(pages.map((page) => readCode128(symbolsOf(page).widths))).toEqual(labels.map(({ no }) => no));
    expect(pages.map((page) => symbolsOf(page).qr.text)).toEqual(labels.map(({ no }) => no));
  });

  test('have a test page with a frame two millimetres from the edge, and a mark for each', async () => {
    const [page] = pdfPages(await bytesOf(testPdf(size, 'Measure the frame')));
    expect([millimetres(page?.width ?? 0), millimetres(page?.height ?? 0)].map(Math.round)).toEqual([
      width,
      height,
    ]);
    const marks = (page?.fills.flat() ?? []).filter(
      (rect) => millimetres(rect.width) < 0.11 && millimetres(rect.y) < 2.01,
    );
    expect(marks.map((rect) => Math.round(10 * millimetres(rect.x + rect.width / 2)) / 10)).toEqual(
      Array.from({ length: width - 5 }, (_, index) => index + 3),
    );
    expect(page?.text).toContain('Measure the frame');
    expect(symbolsOf(page as PdfPage).qr.text).toBe(size.toUpperCase());
  });
});

describe('an SSCC', () => {
  test('is printed in GS1-128 under AI (00), in modules of at least 0.33 mm', async () => {
    for (const size of ['100x50', '100x100', '100x150'] as const) {
      const [page] = await drawn([{ ...box, no: 'PLT20261103-0004', sscc }], size);
      const { widths, module, qr } = symbolsOf(page as PdfPage);
      expect(readCode128(widths)).toBe(`{FNC1}00${sscc}`);
      expect(millimetres(module)).toBeGreaterThanOrEqual(0.33);
      expect(qr.text).toBe('PLT20261103-0004');
      expect(page?.text).toContain(`(00) ${sscc}`);
    }
    expect(fitsOn({ no: 'PLT20261103-0004', sscc }, '62x29')).toBe(false);
  });

  test('accepts only the check digit of GS1', () => {
    expect([ssccOf('38712345', 1), ssccOf('38712345', 2)]).toEqual([sscc, '387123450000000029']);
    fc.assert(
      fc.property(fc.stringMatching(/^\d{5,13}$/), fc.nat(), (head, serial) => {
        const made = ssccOf(head, serial);
        if (made === null) return String(serial).length > 17 - head.length;
        const others = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(
          (step) => `${made.slice(0, 17)}${(Number(made[17]) + step) % 10}`,
        );
        return (
          made.length === 18 &&
          made.startsWith(head) &&
          palletSscc.check(made) === undefined &&
          others.every((other) => palletSscc.check(other) !== undefined)
        );
      }),
    );
    expect(ssccOf('3123456789012', 9999)).toMatch(/^31234567890129999\d$/);
    expect(ssccOf('3123456789012', 10_000)).toBeNull();
  });
});

test('prints Chinese and accented letters on a label', async () => {
  const address = ['Łukasz Ångström 王小明', 'Straße 12', '5015 BB ’s-Gravenhage'];
  const [page] = await drawn([{ ...box, place: '蒂尔堡枢纽 – Köln', address }], '100x150');
  const shown = page?.text.replaceAll('\n', '') ?? '';
  for (const line of ['蒂尔堡枢纽 – Köln', ...address]) expect(shown).toContain(line);
  expect(shown).not.toContain('\ufffd');
});

test('recognises a number that is too long for a size', () => {
  const fits = (letters: number) => sizes.filter((size) => fitsOn({ no: 'X'.repeat(letters) }, size));
  expect(fits(17)).toEqual(sizes);
  expect(fits(18)).toEqual(['100x50', '100x100', '100x150']);
  expect(fits(31)).toHaveLength(3);
  expect(fits(40)).toEqual([]);
  // Two digits are as wide as one letter.
  expect(fitsOn({ no: '1'.repeat(32) }, '62x29')).toBe(true);
});
