import Joi, { type NumberSchema, type StringSchema } from 'joi';
import { ITEM_TYPES, type ItemType } from '../../domain/project-settings.ts';
import { instant, integer, oneOf, pathId, pattern, queryInteger } from '../../platform/http/input/fields.ts';
import type { ModerationState } from '../../services/feedback/moderation/decision.ts';

/** Highest number that the columns hold. */
const MAX_ITEM_ID = 2_147_483_647;

export interface IdParams {
  id: number;
}

/** The id of a feedback record in a path. */
export const IdParams = Joi.object<IdParams>({ id: pathId().description('The id of the record.') });

export function itemType(): StringSchema<ItemType> {
  return oneOf(...ITEM_TYPES);
}

/** The id of a target entity in a body. */
export function itemId(): NumberSchema {
  return integer(1, MAX_ITEM_ID);
}

/** The id of a target entity in a path or a query. */
export function queryItemId(): NumberSchema {
  return queryInteger(1, MAX_ITEM_ID);
}

/** `asc` or `desc`; replaces the default direction of the sort. */
export function order(): StringSchema<'asc' | 'desc'> {
  return oneOf('asc', 'desc');
}

/** An author in a query: a user's UUID, `operator:<id>` or `guest:<email>`. */
export function authorId(): StringSchema {
  return pattern(
    /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|operator:[1-9]\d{0,9}|guest:\S{3,254})$/,
    'a UUID, operator:<id> or guest:<email>',
  );
}

/** The filters that all lists of moderators share. */
export const queueFilters = {
  authorId: authorId().description('Only what this author wrote: a UUID, operator:<id>, or for reviews guest:<email>.'),
  from: instant().description('Only what was created at this time or later.'),
  to: instant().description('Only what was created before this time.'),
};

export function moderationState(): StringSchema<ModerationState> {
  return oneOf<ModerationState>('visible', 'pending', 'hidden', 'removed');
}

/** The hash of what a moderator judges. */
export function contentHash(): StringSchema {
  return Joi.string().pattern(/^[0-9a-f]{64}$/);
}

/** An author in a reply; null for a tombstone's. */
export const authorField = Joi.string().required();
