import { parentPort } from 'node:worker_threads';
import { openTable, readBytes } from '../../main/tabular/open';

/** Opens a spreadsheet as the import does, at a size that no import allows. */
parentPort?.on('message', async ([, file]: [string, string]) => {
  const { bytes } = await readBytes(file, 'bench.xlsx', 64 * 1024 * 1024);
  const { table } = await openTable(bytes, 'bench.xlsx', { types: ['xlsx'], maxRows: 1_000_000 });
  parentPort?.postMessage(table.rowCount);
});
