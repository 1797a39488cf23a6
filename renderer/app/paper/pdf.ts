import { getDocument, type PDFPageProxy, PDFWorker } from 'pdfjs-dist';
import PdfThread from 'pdfjs-dist/build/pdf.worker.min.mjs?worker';

/** Millimetres in a point. */
const MM = 25.4 / 72;

/** A PDF that lies open: its pages are numbered from 1. */
export interface Paper {
  readonly sizes: readonly PaperSize[];
  /** Draws a page, so many pixels wide. Nothing on it is clickable, and no script of it runs. */
  draw(no: number, width: number): Promise<HTMLCanvasElement>;
  close(): void;
}
/** In mm. */
export interface PaperSize {
  readonly width: number;
  readonly height: number;
}

/** Opens a PDF. Throws when it is none, or is locked by a password. */
export async function openPaper(bytes: Uint8Array<ArrayBuffer>): Promise<Paper> {
  const port = new PdfThread();
  try {
    const worker = PDFWorker.create({ port });
    const paper = await getDocument({
      data: bytes,
      worker,
      // It has its fonts with it; nothing is asked of anywhere else, and nothing of it is compiled.
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
