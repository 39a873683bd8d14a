import type { StringSchema } from 'joi';
import { STRICT_SEMVER } from '../../domain/version-number.ts';
import { pattern } from '../../platform/http/input/fields.ts';

/** A strict semantic version, for releases that an operator publishes; what a device reports is read more leniently. */
export function semanticVersion(): StringSchema {
  return pattern(STRICT_SEMVER, 'a semantic version such as 1.4.2').max(64);
}
