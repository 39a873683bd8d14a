import { hash } from 'node:crypto';

/** A serialised body with its strong validator: equal bytes have equal validators in every process. */
export interface PreparedBody {
  /**
   * The UTF-8 bytes, one character each. Node writes such a text and the headers to the socket in one piece, a Buffer in two,
   * which costs a fifth of the whole answer.
   */
  readonly latin1: string;
  readonly etag: string;
}

const MAX_BODIES_PER_OWNER = 500;
const bodiesByOwner = new WeakMap<object, Map<string, PreparedBody>>();

/**
 * The serialised body that `render` returns, kept as long as `owner` exists. Owners must be replaced and never changed. Too many names for
 * one owner, such as requests about many versions, empty its bodies.
 */
export function rememberBody(owner: object, name: string, render: () => unknown): PreparedBody {
  let bodies = bodiesByOwner.get(owner);
  if (bodies === undefined) {
    bodies = new Map();
    bodiesByOwner.set(owner, bodies);
  }
  const known = bodies.get(name);
  if (known !== undefined) return known;
  if (bodies.size >= MAX_BODIES_PER_OWNER) bodies.clear();
  const made = prepareBody(render());
  bodies.set(name, made);
  return made;
}

/** Serialises a body and makes its validator. */
export function prepareBody(body: unknown): PreparedBody {
  return withEtag(Buffer.from(JSON.stringify(body)).toString('latin1'));
}

/** Adds the validator to a serialised body. */
export function withEtag(latin1: string): PreparedBody {
  return { latin1, etag: `"${hash('sha256', Buffer.from(latin1, 'latin1'), 'base64url').slice(0, 27)}"` };
}
