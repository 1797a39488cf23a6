import { request as plainRequest } from 'node:http';
import { type RequestOptions, request as tlsRequest } from 'node:https';
import type { ApiName } from '@contract/index';
import { type LooseInput, requestOf } from './apiCall';

/**
 * Calls an API over a separate connection: from a local address, through a socket file, with a certificate to trust.
 */
export async function sendBy(
  base: string,
  by: RequestOptions,
  name: ApiName,
  input: LooseInput,
): Promise<Response> {
  const prepared = requestOf(base, name, input, {});
  const { method, url, headers } = prepared;
  const body = await prepared.text();
  const request = url.startsWith('https:') ? tlsRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { agent: false, ...by, method, headers: { ...Object.fromEntries(headers), ...by.headers } },
      async (answer) => {
        const parts: Buffer[] = [];
        for await (const part of answer) parts.push(part);
        const back = Object.entries(answer.headers).map(([key, value]): [string, string] => [
          key,
          String(value),
        ]);
        resolve(new Response(Buffer.concat(parts), { status: answer.statusCode ?? 0, headers: back }));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
