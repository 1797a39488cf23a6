import { existsSync } from 'node:fs';
import path from 'node:path';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { SqliteDialect } from 'kysely';
import type { Connection, Statement } from '../connection';
import { PostgresAdapter } from './adapter';
import { resetAnswered, sleepUntilAnswered } from './answered';
import { type Address, DURABLE, WRITING, withoutNul } from './connection';
import { toPostgres, typed } from './translate';

/** Beside this program in the build; beside this file without one. */
const built = path.join(import.meta.dirname, 'lineThread.cjs');
const THREAD = existsSync(built) ? built : path.join(import.meta.dirname, 'lineThread.ts');

type Answer =
  | { readonly rows: Record<string, unknown>[]; readonly fields: string[]; readonly count: number }
  | { readonly error: { readonly message: string; readonly code?: string } };

/**
 * A synchronous connection to PostgreSQL, like one to SQLite: each statement returns its result before the program
 * continues. For the thread of a conversion, which has nothing else to do.
 */
export function openLine(address: Address, options: { readonly patience?: number } = {}): Connection {
  const answered = new SharedArrayBuffer(4);
  const flag = new Int32Array(answered);
  const sessionSetup = `set search_path = main, pg_catalog; set timezone = 'UTC'; set client_min_messages = warning; set jit = off;
    set lock_timeout = ${options.patience ?? 0}; ${DURABLE}`;
  const { port1: here, port2: there } = new MessageChannel();
  const thread = new Worker(THREAD, {
    workerData: { address, sessionSetup, answered, port: there },
    transferList: [there],
    execArgv: [],
  });
  thread.unref();
  let isOpen = true;
  let isTransaction = false;

  let first: string[] = [];
  const exchange = (request: object): Exclude<Answer, { error: unknown }> => {
    if (!isOpen) throw new Error('the connection is closed');
    resetAnswered(flag);
    here.postMessage({ ...request, first: first.join('; ') });
    first = [];
    sleepUntilAnswered(flag);
    const answer = receiveMessageOnPort(here)?.message as Answer;
    if ('error' in answer) throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
    return answer;
  };
  const statement = (text: string): Statement => {
    const isLocking = text === 'begin immediate';
    const lock = `select pg_advisory_xact_lock(${WRITING})`;
    const usual = isLocking ? `begin; ${lock}` : withKey(toPostgres(text));
    const keepable = /^\s*(select|insert|update|delete|with)\b/i.test(text);
    const run = (values: readonly unknown[]) => {
      // A transaction that has inserted rows without the lock goes on with it.
      const statementText = isLocking && isTransaction ? lock : usual;
      if (WITH_NEXT.test(text)) {
        first.push(statementText);
        return NOTHING;
      }
      const typedText = typed(statementText, values);
      const name = keepable && values.length > 0 ? nameOf(typedText) : undefined;
      const answer = exchange({ text: typedText, values: values.map(withoutNul), ...(name ? { name } : {}) });
      if (/^\s*begin\b/i.test(text)) isTransaction = true;
      if (/^\s*(commit|rollback)\s*$/i.test(text)) isTransaction = false;
      return answer;
    };
    return {
      columns: () => (/\breturning\b|^\s*(select|with|values)\b/i.test(text) ? [{}] : []),
      all: (...values) => run(values).rows,
      get: (...values) => run(values).rows[0],
      iterate: (...values) => run(values).rows[Symbol.iterator](),
      run: (...values) => {
        const { count, rows } = run(values);
        const key = rows.at(-1)?.id;
        return { changes: count, lastInsertRowid: typeof key === 'number' ? key : 0 };
      },
    };
  };
  return {
    prepare: statement,
    exec: (text) => void statement(text).run(),
    close: () => {
      if (!isOpen) return;
      try {
        exchange({ text: '' });
      } catch {
        // A connection that failed to open, or broke, has nothing to close.
      }
      isOpen = false;
      here.close();
    },
    get isOpen() {
      return isOpen;
    },
    get isTransaction() {
      return isTransaction;
    },
  };
}

/** SQLite returns the key of an inserted row unasked; for several rows nobody needs it. */
const withKey = (text: string): string =>
  /^\s*insert\b[^']*\bvalues\b/i.test(text) && !/\breturning\b|\)\s*,\s*\(/i.test(text)
    ? `${text} returning *`
    : text;

/** Result of a statement without one. */
const NOTHING: Exclude<Answer, { error: unknown }> = { rows: [], fields: [], count: 0 };

/** Statements without result that never fail are sent along with the next one. */
const WITH_NEXT = /^\s*(savepoint|release)\s+\w+\s*$/i;

const names = new Map<string, string>();
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= 300) return known;
  const made = `l${names.size}`;
  names.set(text, made);
  return made;
}

/** Kysely dialect for such a connection. */
export class LineDialect extends SqliteDialect {
  override createAdapter(): PostgresAdapter {
    return new PostgresAdapter();
  }
}
