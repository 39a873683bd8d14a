import { isIPv4, isIPv6 } from 'node:net';

/** How Node spells the peers of a socket that listens on both families. */
const MAPPED = '::ffff:';

/** What is read of an Express request: its address by the trusted number of hops, and the peer of its connection. */
export interface AddressedRequest {
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
  readonly ip?: string | undefined;
  readonly socket?: { readonly remoteAddress?: string | undefined };
}

/**
 * The sender as limits count it (contract §1.6): an IPv4 address, also where it came mapped into IPv6, or the /64 network of an
 * IPv6 address, since one customer holds a whole /64. What a proxy sent instead of an address is ignored for the proxy's own
 * address; a connection already gone is `unknown`. Never throws.
 */
export function clientAddress(req: AddressedRequest): string {
  // without a proxy's header the two are the same, and Express takes a while to find that out
  const isDirect = req.headers !== undefined && req.headers['x-forwarded-for'] === undefined;
  return (isDirect ? undefined : bucketOf(req.ip)) ?? bucketOf(req.socket?.remoteAddress) ?? 'unknown';
}

function bucketOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (isIPv4(text)) return text;
  if (isIPv6(text)) return bucketOfIPv6(text);
  const bare = withoutPort(text);
  return bare === undefined ? undefined : bucketOf(bare);
}

/** Some proxies forward `1.2.3.4:5678` and `[2001:db8::1]:5678`; with the port each connection would have a count of its own. */
function withoutPort(text: string): string | undefined {
  const match = /^(?:\[([^[\]]{2,64})\]|([\d.]{7,15}))(?::\d{1,5})?$/.exec(text);
  const address = match?.[1] ?? match?.[2];
  return address !== undefined && (isIPv4(address) || isIPv6(address)) ? address : undefined;
}

function bucketOfIPv6(address: string): string {
  const embedded = address.startsWith(MAPPED) ? address.slice(MAPPED.length) : '';
  if (isIPv4(embedded)) return embedded;
  const groups = expand(address);
  if (isMapped(groups)) return dotted(groups[6] as number, groups[7] as number);
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of a valid address; a zone (`%eth0`) is no part of it. */
function expand(address: string): number[] {
  const zone = address.indexOf('%');
  const [left = '', right] = (zone === -1 ? address : address.slice(0, zone)).split('::', 2);
  const head = groupsOf(left);
  if (right === undefined) return head;
  const tail = groupsOf(right);
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function groupsOf(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => (group.includes('.') ? groupsOfDotted(group) : Number.parseInt(group, 16)));
}

function groupsOfDotted(text: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

function isMapped(groups: readonly number[]): boolean {
  return groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
}

function dotted(high: number, low: number): string {
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}
