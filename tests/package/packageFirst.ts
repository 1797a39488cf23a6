import { ensurePackaged } from '../../scripts/packaged.mjs';

/** Packages once, before the first of the tests. */
export default function packageFirst(): void {
  ensurePackaged();
}
