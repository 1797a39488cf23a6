import * as z from 'zod';
import { findEndpoint } from './index';

/**
 * True for a write that answers with the record as its group's `get` does, or with a part of it: each field of the
 * answer is one of `get`. The answer can then be shown in place of an older version of the record.
 */
export function answersRecord(name: string): boolean {
  const call = findEndpoint(name);
  const shown = findEndpoint(`${name.split('.')[0]}.get`)?.answer;
  if (!call || !shown || call.method === 'GET') return false;
  const { answer } = call;
  if (answer === shown) return true;
  if (!(answer instanceof z.ZodObject && shown instanceof z.ZodObject)) return false;
  return (
    'version' in answer.shape &&
    Object.entries(answer.shape).every(([at, field]) => shown.shape[at] === field)
  );
}
