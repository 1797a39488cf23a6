import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { columnsOf, listRows } from './files';
import type { Task } from './peak';
import { TabularClient, writeCsv, writeXlsx } from './product';

/** Returns a figure of the process's memory in MB: `VmRSS` is the current one, `VmHWM` the peak (Linux). */
const memory = (name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;

async function carryOut({ kind, worker, input }: Task): Promise<void> {
  if (kind === 'write') {
    const rows = listRows(100_000, 20);
    const pieces =
      worker === 'csv' ? writeCsv(columnsOf(20), rows) : writeXlsx(columnsOf(20), rows, { sheet: 'Bench' });
    for await (const piece of pieces) void piece;
    return;
  }
  if (kind === 'check') {
    const client = new TabularClient({ file: worker });
    await client.ask('open', { path: input, name: path.basename(input), template: 'declaration' });
    await client.ask('map', {});
    await client.ask('rows', { view: 'all', offset: 0, limit: 100 });
    return client.close();
  }
  const running = new Worker(worker);
  await new Promise((resolve, reject) => {
    running.once('message', resolve);
    running.once('error', reject);
    running.postMessage([kind, input]);
  });
  await running.terminate();
}

const idle = memory('VmRSS');
carryOut(JSON.parse(process.argv[2] ?? '{}') as Task).then(() => {
  process.stdout.write(String(memory('VmHWM') - idle));
});
