import Joi, { type ArraySchema } from 'joi';
import { SCOPES, type Scope } from '../../auth/scopes.ts';
import { oneOf } from './fields.ts';

/** The scopes of an API key, each once. */
export function scopeList(): ArraySchema<Scope[]> {
  return Joi.array<Scope[]>()
    .items(oneOf<Scope>(...SCOPES))
    .unique();
}
