import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startDesktop } from '../../scripts/desktopSession.mjs';
import { PackagedApp } from '../support/packagedApp';
import { besideBench } from './besideBench';
import { bridgeBench } from './bridgeBench';
import { custodyBench } from './custodyBench';
import type { Figure } from './figure';
import { importBench } from './importBench';
import { invoiceBench } from './invoiceBench';
import { listBench } from './listBench';
import { reportBench } from './reportBench';
import { scaleBench } from './scaleBench';
import { scrollBench } from './scrollBench';
import { sizeBench } from './sizeBench';
import { startBench } from './startBench';
import { storeBench } from './storeBench';
import { windowBench } from './windowBench';

/** The parts to measure, and the programs to measure them on. */
export interface BenchOptions {
  readonly root: string;
  /** The packaged app. */
  readonly packaged: string;
  readonly electron: { readonly executable: string; readonly version: string };
  /** Names of the parts; all of them when empty. */
  readonly parts: readonly string[];
}

/** Parts by name, in the order in which they are measured. */
const PARTS = [
  'import',
  'store',
  'beside',
  'custody',
  'invoices',
  'list',
  'scale',
  'reports',
  'start',
  'window',
  'bridge',
  'scroll',
  'size',
] as const;
type Part = (typeof PARTS)[number];

/**
 * Measures parts one after the other, prints them as a table, and stores each with the machine it ran on. Other parts
 * keep the figures of their last run.
 */
export async function bench({ root, packaged, electron, parts }: BenchOptions): Promise<void> {
  // `scale=0.1` is a tenth of the data: quick enough for a trial, and not stored.
  const scale = parts.flatMap((part) => /^scale=(\d*\.?\d+)$/.exec(part)?.[1] ?? [])[0];
  const isSelected = (part: Part) => parts.length === 0 || parts.some((one) => one.split('=')[0] === part);
  const file = path.join(root, 'tests/bench/results.json');
  const machine = { cores: os.cpus().length, model: os.cpus()[0]?.model, memory: os.totalmem() };
  const figures: Figure[] = [];
  const add = (part: Part, more: readonly Figure[]) => {
    figures.push(...more);
    for (const figure of more) console.log(lineOf(figure));
    if ((part === 'scale' || part === 'reports') && scale !== undefined) return;
    const kept: Partial<Record<Part, object>> = existsSync(file)
      ? JSON.parse(readFileSync(file, 'utf8'))
      : {};
    kept[part] = { electron: electron.version, node: process.versions.node, machine, figures: more };
    const ordered = Object.fromEntries(PARTS.flatMap((name) => (kept[name] ? [[name, kept[name]]] : [])));
    writeFileSync(file, `${JSON.stringify(ordered, null, 2)}\n`);
  };
  const { executable } = electron;
  if (isSelected('import')) add('import', await importBench({ root }));
  if (isSelected('store')) add('store', await storeBench({ root, executable }));
  if (isSelected('beside')) add('beside', await besideBench({ root, executable }));
  if (isSelected('custody')) add('custody', await custodyBench({ root, executable }));
  if (isSelected('invoices')) add('invoices', await invoiceBench({ root, executable }));
  if (isSelected('list')) add('list', await listBench({ root, executable }));
  if (isSelected('scale')) add('scale', await scaleBench({ root, executable, scale: Number(scale ?? 1) }));
  if (isSelected('reports'))
    add('reports', await reportBench({ root, executable, scale: Number(scale ?? 1) }));
  if (isSelected('size')) add('size', sizeBench({ root, packaged }));
  if ((['start', 'window', 'bridge', 'scroll'] as const).some(isSelected)) {
    const desktop = await startDesktop({ executable: packaged, app: '' });
    try {
      const bareApp = path.join(desktop.stage, 'bare');
      cpSync(path.join(root, 'tests/bench/bare'), bareApp, { recursive: true });
      // A separate copy, like the product: memory mapped from a file shared with other programs would be counted by its
      // share.
      const runtime = path.join(desktop.stage, 'bare-runtime');
      cpSync(path.dirname(executable), runtime, { recursive: true });
      const bare = desktop.launcherOf(path.join(runtime, path.basename(executable)));
      const demo = desktop.folder('demo');
      const first = await PackagedApp.launch(desktop, demo);
      await first.demoStart();
      await first.close();
      const on = { bare, bareApp, product: desktop.executable, demo };
      if (isSelected('start')) add('start', await startBench(desktop, on));
      if (isSelected('window')) add('window', await windowBench(desktop, on));
      if (isSelected('bridge')) add('bridge', await bridgeBench(desktop, { root, executable }));
      // Last, because it leaves more than the demo data.
      if (isSelected('scroll')) add('scroll', await scrollBench(desktop, demo));
    } finally {
      desktop.stop();
    }
  }
  const missed = figures.filter(({ value, goal }) => goal !== undefined && !(value <= goal));
  console.log(
    `\n${missed.length} of ${figures.filter(({ goal }) => goal !== undefined).length} goals missed`,
  );
}

function lineOf({ name, value, unit, goal, rule }: Figure): string {
  const digits = unit === '×' || (unit === 'ms' && value < 100) ? 2 : 0;
  const aim =
    goal === undefined ? '' : ` ${value <= goal ? 'met' : 'MISSED'}: ≤ ${goal}${rule ? ` (${rule})` : ''}`;
  return `${value.toFixed(digits).padStart(12)} ${unit.padEnd(7)} ${name.padEnd(58)}${aim}`;
}
