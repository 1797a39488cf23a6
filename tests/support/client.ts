import type { AppError } from '@contract/errors';
import { findEndpoint } from '@contract/index';
import type { Language } from '@contract/limits';
import type { Call } from '../../main/transport/call';
import { CallError } from '../../main/transport/callError';
import type { Target } from '../../main/transport/target';
import { Transport, type TransportOptions } from '../../main/transport/transport';

export const TOKEN = 'tok_4f9aQ2mZ7xW1cV8bN5kL0pR3sT6uY';

/** A transport to one server, and the messages it sent to the rest of main. */
export interface Client {
  readonly transport: Transport;
  readonly refused: string[];
  readonly reports: string[];
  language: Language;
  token: string | null;
  target: Target;
}

export function clientOf(
  base: string,
  more: Partial<Target> = {},
  limits?: TransportOptions['limits'],
): Client {
  const client: Omit<Client, 'transport'> & { transport?: Transport } = {
    refused: [],
    reports: [],
    language: 'en',
    token: TOKEN,
    target: { environment: 'test', name: 'Test', base, strict: false, ...more },
  };
  client.transport = new Transport({
    target: async () => client.target,
    token: (environment) => (environment === 'test' ? client.token : null),
    language: () => client.language,
    onUnauthorized: (token) => {
      client.refused.push(token);
    },
    report: (message) => client.reports.push(message),
    ...(limits ? { limits } : {}),
  });
  return client as Client;
}

/** Makes a call as the bridge does from a name and an input. */
export function callOf(name: string, input: Call['input'] = {}, more: Partial<Call> = {}): Call {
  const found = findEndpoint(name);
  if (!found) throw new Error(`no endpoint ${name}`);
  return { name, found, input, ...more };
}

export const listCall = (more?: Partial<Call>): Call => callOf('airport.list', { query: { page: 1 } }, more);
export const editCall = (more?: Partial<Call>): Call =>
  callOf('airport.update', { params: { id: 7 }, body: { version: 1, nameEn: 'Schiphol' } }, more);
export const createCall = (more?: Partial<Call>): Call =>
  callOf('airport.create', { body: { airportCode: 'AMS' } }, more);
export const exportCall = (more?: Partial<Call>): Call =>
  callOf('airport.export', { query: { format: 'csv' } }, more);
export const uploadCall = (path: string, name: string, more?: Partial<Call>): Call =>
  callOf(
    'attachment.upload',
    { params: { id: 7 }, query: { category: 'pod' } },
    { file: { path, name }, ...more },
  );

export const NO_ROWS = { list: [], total: 0, totalCapped: false, next: null };

/** Returns the error of a call that must fail. */
export async function errorOf(work: Promise<unknown>): Promise<AppError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof CallError) return error.error;
    throw error;
  }
  throw new Error('the call succeeded');
}

/**
 * Returns the result of a call as one word: `ok`, or the code of its failure, with a mark when its result is unknown.
 */
export async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'ok';
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return error.error.code + (error.error.unknownResult ? '?' : '');
  }
}

/** Waits for a condition to become true, by polling. */
export async function until(what: () => boolean | Promise<boolean>, within = 10_000): Promise<void> {
  const end = performance.now() + within;
  while (!(await what())) {
    if (performance.now() > end) throw new Error(`did not become true: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
