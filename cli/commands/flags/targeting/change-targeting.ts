import { isDeepStrictEqual } from 'node:util';
import type { CommandContext } from '../../../command.ts';
import { confirmDelete } from '../../../input/confirm.ts';
import { type Flag, type FlagPath, readFlag, type Targeting } from '../fields.ts';
import { audienceLines } from './audience-picture.ts';
import { targetingPicture } from './targeting-picture.ts';
import { tryAndChange } from './tried-change.ts';

interface TargetingChange {
  readonly path: FlagPath;
  /** Whether no question is asked. */
  readonly yes: boolean;
  /** The targeting that the flag gets. */
  change(flag: Flag): Targeting | null;
}

/**
 * Reads a flag, shows its new targeting and whom it reaches, asks, and changes it unless another change came meanwhile.
 * @throws CliError exit 2 for a no, exit 6 when the flag was changed meanwhile
 */
export async function changeTargeting(context: CommandContext, { path, yes, change }: TargetingChange): Promise<void> {
  const { slug, flagKey } = path;
  const { print } = context;
  const { body: flag, tag } = await readFlag(context, path);
  const targeting = change(flag);
  if (isDeepStrictEqual(targeting, flag.targeting)) return print.done(`Flag ${flagKey} of ${slug} has this targeting already.`, flag);
  if (print.isForPeople || (await context.prompter()) !== null)
    for (const line of targetingPicture(context, { ...flag, targeting })) print.note(line);
  const changed = await tryAndChange(context, {
    slug,
    name: `Flag ${flagKey} of ${slug}`,
    showsFirst: !yes,
    write: (api) =>
      api.PUT('/api/v1/admin/apps/{slug}/features/{flagKey}', {
        params: { path, header: { 'If-Match': tag } },
        body: { targeting },
      }),
    picture: audienceLines(print),
    confirm: () => confirmDelete(context, { action: 'Change the targeting of', target: `flag ${flagKey} of ${slug}`, yes }),
  });
  print.done(`The targeting of flag ${flagKey} of ${slug} is changed.`, changed);
  if (!changed.isEnabled) print.note(`The flag is off: \`diwan flags enable ${slug} ${flagKey}\` enables it.`);
}
