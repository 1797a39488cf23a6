import { ensureBuilt } from '../../scripts/build.mjs';
import { beginRun } from '../support/onceInRun';

/** Builds once, and makes the folder for what all workers of a run share: two builds at once would spoil each other. */
export default function setup(): () => void {
  ensureBuilt();
  return beginRun();
}
