import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { Pdf } from '../../../main/server/areas/documents/pdf';
import { pdfLines } from '../../support/pdfText';

const drawn = async (text: string): Promise<string[]> => {
  const pdf = new Pdf({ title: 'x', author: 'x' }, [400, 100]);
  pdf.addPage();
  pdf.text({ x: 10, y: 10, width: 380, height: 80 }, [text], { size: 10 });
  return pdfLines(await buffer(pdf.end()));
};

test('finds and copies letters in later documents that were first drawn as parts of others', async () => {
  // Composed of a letter and its accent, which the file embeds as separate glyphs.
  await drawn('éñöčźůåíţ');
  const text = 'Filer code / entry number, Zürich 12/11/2026: 9503.00.00.73';
  expect((await drawn(text)).join('')).toBe(text);
});
