import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder for this test alone; it goes when the test ends. */
export function testFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fc-test-'));
  // A process that the test began may write its last while it ends.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  return folder;
}
