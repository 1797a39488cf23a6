import * as z from 'zod';
import { findMeta } from './fields';

/** Calls, or groups of them, that use the field labels of another resource than the one they are named after. */
const LABELLED_AS: Readonly<Record<string, string>> = {
  netchbIsf: 'seaIsf',
  amsEntry: 'seaEntry',
  pickInbound: 'pick',
  pickClearance: 'pick',
  pickOutbound: 'pick',
  inboundBatch: 'pick',
  cmrFile: 'cmr',
  'billPayment.writeOff': 'writeOff',
  ...Object.fromEntries(
    ['contract', 'standardQuote', 'orderQuote', 'taxation'].map((group) => [
      `${group}.terminate`,
      'document',
    ]),
  ),
};

function resourceOf(name: string): string {
  const group = name.slice(0, name.indexOf('.'));
  // Schedules of reports and their runs are records of their own; the rest are reports.
  const isReport = /^report[A-Z]/.test(group) && group !== 'reportSchedule' && group !== 'reportRun';
  return isReport ? 'report' : (LABELLED_AS[name] ?? LABELLED_AS[group] ?? group);
}

/**
 * Returns the resource whose labels name a field of a call: that of the call, or of the nested record that contains the
 * field. `name` is `group.call`, `path` leads to the field, for example `lines.0.quantity`.
 */
export function labelledBy(name: string, body: z.ZodType | undefined, path: string): string {
  let resource = resourceOf(name);
  let shape: Readonly<Record<string, z.ZodType>> = body instanceof z.ZodObject ? body.shape : {};
  for (const part of path.split('.')) {
    const field = Object.hasOwn(shape, part) ? shape[part] : undefined;
    const meta = field && findMeta(field);
    if (meta?.kind !== 'table' && meta?.kind !== 'block') continue;
    resource = meta.of;
    shape = meta.shape;
    if (path.endsWith(part) || /^\d+$/.test(path.slice(path.indexOf(part) + part.length + 1)))
      return resourceOf(name);
  }
  return resource;
}
