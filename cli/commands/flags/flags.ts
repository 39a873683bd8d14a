import { usageError } from '../../errors.ts';
import type { components } from '../../http/api-types.ts';
import { unwrap } from '../../http/client.ts';
import type { Kit } from '../../kit.ts';
import { given, readSlug } from '../arguments.ts';
import { readJson } from '../content.ts';
import { missing } from '../missing.ts';

export type Flag = components['schemas']['FeatureFlag'];

/** Which flag of which app. */
export interface Address {
  readonly slug: string;
  readonly flagKey: string;
}

export type Changes = Partial<Pick<Flag, 'isEnabled' | 'config' | 'description'>>;

export async function readFlags({ api }: Kit, slug: string): Promise<Flag[]> {
  return unwrap((await api()).GET('/api/v1/admin/apps/{slug}/features/admin', { params: { path: { slug } } }));
}

/** @throws CliError exit 5 */
export async function findFlag(kit: Kit, { slug, flagKey }: Address): Promise<Flag> {
  const flag = (await readFlags(kit, slug)).find((candidate) => candidate.flagKey === flagKey);
  if (flag === undefined) throw missing('flag_not_found', `${slug} has no flag "${flagKey}".`);
  return flag;
}

/** @throws CliError exit 2 for a slug or a key that is none */
export function readAddress([slug, key = '']: readonly string[]): Address {
  if (!/^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/.test(key))
    throw usageError(`"${key}" is no key of a flag.`, 'a letter or _ and up to 99 letters, digits, _, . or -');
  return { slug: readSlug(slug), flagKey: key };
}

/** What --on, --off, --config and --description say; '' takes the description away and null the config. */
export async function readChanges(kit: Kit, options: Readonly<Record<string, unknown>>): Promise<Changes> {
  const { on, off, config, description } = options as { on?: true; off?: true; config?: string; description?: string };
  return {
    ...given({ isEnabled: off ? false : on }),
    ...(config === undefined ? {} : { config: await readConfig(kit, config) }),
    ...(description === undefined ? {} : { description: description || null }),
  };
}

async function readConfig(kit: Kit, text: string): Promise<Flag['config']> {
  const value = await readJson(kit, text);
  if (!isObjectOrNull(value)) throw usageError('--config must be a JSON object or null.', 'as in --config \'{"perDay":5}\'');
  return value;
}

function isObjectOrNull(value: unknown): value is Flag['config'] {
  return typeof value === 'object' && !Array.isArray(value);
}
