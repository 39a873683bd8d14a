/** The /24 or /48 network of an address as rate limits count it; null when the address is unknown. */
export function networkOf(address: string | null): string | null {
  if (address === null) return null;
  if (/^[\d.]+$/.test(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
  return address.includes(':') ? networkOfIpv6(address.replace(/\/\d+$/, '')) : null;
}

const GROUPS = 8;

/** One form for each network: `::` may stand for its groups too, and a group may have leading zeros. */
function networkOfIpv6(address: string): string {
  const [head = '', tail = ''] = address.split('::', 2).map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = address.includes('::') ? Array.from({ length: Math.max(0, GROUPS - head.length - tail.length) }, () => '0') : [];
  const groups = [...head, ...zeros, ...tail].slice(0, 3).map((group) => Number.parseInt(group, 16).toString(16));
  while (groups.at(-1) === '0') groups.pop();
  return `${groups.join(':')}::/48`;
}
