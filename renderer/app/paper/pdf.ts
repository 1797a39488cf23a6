import { getDocument, type PDFPageProxy, PDFWorker } from 'pdfjs-dist';
import PdfThread from 'pdfjs-dist/build/pdf.worker.min.mjs?worker';

/** Millimetres per point. */
const MM = 25.4 / 72;

/** An open PDF; pages are numbered from 1. */
export interface Paper {
  readonly sizes: readonly PaperSize[];
  /** Draws a page, `width` pixels wide. Links are not clickable, and scripts do not run. */
  draw(no: number, width: number): Promise<HTMLCanvasElement>;
  close(): void;
}
/** In mm. */
export interface PaperSize {
  readonly width: number;
  readonly height: number;
}

/** Opens a PDF. Throws if it is none, or is protected by a password. */
export async function openPaper(bytes: Uint8Array<ArrayBuffer>): Promise<Paper> {
  const port = new PdfThread();
  try {
    const worker = PDFWorker.create({ port });
    const paper = await getDocument({
      data: bytes,
      worker,
      // Fonts are embedded; no external requests, no system fonts, no WebAssembly.
      useSystemFonts: false,
      useWasm: false,
      enableXfa: false,
      stopAtErrors: true,
    }).promise;
    const pages: PDFPageProxy[] = [];
    for (let no = 1; no <= paper.numPages; no += 1) pages.push(await paper.getPage(no));
    return {
      sizes: pages.map((page) => {
        const { width, height } = page.getViewport({ scale: MM });
        return { width, height };
      }),
      draw: async (no, width) => {
        const page = pages[no - 1];
        if (!page) throw new RangeError(`page ${no}`);
        const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
        const canvas = document.createElement('canvas');
        canvas.width = Math.round(viewport.width);
        canvas.height = Math.round(viewport.height);
        // Render with the print intent: at once, and not between two frames of the window.
        await page.render({ canvas, viewport, intent: 'print' }).promise;
        return canvas;
      },
      close: () => port.terminate(),
    };
  } catch (error) {
    port.terminate();
    throw error;
  }
}
