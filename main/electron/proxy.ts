import type { Session } from 'electron';
import type { Target } from '../transport/target';
import { systemSession } from './shield';

let system: Session | undefined;

/** Returns the proxy that the system's settings prescribe for an address; undefined for a direct connection. */
export async function proxyFor(address: string): Promise<Target['proxy']> {
  system ??= systemSession();
  const rule = await system.resolveProxy(address);
  const found = /^(PROXY|HTTPS)\s+(\[[^\]]+\]|[^:;\s]+):(\d+)/i.exec(rule);
  if (!found) return undefined;
  const [, kind = '', host = '', port = ''] = found;
  return { protocol: kind.toUpperCase() === 'HTTPS' ? 'https' : 'http', host, port: Number(port) };
}
