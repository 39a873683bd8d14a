/** The /24 or /48 network of an address as rate limits count it; null when the address is unknown. */
export function networkOf(address: string | null): string | null {
  if (address === null) return null;
  if (/^[\d.]+$/.test(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
  const groups =
    address
      .replace(/\/\d+$/, '')
      .split('::', 1)[0]
      ?.split(':')
      .slice(0, 3) ?? [];
  return address.includes(':') ? `${groups.filter((group) => group !== '').join(':')}::/48` : null;
}
