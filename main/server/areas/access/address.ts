import { isIP, isIPv4 } from 'node:net';

/**
 * Key by which limits count an address: an IPv4 address itself; of IPv6 the first 64 bits, which belong to one site
 * (RFC 4291, 2.5.1). A port added by a proxy is dropped. Empty without an address, for example on a socket.
 */
export function addressKey(address: string | null): string {
  const bare = (address ?? '').replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  const mapped = /^::ffff:([\d.]+)$/i.exec(bare)?.[1] ?? bare;
  if (isIPv4(mapped)) return mapped;
  const [plain = ''] = mapped.split('%');
  if (!isIP(plain)) return mapped.slice(0, 64);
  const [head = '', tail] = plain.split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const [before, after] = [groups(head), groups(tail)];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const all = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
