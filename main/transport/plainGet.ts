import { loadClient } from './loadClient';
import type { Target } from './target';

/** Answer of a server to a request outside of the contract. */
export interface PlainAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/** A request for something that is no call of the contract: a document or a picture by its address. */
export interface PlainRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly proxy?: Target['proxy'];
  /** Bytes it may have. */
  readonly max: number;
  /** Milliseconds it may take in all. */
  readonly within: number;
}

/** Fetches what lies at an address, following no redirect; undefined where the server cannot be reached or sends too much. */
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
