import { desktop } from '../../api/bridge';
import type { Paper, PaperSize } from './pdf';

const INCH = 25.4;
/** Dots per inch of the finest label printers, and maximum of dots per page: that of A4 at 300 dpi. */
const FINEST = 600;
const MOST_DOTS = 8_700_000;
/** Pages per print job. */
const PORTION = 30;

/** Returns the name of a paper size for display and in the settings, in mm: `210 × 297`. */
export const sizeName = ({ width, height }: PaperSize): string =>
  `${Math.round(width)} × ${Math.round(height)}`;

const dotsAcross = ({ width, height }: PaperSize): number => {
  const area = (width * height) / INCH ** 2;
  return Math.round((width / INCH) * Math.min(FINEST, Math.sqrt(MOST_DOTS / area)));
};

/**
 * Prints all pages without a dialog, each on paper of its own size, in portions. `onDone` receives the number of pages
 * sent so far. Throws the printer's error; the pages reported before have been sent.
 */
export async function printPaper(
  paper: Paper,
  { printer, copies }: { readonly printer: string; readonly copies: number },
  onDone: (pages: number) => void,
): Promise<void> {
  for (let first = 0; first < paper.sizes.length; ) {
    const size = paper.sizes[first] as PaperSize;
    let end = first + 1;
    while (end < paper.sizes.length && end - first < PORTION && sameSize(paper.sizes[end], size)) end += 1;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@page { margin: 0; size: ${size.width}mm ${size.height}mm; }`);
    const place = document.createElement('div');
    place.className = 'fc-print';
    try {
      for (let no = first + 1; no <= end; no += 1) place.append(await pictureOf(paper, no, size));
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      document.body.append(place);
      await desktop.papers.print({ printer, copies, ...size });
    } finally {
      place.remove();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    }
    onDone(end);
    first = end;
  }
}

const sameSize = (one: PaperSize | undefined, other: PaperSize) =>
  one?.width === other.width && one.height === other.height;

/** Renders a page to an image, which takes less memory than a canvas. */
async function pictureOf(paper: Paper, no: number, size: PaperSize): Promise<HTMLImageElement> {
  const canvas = await paper.draw(no, dotsAcross(size));
  const picture = new Image();
  picture.src = canvas.toDataURL('image/png');
  picture.alt = '';
  picture.style.width = `${size.width}mm`;
  picture.style.height = `${size.height}mm`;
  await picture.decode();
  return picture;
}
