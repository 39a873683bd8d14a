import type { Flag } from '../../data.ts';
import { type Draft, patchOf } from './draft.ts';
import { RestFault } from './rest.ts';

/** The flag that a draft would make of another one; JSON that cannot be read yet leaves the targeting as it is. */
export function flagOf(draft: Draft, base: Flag): Flag {
  try {
    const { description = base.description, kind = base.kind, targeting } = patchOf(draft, base);
    return { ...base, description, kind, targeting: targeting === undefined ? base.targeting : targeting };
  } catch (error) {
    if (error instanceof RestFault) return base;
    throw error;
  }
}
