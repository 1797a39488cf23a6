import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { read, utils } from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import { SaxesParser } from 'saxes';
import { fromBufferPromise } from 'yauzl';

/** Tasks of a worker: the minimum work, and that of well-known libraries. The baseline of the import. */
export const work = {
  /** Reads a csv, decodes it and counts its line ends. */
  csv(file: string): number {
    const text = new TextDecoder('utf-8').decode(readFileSync(file));
    let lines = 0;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
    return lines;
  },
  /** Unzips the first sheet and the shared strings of an xlsx and parses them, ignoring the result. */
  async xlsx(file: string): Promise<number> {
    const zip = await fromBufferPromise(readFileSync(file), { lazyEntries: true });
    let elements = 0;
    for await (const entry of zip.eachEntry()) {
      if (!/sheet1\.xml$|sharedStrings\.xml$/.test(entry.fileName)) continue;
      const parser = new SaxesParser({ position: false });
      parser.on('opentag', () => {
        elements++;
      });
      parser.on('text', () => undefined);
      const decoder = new TextDecoder('utf-8');
      for await (const chunk of await zip.openReadStreamPromise(entry))
        parser.write(decoder.decode(chunk, { stream: true }));
      parser.close();
    }
    return elements;
  },
  /** Reads a csv into arrays with csv-parse. */
  csvParse(file: string): number {
    return (parse(readFileSync(file), { bom: true }) as string[][]).length;
  },
  /** Reads the first sheet of an xlsx into arrays with SheetJS. */
  sheetJs(file: string): number {
    const book = read(readFileSync(file), { dense: true });
    const sheet = book.Sheets[book.SheetNames[0] ?? ''];
    return sheet ? utils.sheet_to_json(sheet, { header: 1 }).length : 0;
  },
};

parentPort?.on('message', async ([kind, file]: [keyof typeof work, string]) => {
  parentPort?.postMessage(await work[kind](file));
});
