import { type LookupAddress, type LookupOptions, lookup, promises } from 'node:dns';

/** Answers with the addresses of a name, at least one unless there is an error. */
type Resolved = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

const QUERY = { timeout: 1_500, tries: 2 };
/** The system's look-up takes one of the few threads of the process until its name server answers. */
const MOST_SYSTEM_LOOKUPS = 2;

/**
 * Finds the addresses of receivers. It asks the name servers itself, without a thread, so that one that never answers delays no other
 * receiver. Names that they do not know, such as those of the hosts file, are left to the system, a few at once.
 */
export class Names {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  resolve(name: string, options: LookupOptions, done: Resolved): void {
    this.#find(name, options).then(
      (addresses) => done(null, addresses),
      (error: NodeJS.ErrnoException) => done(error, []),
    );
  }

  async #find(name: string, options: LookupOptions): Promise<LookupAddress[]> {
    const resolver = new promises.Resolver(QUERY);
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (addresses.length > 0) return addresses;
    for (const result of [v4, v6]) if (result.status === 'rejected' && result.reason.code === 'ETIMEOUT') throw result.reason;
    return this.#askSystem(name, options);
  }

  async #askSystem(name: string, options: LookupOptions): Promise<LookupAddress[]> {
    if (this.#running >= MOST_SYSTEM_LOOKUPS) await new Promise<void>((resume) => this.#waiting.push(resume));
    this.#running += 1;
    return new Promise((resolve, reject) => {
      lookup(name, { ...options, all: true }, (error, addresses) => {
        this.#running -= 1;
        this.#waiting.shift()?.();
        if (error === null) resolve(addresses);
        else reject(error);
      });
    });
  }
}
