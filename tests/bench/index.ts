import { cpSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startDesktop } from '../../scripts/desktopSession.mjs';
import { PackagedApp } from '../support/packagedApp';
import type { Figure } from './figure';
import { importBench } from './importBench';
import { listBench } from './listBench';
import { scaleBench } from './scaleBench';
import { startBench } from './startBench';
import { windowBench } from './windowBench';

/** What is measured, and on what. */
export interface BenchOptions {
  readonly root: string;
  /** The packaged app. */
  readonly packaged: string;
  readonly electron: { readonly executable: string; readonly version: string };
  /** Names of the parts; all of them when none is named. */
  readonly parts: readonly string[];
}

/** Measures all parts one after the other, prints them as a table, and keeps them with the machine they were taken on. */
export async function bench({ root, packaged, electron, parts }: BenchOptions): Promise<void> {
  const asked = (part: string) => parts.length === 0 || parts.includes(part);
  // `scale=0.1` is a tenth of it: quick enough to try something out.
  const scale = parts.flatMap((part) => /^scale(?:=(\d*\.?\d+))?$/.exec(part) ?? [])[1];
  const figures: Figure[] = [];
  const add = (more: readonly Figure[]) => {
    figures.push(...more);
    for (const figure of more) console.log(lineOf(figure));
  };
  if (asked('import')) add(await importBench({ root }));
  if (asked('list')) add(await listBench({ root, executable: electron.executable }));
  if (parts.some((part) => part.startsWith('scale')))
    add(await scaleBench({ root, executable: electron.executable, scale: Number(scale ?? 1) }));
  if (asked('start') || asked('window')) {
    const desktop = await startDesktop({ executable: packaged, app: '' });
    try {
      const bareApp = path.join(desktop.stage, 'bare');
      cpSync(path.join(root, 'tests/bench/bare'), bareApp, { recursive: true });
      const bare = desktop.launcherOf(electron.executable);
      const demo = desktop.folder('demo');
      const first = await PackagedApp.launch(desktop, demo);
      await first.demoStart();
      await first.close();
      const on = { bare, bareApp, product: desktop.executable, demo };
      if (asked('start')) add(await startBench(desktop, on));
      if (asked('window')) add(await windowBench(desktop, on));
    } finally {
      desktop.stop();
    }
  }
  const missed = figures.filter(({ value, goal }) => goal !== undefined && !(value <= goal));
  console.log(
    `\n${missed.length} of ${figures.filter(({ goal }) => goal !== undefined).length} goals missed`,
  );
  const machine = { cores: os.cpus().length, model: os.cpus()[0]?.model, memory: os.totalmem() };
  const result = { electron: electron.version, node: process.versions.node, machine, figures };
  if (parts.length === 0)
    writeFileSync(path.join(root, 'tests/bench/results.json'), `${JSON.stringify(result, null, 2)}\n`);
}

function lineOf({ name, value, unit, goal, rule }: Figure): string {
  const digits = unit === '×' || (unit === 'ms' && value < 100) ? 2 : 0;
  const aim =
    goal === undefined ? '' : ` ${value <= goal ? 'met' : 'MISSED'}: ≤ ${goal}${rule ? ` (${rule})` : ''}`;
  return `${value.toFixed(digits).padStart(12)} ${unit.padEnd(7)} ${name.padEnd(58)}${aim}`;
}
