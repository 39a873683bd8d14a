import type { components } from '../../../generated/api-types.ts';
import type { CommandContext } from '../../command.ts';
import { usageError } from '../../errors/errors.ts';
import { unwrap, unwrapTagged } from '../../http/client.ts';
import { omitUndefined, readSlug } from '../../input/arguments.ts';
import type { OptionValues } from '../../input/option-values.ts';
import { readJsonArgument } from '../../input/read-text.ts';
import { emptyToNull } from '../../input/text-options.ts';
import { isRecord } from '../../json.ts';
import { type Condition, readCondition } from '../flags/targeting/conditions.ts';

export type Segment = components['schemas']['Segment'];

/** A segment of an app. */
export interface SegmentPath {
  readonly slug: string;
  readonly key: string;
}

export type SegmentChanges = Partial<Pick<Segment, 'name' | 'conditions'>>;

export async function readSegments({ api }: CommandContext, slug: string): Promise<Segment[]> {
  return unwrap((await api()).GET('/api/v1/admin/apps/{slug}/segments', { params: { path: { slug } } }));
}

/** A segment, and the tag that limits a change to the version that was read. @throws CliError exit 5 */
export async function readSegment({ api }: CommandContext, path: SegmentPath): Promise<{ readonly body: Segment; readonly tag: string }> {
  return unwrapTagged((await api()).GET('/api/v1/admin/apps/{slug}/segments/{key}', { params: { path } }));
}

/** @throws CliError exit 2 for an invalid slug or key */
export function readSegmentPath([slug, key = '']: readonly string[]): SegmentPath {
  if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/.test(key))
    throw usageError(`"${key}" is not a valid segment key.`, 'use 1 to 100 letters, digits, _, . or -');
  return { slug: readSlug(slug), key };
}

/** The changes by --name, and by --when or --conditions; '' removes the name. @throws CliError exit 2 */
export async function readChanges(context: CommandContext, options: OptionValues): Promise<SegmentChanges> {
  const conditions = options.text('conditions');
  return omitUndefined({
    name: emptyToNull(options.text('name')),
    conditions: conditions === undefined ? options.texts('when')?.map(readCondition) : await readConditions(context, conditions),
  });
}

/** Only the shape is read here; the server checks the rest. */
async function readConditions(context: CommandContext, given: string): Promise<Condition[]> {
  const value = await readJsonArgument(context, given);
  if (isConditions(value)) return value;
  throw usageError('--conditions must be a JSON array of conditions.', 'start from `diwan segments show SLUG SEGMENT --json`');
}

function isConditions(value: unknown): value is Condition[] {
  return Array.isArray(value) && value.every(isRecord);
}
