import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Figure } from './figure';
import { newSession, openForGrowing, type RunningApi, startApi } from './grownApi';

const PARCELS = 10_000;
const LINES = 11;
/** Invoices before the first measurement of memory: everything that is loaded once has been loaded by then. */
const EARLY = 2_000;
const HEADER =
  'Box number,Tracking number,Consignee,Address,City,Postcode,Country,Product name,Product name (cn),HS code,Quantity,' +
  'Unit price,Currency,Gross weight (kg),Origin country,Seller name,VAT scheme';
const SELLER = 'Green Panda Trading Ltd';

/** Writes a declaration with one parcel for each invoice: 19 MB with eleven lines in each, close to the limit. */
function writeOrders(file: string, parcels: number): void {
  const lines = [HEADER];
  for (let parcel = 1; parcel <= parcels; parcel++) {
    const head = `BOX-${parcel % 400},TUL${8_800_000_000 + parcel}NL,Łukasz Żółć ${parcel},ul. Świętokrzyska ${parcel % 90},Łódź,90-001,PL`;
    for (let line = 0; line < LINES; line++)
      lines.push(
        `${head},Cotton T-shirt no ${(parcel * 7 + line) % 900},棉制T恤,610910,2,1.${10 + line},EUR,4.200,CN,${SELLER},STANDARD`,
      );
  }
  writeFileSync(file, `${lines.join('\r\n')}\r\n`);
}

/** Returns the resident memory of a process in megabytes (Linux). */
const resident = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/**
 * Makes invoices from a file close to the limit: checks if memory grows with their number, and measures the time of
 * each.
 */
export async function invoiceBench({
  root,
  executable,
}: {
  root: string;
  executable: string;
}): Promise<Figure[]> {
  const data = mkdtempSync(path.join(os.tmpdir(), 'freight-console-bench-'));
  let running: RunningApi | undefined;
  try {
    await (await startApi({ root, executable, data })).stop();
    const db = openForGrowing(path.join(data, 'freight.db'));
    const token = newSession(db);
    const iossNo = String(db.prepare('select iossNo from ioss where locked = 0').get()?.iossNo);
    db.close();
    const file = path.join(data, 'orders.csv');
    writeOrders(file, PARCELS);
    running = await startApi({ root, executable, data }, token);
    const { send, url, pid } = running;
    const particulars = new URLSearchParams({ sellerName: SELLER, iossNo, invoiceDate: '2026-11-03' });
    const form = new FormData();
    form.set('file', new Blob([readFileSync(file)]), 'orders.csv');
    const sent = await fetch(`${url}/invoice-file?${particulars}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, language: 'en' },
      body: form,
    });
    const { data: answer } = (await sent.json()) as { data: { job: { id: number } } };
    let early: { made: number; at: number; memory: number } | undefined;
    let late = { made: 0, at: 0, memory: 0 };
    for (;;) {
      const row = JSON.parse(String(await send('GET', `/invoice-file/${answer.job.id}`))).data;
      if (row.status === 'failed') throw new Error(JSON.stringify(row.problem));
      if (row.status === 'success') break;
      const now = { made: row.invoicesGenerated, at: performance.now(), memory: resident(pid) };
      if (!early && now.made >= EARLY) early = now;
      if (now.made > late.made) late = now;
      await setTimeout(200);
    }
    if (!early) throw new Error('the invoices were made between two looks');
    const each = (late.at - early.at) / (late.made - early.made);
    const size = Math.round(statSync(file).size / 1024 / 1024);
    return [
      {
        name: `invoices: memory after ${late.made}, against ${early.made}, of ${size} MB`,
        value: late.memory / early.memory,
        unit: '×',
        goal: 1.15,
      },
      { name: 'invoices: memory at the end', value: late.memory, unit: 'MB' },
      { name: `invoices: one of ${LINES} lines`, value: each, unit: 'ms' },
    ];
  } finally {
    await running?.stop();
    rmSync(data, { recursive: true, force: true });
  }
}
