import type { components } from '../../../generated/api-types.ts';
import type { CommandContext } from '../../command.ts';
import { usageError } from '../../errors/errors.ts';
import { notFound } from '../../errors/hints.ts';
import { unwrap, unwrapTagged } from '../../http/client.ts';
import { omitUndefined, readSlug } from '../../input/arguments.ts';
import type { OptionValues } from '../../input/option-values.ts';
import { readJsonArgument } from '../../input/read-text.ts';
import { KINDS, VALUE_TYPES } from './choices.ts';

export type Flag = components['schemas']['FeatureFlag'];
export type Targeting = components['schemas']['FlagTargeting'];
export type Rule = Targeting['rules'][number];

/** A flag of an app. */
export interface FlagPath {
  readonly slug: string;
  readonly flagKey: string;
}

export type FlagChanges = Partial<Pick<Flag, 'isEnabled' | 'config' | 'description' | 'valueType' | 'kind'>>;

export async function readFlags({ api }: CommandContext, slug: string): Promise<Flag[]> {
  return unwrap((await api()).GET('/api/v1/admin/apps/{slug}/features/admin', { params: { path: { slug } } }));
}

/** A flag, and the tag that limits a change to the version that was read. @throws CliError exit 5 */
export async function readFlag({ api }: CommandContext, path: FlagPath): Promise<{ readonly body: Flag; readonly tag: string }> {
  return unwrapTagged((await api()).GET('/api/v1/admin/apps/{slug}/features/{flagKey}', { params: { path } }));
}

/** @throws CliError exit 5 */
export async function findFlag(context: CommandContext, { slug, flagKey }: FlagPath): Promise<Flag> {
  const flag = (await readFlags(context, slug)).find((candidate) => candidate.flagKey === flagKey);
  if (flag === undefined) throw notFound('flag_not_found', `${slug} has no flag "${flagKey}".`);
  return flag;
}

/** @throws CliError exit 2 for an invalid slug or key */
export function readFlagPath([slug, key = '']: readonly string[]): FlagPath {
  if (!/^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/.test(key))
    throw usageError(`"${key}" is not a valid flag key.`, 'start with a letter or _, then use up to 99 letters, digits, _, . or -');
  return { slug: readSlug(slug), flagKey: key };
}

/** The changes by the options of `create` and `set`; '' removes the description, null the config. */
export async function readChanges(context: CommandContext, options: OptionValues): Promise<FlagChanges> {
  const config = options.text('config');
  const description = options.text('description');
  return {
    ...omitUndefined({
      isEnabled: options.either('on', 'off'),
      valueType: options.choice('type', VALUE_TYPES),
      kind: options.choice('kind', KINDS),
    }),
    ...(config === undefined ? {} : { config: await readConfig(context, config) }),
    ...(description === undefined ? {} : { description: description || null }),
  };
}

async function readConfig(context: CommandContext, text: string): Promise<Flag['config']> {
  const value = await readJsonArgument(context, text);
  if (!isObjectOrNull(value)) throw usageError('--config must be a JSON object or null.', 'use a form such as --config \'{"perDay":5}\'');
  return value;
}

function isObjectOrNull(value: unknown): value is Flag['config'] {
  return typeof value === 'object' && !Array.isArray(value);
}
