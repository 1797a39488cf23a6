import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where this run keeps its one copy of the demo data. */
    demoFolder: string;
  }
}

/** Gives a run of tests a place for its demo data, and removes it at the end. Nothing is seeded until a test asks. */
export default function setup({ provide }: TestProject): () => void {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'freight-demo-'));
  provide('demoFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
