import { loadClient } from './loadClient';
import type { Target } from './target';

/** Response of a server to a request that is no call of the contract. */
export interface PlainAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/** Request for a document or a picture by its address, which is no call of the contract. */
export interface PlainRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly proxy?: Target['proxy'];
  /** Maximum bytes of the body. */
  readonly max: number;
  /** Maximum time (ms) in all. */
  readonly within: number;
}

/** Fetches an address without following redirects; undefined if the server is unreachable or sends too much. */
export async function plainGet(request: PlainRequest): Promise<PlainAnswer | undefined> {
  const { url, headers = {}, proxy, max, within } = request;
  try {
    const { client } = await loadClient();
    const { status, data } = await client.request<Buffer>({
      method: 'GET',
      url,
      headers: { ...headers },
      responseType: 'arraybuffer',
      maxContentLength: max,
      signal: AbortSignal.timeout(within),
      ...(proxy ? { proxy } : {}),
    });
    return { status, body: Buffer.from(data) };
  } catch {
    return undefined;
  }
}
