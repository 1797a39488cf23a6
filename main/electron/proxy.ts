import type { Session } from 'electron';
import type { Target } from '../transport/target';

/** The proxy that the system prescribes for an address, by the rules of its settings; none for a direct connection. */
export async function proxyFor(session: Session, address: string): Promise<Target['proxy']> {
  const rule = await session.resolveProxy(address);
  const found = /^(PROXY|HTTPS)\s+(\[[^\]]+\]|[^:;\s]+):(\d+)/i.exec(rule);
  if (!found) return undefined;
  const [, kind = '', host = '', port = ''] = found;
  return { protocol: kind.toUpperCase() === 'HTTPS' ? 'https' : 'http', host, port: Number(port) };
}
