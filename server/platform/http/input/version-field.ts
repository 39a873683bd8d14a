import type { StringSchema } from 'joi';
import { STRICT_SEMVER } from '../../version-number.ts';
import { word } from './fields.ts';

/** A strict semantic version: what an operator publishes, as against what a phone may call itself. */
export function semanticVersion(): StringSchema {
  return word(STRICT_SEMVER, 'a semantic version such as 1.4.2').max(64);
}
