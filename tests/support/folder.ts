import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a folder for this test alone; it is removed when the test ends. */
export function testFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fc-test-'));
  // A process that the test started may still write while it ends.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  return folder;
}
