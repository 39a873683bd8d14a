import type { Request } from 'express';
import { validationError } from '../../errors.ts';

/** Longest header that is parsed. */
const MAX_LENGTH = 1_000;
const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7e]*"$/;

/**
 * The entity tags of `If-Match`; null without the header or with `*`, which every existing record matches. A weak tag is valid but
 * matches nothing (RFC 9110 §13.1.1).
 * @throws ApiError 400 `validation_error` when the header is not a list of entity tags
 */
export function readIfMatch(req: Request): readonly string[] | null {
  const header = req.headers['if-match'];
  if (header === undefined || header.trim() === '*') return null;
  const tags = header.split(',').map((tag) => tag.trim());
  if (header.length > MAX_LENGTH || !tags.every((tag) => ENTITY_TAG.test(tag)))
    throw validationError([{ field: 'If-Match', message: 'If-Match must be a list of entity tags, each in double quotes' }]);
  return tags;
}
