import type { Agent } from 'node:http';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { Names } from './names.ts';

/**
 * The special networks of the registries of IANA, and the wire server of Azure (168.63.129.16), which `request-filtering-agent` accepts.
 * IPv6 is public in 2000::/3 alone, which excludes the mapped, compatible and NAT64 forms of IPv4.
 */
const SPECIAL: readonly string[] = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '168.63.129.16/32', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
  ...['::/3', '2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20', '4000::/2', '8000::/1'],
];
/** Each agent remembers the open private addresses that it has met; it forgets them all above this number. */
const MAX_OPEN = 256;
const IDLE_MS = 4_000;

export interface TargetRules {
  /** CIDRs of private networks that are open. */
  readonly allowPrivate: readonly string[];
  /** Whether `http` is refused. */
  readonly isProduction: boolean;
}

interface Connection {
  readonly agent: Agent;
  readonly lookup: LookupFunction;
}

/** Why a URL is no target of a webhook. */
export type TargetFault = 'url' | 'https' | 'credentials' | 'private';

/**
 * The connections to the receivers of webhooks. No name and no address leads to a private, loopback, link-local, metadata or otherwise
 * special address, unless its network is open: an address is checked when a connection is opened to it.
 */
export class Targets {
  readonly #isProduction: boolean;
  readonly #special = new Networks(SPECIAL);
  readonly #allowed: Networks;
  /** The agents read these, compare them with the address, and so need no CIDRs, of which they log those of another family. */
  readonly #open: string[] = [];
  readonly #http: Agent;
  readonly #https: Agent;
  readonly #newHttp: Agent;
  readonly #newHttps: Agent;
  readonly #names = new Names();

  constructor({ allowPrivate, isProduction }: TargetRules) {
    this.#isProduction = isProduction;
    this.#allowed = new Networks(allowPrivate);
    const options = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: 64, allowIPAddressList: this.#open };
    this.#http = new RequestFilteringHttpAgent(options);
    this.#https = new RequestFilteringHttpsAgent(options);
    this.#newHttp = new RequestFilteringHttpAgent({ allowIPAddressList: this.#open });
    this.#newHttps = new RequestFilteringHttpsAgent({ allowIPAddressList: this.#open });
  }

  /** The fault of a URL that is visible without resolving its name; null for none. */
  faultOf(text: string): TargetFault | null {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url === null || !['http:', 'https:'].includes(url.protocol) || url.hash !== '') return 'url';
    if (this.#isProduction && url.protocol !== 'https:') return 'https';
    if (url.username !== '' || url.password !== '') return 'credentials';
    const address = url.hostname.replace(/^\[(.*)\]$/, '$1');
    return isIP(address) !== 0 && !this.#admits(address) ? 'private' : null;
  }

  /** How a request opens its connection, or takes an idle one unless it is a repeat. The URL has no fault. */
  connectionOf(url: URL, { isRepeat = false }: { readonly isRepeat?: boolean } = {}): Connection {
    const [https, http] = isRepeat ? [this.#newHttps, this.#newHttp] : [this.#https, this.#http];
    return { agent: url.protocol === 'https:' ? https : http, lookup: this.#lookup };
  }

  /** Closes the idle connections. */
  close(): void {
    for (const agent of [this.#http, this.#https, this.#newHttp, this.#newHttps]) agent.destroy();
  }

  /** Passes on what a name resolves to, unless an address is refused here. The agent checks the addresses again. */
  readonly #lookup: LookupFunction = (name, options, callback) => {
    this.#names.resolve(name, options, (error, addresses) => {
      if (error !== null) return callback(error, '');
      if (!addresses.every(({ address }) => this.#admits(address))) return callback(new AddressRefused(), '');
      const [first] = addresses;
      if (options.all === true) callback(null, addresses);
      else callback(null, first?.address ?? '', first?.family);
    });
  };

  #admits(address: string): boolean {
    if (!this.#allowed.include(address)) return !this.#special.include(address);
    if (this.#open.length >= MAX_OPEN) this.#open.length = 0;
    if (!this.#open.includes(address)) this.#open.push(address);
    return true;
  }
}

/** Networks by family: one list for both would take each address of IPv4 for one of IPv6 too. */
class Networks {
  readonly #lists = { ipv4: new BlockList(), ipv6: new BlockList() };

  constructor(cidrs: readonly string[]) {
    for (const cidr of cidrs) {
      const [address = '', prefix] = cidr.split('/');
      const family = familyOf(address);
      this.#lists[family].addSubnet(address, Number(prefix), family);
    }
  }

  include(address: string): boolean {
    const family = familyOf(address);
    return this.#lists[family].check(address.replace(/%.*$/, ''), family);
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

class AddressRefused extends Error {
  readonly code = 'EADDRREFUSED';
}
