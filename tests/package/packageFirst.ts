import { ensurePackaged } from '../../scripts/packaged.mjs';

/** Packages once, before the first test. */
export default function packageFirst(): void {
  ensurePackaged();
}
