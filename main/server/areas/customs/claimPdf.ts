import type { Readable } from 'node:stream';
import { A4, MM, Pdf } from '../documents/pdf';
import type { ClaimLetter } from './claimLetter';

const EDGE = 22 * MM;
const WIDTH = A4[0] - 2 * EDGE;
const BOTTOM = A4[1] - 20 * MM;
const GREY = '#555555';
const TEXT = { size: 10.5, least: 7 };
/** Height kept free for the signature. */
const FOOT = 30 * MM;

/** Draws the letter on one page, with smaller type for a very long reservation. */
export function claimPdf(letter: ClaimLetter): Readable {
  const pdf = new Pdf({ title: letter.caseNo, author: letter.signedFor || 'Freight Console' }, A4);
  pdf.addPage();
  const half = WIDTH / 2;
  pdf.text({ x: EDGE + half, y: 18 * MM, width: half, height: 26 * MM }, letter.from, {
    ...{ size: 9, least: 6 },
    color: GREY,
    align: 'right',
  });
  pdf.text({ x: EDGE, y: 46 * MM, width: half, height: 30 * MM }, letter.to, TEXT);
  pdf.text({ x: EDGE + half, y: 78 * MM, width: half, height: 6 * MM }, [letter.day], {
    ...TEXT,
    align: 'right',
  });
  pdf.text({ x: EDGE, y: 88 * MM, width: WIDTH, height: 8 * MM }, [letter.subject], {
    ...{ size: 14, least: 9 },
    bold: true,
  });
  let y = 100 * MM;
  const label = 45 * MM;
  for (const [name, value] of letter.facts) {
    const [left, right] = [
      { x: EDGE, width: label },
      { x: EDGE + label, width: WIDTH - label },
    ];
    pdf.text({ ...left, y, height: 6 * MM }, [name], { size: 9.5, color: GREY });
    y += Math.max(5.6 * MM, pdf.text({ ...right, y, height: 12 * MM }, [value], { size: 9.5, least: 7 }));
  }
  y += 6 * MM;
  for (const [index, paragraph] of letter.paragraphs.entries()) {
    // Leaves room for the shorter paragraphs that follow.
    const after = (letter.paragraphs.length - index - 1) * 14 * MM + FOOT;
    const height = Math.max(12 * MM, BOTTOM - y - after);
    y += pdf.text({ x: EDGE, y, width: WIDTH, height }, paragraph.split('\n'), TEXT) + 3.5 * MM;
  }
  pdf.text({ x: EDGE, y: y + 2 * MM, width: WIDTH, height: 6 * MM }, ['Yours faithfully,'], TEXT);
  pdf.text({ x: EDGE, y: y + 18 * MM, width: WIDTH, height: 6 * MM }, [letter.signedFor], TEXT);
  return pdf.end();
}
