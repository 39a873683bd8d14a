import Joi from 'joi';
import type { Fault } from '../../errors.ts';
import { type Endpoint, onlyReads } from '../endpoint.ts';
import { ignoredFields } from '../input/ignored-fields.ts';
import { boundsOfSchema } from '../input/size.ts';

const NO_PARAMETERS = Joi.object({});
/** Any spelling of the parameter that keeps a write from writing. */
const DRY_RUN = /^dry[^a-z0-9]?run/i;

/** The names of a query that its endpoint does not have. */
export interface UnknownNames {
  /** Names that a read leaves out of its answer. */
  readonly ignored: readonly string[];
  /** Names that a write must not leave out, because the client may rely on them. */
  readonly faults: readonly Fault[];
}

const NONE: UnknownNames = { ignored: [], faults: [] };

/** Whether an endpoint is for operators and API keys alone, administration and the operators' own accounts. */
export function isForOperators({ auth, limit }: Pick<Endpoint, 'auth' | 'limit'>): boolean {
  return auth === 'manager' || limit === 'admin';
}

/**
 * Checks the names of a query. An administrative write refuses every name that it does not have, because `?dryrun=true` would otherwise
 * write; an administrative read names them. Other writes refuse the spellings of `dryRun` alone, since phones may send names of their own.
 */
export function unknownNames(endpoint: Endpoint<unknown>, query: object): UnknownNames {
  const { query: schema } = endpoint;
  const isRead = onlyReads(endpoint) || endpoint.pool === 'memory';
  const isStrict = isForOperators(endpoint);
  if (isRead && !isStrict) return NONE;
  const names = ignoredFields(schema ?? NO_PARAMETERS, query);
  if (names.length === 0) return NONE;
  if (isRead) return { ignored: names, faults: [] };
  const refused = names.filter((name) => (isStrict ? name !== '...' : DRY_RUN.test(name)));
  const known = [...(boundsOfSchema(schema ?? NO_PARAMETERS).fields?.keys() ?? [])];
  return { ignored: [], faults: refused.map((name) => ({ field: name, message: messageFor(name, known) })) };
}

function messageFor(name: string, known: readonly string[]): string {
  const others = known.length === 0 ? 'it has none: leave it out' : `it has ${known.join(', ')}`;
  return `${name} is not a query parameter of this request; ${others}`;
}
