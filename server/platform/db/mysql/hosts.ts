import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Driver } from './driver.ts';
import type { Address, RawConnection } from './raw-connection.ts';

/** A host that has not answered by then does not delay the choice of another one. */
const PREFER_MS = 500;
/** The longest search. A request waits 1.5 s for its connection. */
const SEARCH_MS = 1_200;
/** For so long new connections use the chosen host without another examination. */
const TRUST_MS = 1_000;

/** Rejects with the reason when the server at the address cannot be used. */
export type Examine = (address: Address) => Promise<void>;

/** The server answers, but it is read-only or outside of its cluster. */
class UnfitServer extends Error {}

/** Chooses one of several hosts for all connections of a pool. */
export class MySqlHosts {
  readonly #addresses: readonly Address[];
  readonly #examine: Examine;
  #current: Address | null = null;
  #trustedUntil = Number.NEGATIVE_INFINITY;
  #isDoubted = false;
  #search: Promise<Address> | null = null;

  constructor(addresses: readonly Address[], examine: Examine) {
    this.#addresses = addresses;
    this.#examine = examine;
  }

  get current(): Address | null {
    return this.#current;
  }

  /**
   * The first host in the list that can be used; later the chosen one as long as it can be used. All callers share one search, so
   * connections that open together go to one host. @throws Error with the reason of each host when none can be used
   */
  async choose(): Promise<Address> {
    if (this.#current !== null && performance.now() < this.#trustedUntil) return this.#current;
    this.#search ??= this.#find().finally(() => {
      this.#search = null;
    });
    return this.#search;
  }

  /** Makes the next connection try the hosts again in the order of the list. */
  doubt(): void {
    this.#isDoubted = true;
    this.#trustedUntil = Number.NEGATIVE_INFINITY;
  }

  async #find(): Promise<Address> {
    const preferred = this.#isDoubted ? null : this.#current;
    this.#isDoubted = false;
    const order = preferred === null ? this.#addresses : [preferred, ...this.#addresses.filter((address) => address !== preferred)];
    const found = await this.#firstUsable(order);
    this.#current = found;
    if (!this.#isDoubted) this.#trustedUntil = performance.now() + TRUST_MS;
    return found;
  }

  async #firstUsable(order: readonly Address[]): Promise<Address> {
    const examinations = order.map(async (address) => {
      await this.#examine(address);
      return address;
    });
    const reasons = examinations.map((examination) => examination.then(() => null, reasonOf));
    const late = sleep(PREFER_MS, null, { ref: false }).then(() => new Error('late'));
    for (const [index, address] of order.entries()) if ((await Promise.race([reasons[index], late])) === null) return address;
    return Promise.any(examinations).catch(async () => this.#remainOrFail(order, await Promise.all(reasons)));
  }

  /** Between two primaries the old one is read-only, but still answers reads. */
  #remainOrFail(order: readonly Address[], reasons: readonly (Error | null)[]): Address {
    const current = this.#current;
    if (current !== null && reasons[order.indexOf(current)] instanceof UnfitServer) return current;
    const each = order.map(({ host, port }, index) => `${host}:${port}: ${reasons[index]?.message}`);
    throw new Error(`No host of the database can be used: check that one of them is writable (${each.join('; ')})`);
  }
}

/** Examines a server by a separate connection. */
export function examination(driver: Driver, options: object): Examine {
  return async (address) => {
    const connection = driver.createConnection({ ...options, ...address, connectTimeout: SEARCH_MS }) as RawConnection;
    const failed = new Promise<never>((_resolve, reject) => connection.on('error', reject));
    const late = sleep(SEARCH_MS, null, { ref: false }).then(() => Promise.reject(new Error(`no answer within ${SEARCH_MS} ms`)));
    try {
      await Promise.race([assertUsable(connection), failed, late]);
    } finally {
      connection.destroy();
      connection.stream.destroy();
    }
  };
}

async function assertUsable(connection: RawConnection): Promise<void> {
  await once(connection, 'connect');
  const rows = await Promise.all([
    // a replica of Aurora sets only innodb_read_only
    send(connection, "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('read_only', 'innodb_read_only', 'wsrep_on')"),
    send(connection, "SHOW GLOBAL STATUS LIKE 'wsrep_ready'"),
  ]);
  const settings = new Map(rows.flat().map(({ Variable_name: name, Value: value }) => [name, value]));
  if (settings.get('wsrep_on') === 'ON' && settings.get('wsrep_ready') === 'OFF') throw new UnfitServer('outside of its cluster');
  const isWritable = settings.get('read_only') === 'OFF' && settings.get('innodb_read_only') === 'OFF';
  if (!isWritable) throw new UnfitServer('read-only');
}

interface Setting {
  readonly Variable_name: string;
  readonly Value: string;
}

function send(connection: RawConnection, sql: string): Promise<readonly Setting[]> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error: Error | null, rows: readonly Setting[]) => (error ? reject(error) : resolve(rows)));
  });
}

function reasonOf(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
