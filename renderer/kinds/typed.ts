import { type Problem, problem } from '@contract/errors';
import type { FieldMeta } from '@contract/fields';
import { readNumber } from '@contract/importing/numberText';
import { readTime } from '@contract/importing/timeText';

/** Maximum of decimals of a transmitted amount, in any currency. */
const AMOUNT_DECIMALS = 4;

/** Returns the problem with a typed text that could not be parsed; undefined if the schema's own error is enough. */
export function typedProblem(meta: FieldMeta, typed: unknown): Problem | undefined {
  if (typeof typed !== 'string') return undefined;
  const text = typed.trim();
  switch (meta.kind) {
    case 'count':
    case 'weight':
    case 'volume':
    case 'decimal':
    case 'money':
    case 'fixed': {
      const read = readNumber(text, meta.kind === 'count');
      if (typeof read !== 'string') return read;
      const decimals =
        meta.kind === 'money' ? AMOUNT_DECIMALS : meta.kind === 'fixed' ? meta.digits : undefined;
      return decimals !== undefined && (read.split('.')[1] ?? '').length > decimals
        ? problem('NUMBER_DECIMALS', { decimals })
        : undefined;
    }
    case 'date':
    case 'dateTime': {
      const read = readTime(text, 'DMY');
      if ('code' in read) return read;
      return meta.kind === 'dateTime' && !read.timed ? problem('TIME_MISSING', { value: text }) : undefined;
    }
    default:
      return undefined;
  }
}
