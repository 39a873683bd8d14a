import type { components } from '../../../generated/api-types.ts';
import { defineCommand } from '../../command.ts';
import { usageError } from '../../errors/errors.ts';
import { notFound } from '../../errors/hints.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined, readSlug } from '../../input/arguments.ts';
import type { OptionValues } from '../../input/option-values.ts';
import { readTime } from '../../input/times.ts';
import { oneLine } from '../../output/safe-text.ts';
import type { Column } from '../../output/table.ts';
import { DEVICE_PLATFORMS } from '../versions/check-choices.ts';
import { textOfCondition } from './targeting/conditions.ts';

type Explained = components['schemas']['ExplainedFlag'];

interface ExplainOptions {
  readonly slug: string;
  /** All flags when not given. */
  readonly key: string | undefined;
  readonly context: Record<string, string>;
  readonly at: string | undefined;
}

export default defineCommand<ExplainOptions>({
  parse({ args: [slug, key], options }, { io }) {
    const at = options.text('at');
    return { slug: readSlug(slug), key, context: readContext(options), at: at === undefined ? at : readTime('--at', at, io.now()) };
  },
  async run({ api, print }, { slug, key, context, at }) {
    const body = { context, ...omitUndefined({ at }) };
    const answer = await unwrap((await api()).POST('/api/v1/admin/apps/{slug}/features/explain', { params: { path: { slug } }, body }));
    const flags = key === undefined ? answer.flags : answer.flags.filter((flag) => flag.key === key);
    if (key !== undefined && flags.length === 0) throw notFound('flag_not_found', `${slug} has no flag "${key}".`);
    const columns: Column<Explained>[] = [
      { title: 'Key', value: (flag) => flag.key },
      { title: 'Enabled', value: ({ enabled }) => enabled, display: ({ enabled }) => (enabled ? 'on' : 'off'), isStatus: true },
      { title: 'Variant', value: ({ variant }) => variant },
      { title: 'Step', value: ({ step }) => step },
      { title: 'Rule', value: ({ ruleId }) => ruleId },
      {
        title: 'Bucket',
        value: ({ bucket }) => bucket,
        below: ({ conditions }) => conditions.map((condition) => print.colors.dim(oneLine(lineOf(condition)))),
      },
    ];
    print.rows(columns, flags, { flags });
  },
});

/** `✓ country in SA (has SA)` */
function lineOf({ actual, matched, ...condition }: Explained['conditions'][number]): string {
  const has = actual === null ? 'absent' : `has ${actual}`;
  return `${matched ? '✓' : '✗'} ${textOfCondition(condition)} (${has})`;
}

/** The attributes of the request by name. @throws CliError exit 2 for an attribute without a value */
function readContext(options: OptionValues): Record<string, string> {
  const others = (options.texts('attribute') ?? []).map((text): [string, string] => {
    const at = text.indexOf('=');
    if (at < 1) throw usageError(`"${text}" is not an attribute.`, 'use NAME=VALUE, such as --attribute plan=gold');
    return [text.slice(0, at), text.slice(at + 1)];
  });
  const known = {
    platform: options.choice('platform', DEVICE_PLATFORMS),
    appVersion: options.text('current'),
    installationId: options.text('installation'),
    osVersion: options.text('os'),
  };
  return { ...omitUndefined(known), ...Object.fromEntries(others) };
}
