import type { Endpoint } from '@contract/endpoint';
import { type ApiName, findEndpoint } from '@contract/index';
import * as z from 'zod';
import type { Caller } from '../../core/context';
import { mayCall } from './holds';

/** Calls that show the records of a group without such a call of its own, or settings, which are no records. */
const SHOWN_BY: Readonly<Record<string, ApiName>> = {
  timeNode: 'bill.get',
  netchbIsf: 'seaIsf.get',
  'customsMessage.transmit': 'batch.list',
  amsEntry: 'seaEntry.get',
  label: 'label.settings',
  'mail.saveSettings': 'mail.settings',
  rateFeed: 'rateFeed.settings',
  'eInvoice.saveSettings': 'eInvoice.settings',
};

/**
 * Finds the call that shows what another call changes: the listed one, else `get` or `list` of the call's own group.
 */
function shownBy(name: string): Endpoint | undefined {
  const [group = ''] = name.split('.');
  const found = SHOWN_BY[name] ?? SHOWN_BY[group];
  return found ? findEndpoint(found) : (findEndpoint(`${group}.get`) ?? findEndpoint(`${group}.list`));
}

/** Fields of the record that a call returns, alone or in a list. */
function fieldsOf({ answer }: Endpoint): readonly string[] {
  const list = answer instanceof z.ZodObject ? answer.shape.list : answer;
  const row = list instanceof z.ZodArray ? list.element : answer;
  return row instanceof z.ZodObject ? Object.keys(row.shape) : [];
}

/**
 * Picks from the present record, for a caller whose change came too late, the fields that the call showing the record
 * would return. Returns undefined if the caller may not make that call.
 */
export function currentOf(name: string, caller: Caller, current: unknown): unknown {
  const found = shownBy(name);
  if (!found || !mayCall(caller, found) || typeof current !== 'object' || current === null) return undefined;
  const fields = new Set(fieldsOf(found));
  return Object.fromEntries(Object.entries(current).filter(([field]) => fields.has(field)));
}
