import Joi, { type StringSchema } from 'joi';
import { parseVersion, STRICT_SEMVER } from '../../domain/version-number.ts';
import { pattern } from '../../platform/http/input/fields.ts';

/** A strict semantic version, for releases that an operator publishes; what a device reports is read more leniently. */
export function semanticVersion(): StringSchema {
  return pattern(STRICT_SEMVER, 'a semantic version such as 1.4.2').max(64);
}

/** A version as a device reports it, such as that of its operating system. */
export function lenientVersion(): StringSchema {
  return Joi.string()
    .max(64)
    .custom((text: string, helpers) => (parseVersion(text) === null ? helpers.error('version.base') : text))
    .messages({ 'version.base': '{{#label}} must be a version such as 14 or 16.2' });
}
