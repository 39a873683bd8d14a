import { hash } from 'node:crypto';
import { toJson } from '../../json.ts';

/** A serialised body with its strong validator: equal bytes have equal validators in every process. */
export interface PreparedBody {
  /**
   * The UTF-8 bytes, one character each. Node writes such a text and the headers to the socket in one piece, a Buffer in two,
   * which costs a fifth of the whole answer.
   */
  readonly latin1: string;
  readonly etag: string;
}

/** Objects and map entries, roughly. */
const OVERHEAD_BYTES = 300;

/** Bodies by owner and name. When they take more than `maxBytes`, such as after requests about many versions, all are forgotten. */
class BodyCache {
  readonly #maxBytes: number;
  #byOwner = new WeakMap<object, Map<string, PreparedBody>>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(owner: object, name: string): PreparedBody | undefined {
    return this.#byOwner.get(owner)?.get(name);
  }

  set(owner: object, name: string, body: PreparedBody): void {
    this.#bytes += body.latin1.length + name.length + OVERHEAD_BYTES;
    if (this.#bytes > this.#maxBytes) {
      this.#byOwner = new WeakMap();
      this.#bytes = 0;
    }
    const bodies = this.#byOwner.get(owner) ?? new Map<string, PreparedBody>();
    this.#byOwner.set(owner, bodies.set(name, body));
  }
}

const bodiesByOwner = new BodyCache(8 * 1024 * 1024);

/** The serialised body that `render` returns, kept as long as `owner` exists. Owners must be replaced and never changed. */
export function rememberBody(owner: object, name: string, render: () => unknown): PreparedBody {
  const known = bodiesByOwner.get(owner, name);
  if (known !== undefined) return known;
  const made = prepareBody(render());
  bodiesByOwner.set(owner, name, made);
  return made;
}

/** Serialises a body and makes its validator. */
export function prepareBody(body: unknown): PreparedBody {
  return withEtag(latin1Of(body));
}

/** A serialised body or part of one, in the form of `PreparedBody.latin1`. */
export function latin1Of(body: unknown): string {
  return Buffer.from(toJson(body)).toString('latin1');
}

/** Adds the validator to a serialised body. It is made when it is first read, because a body may become a part of another. */
export function withEtag(latin1: string): PreparedBody {
  return new SerialisedBody(latin1);
}

class SerialisedBody implements PreparedBody {
  readonly latin1: string;
  #etag: string | null = null;

  constructor(latin1: string) {
    this.latin1 = latin1;
  }

  get etag(): string {
    this.#etag ??= `"${hash('sha256', Buffer.from(this.latin1, 'latin1'), 'base64url').slice(0, 27)}"`;
    return this.#etag;
  }
}
