import { type CommandContext, defineCommand } from '../../command.ts';
import type { Answer } from '../../http/client.ts';
import { omitUndefined, readSlug } from '../../input/arguments.ts';
import type { OptionValues } from '../../input/option-values.ts';
import { askOptional } from '../../input/optional.ts';
import { readTextArgument } from '../../input/read-text.ts';
import { requireText } from '../../input/required.ts';
import { readTextOptions } from '../../input/text-options.ts';
import { readTime } from '../../input/times.ts';
import { audienceLines, RELEASE_WORDS } from '../flags/targeting/audience-picture.ts';
import { tryAndChange } from '../flags/targeting/tried-change.ts';
import { DEVICE_PLATFORMS, PRIORITIES } from './check-choices.ts';
import { checkCode, confirmReleases, readCode, readReleases, titleOf, type Version } from './releases.ts';
import { type Guard, readGuard } from './rollouts/guard-rule.ts';
import { readPercent, readSteps, type Steps } from './rollouts/rollout-steps.ts';
import { checkSemver } from './semver.ts';

interface PublishOptions {
  readonly slug: string;
  readonly versionName: string;
  readonly versionCode: number;
  readonly minVersion?: string;
  readonly changelog?: string;
  readonly storeUrl?: string;
  readonly platform?: (typeof DEVICE_PLATFORMS)[number];
  readonly rolloutPercent?: number;
  readonly steps?: Steps;
  readonly forceAfter?: string;
  readonly priority?: number;
  readonly minOsVersion?: string;
  readonly notes?: { en?: string | null; ar?: string | null };
  readonly guard?: Guard;
  readonly isForce: boolean;
  readonly isActive: boolean;
  readonly confirm: string | undefined;
}

export default defineCommand<PublishOptions>({
  async parse({ args: [text], options }, context) {
    const slug = readSlug(text);
    const question = { flag: '--name', message: 'Version name, such as 2.1.0:', check: checkSemver };
    const [name, code, changelog] = [options.text('name'), options.text('code'), options.text('changelog')];
    // a person who answers questions is asked for the rest too; a complete command asks nothing more
    const ask: typeof askOptional = async (...asked) => (name && code ? undefined : askOptional(...asked));
    return {
      slug,
      versionName: await requireText(context, name, question),
      versionCode: readCode(code ?? (await askCode(context, slug))),
      ...omitUndefined({
        changelog: changelog === undefined ? await ask(context, { message: 'Changes' }) : await readTextArgument(context, changelog),
        minVersion: options.text('min') ?? (await ask(context, { message: 'Oldest version that remains usable', check: checkSemver })),
        storeUrl: options.text('storeUrl'),
      }),
      ...(await readStaging(options, context)),
      isForce: options.has('force') || (!(name && code) && (await askForce(context))),
      isActive: !options.has('inactive'),
      confirm: options.text('confirm'),
    };
  },
  async run(context, { slug, confirm, ...body }) {
    const { print } = context;
    const published = await tryAndChange(context, {
      slug,
      name: titleOf(slug, body),
      showsFirst: mayLockOut(body) && confirm !== slug,
      // the other answer is that to a dry run
      write: (api) => api.POST('/api/v1/admin/apps/{slug}/versions', { params: { path: { slug } }, body }) as Promise<Answer<Version>>,
      picture: audienceLines(print, RELEASE_WORDS),
      confirm: () => confirmWhenSevere(context, { slug, confirm, ...body }),
    });
    print.done(describeRelease({ slug, confirm, ...body }, published), published);
  },
});

/** The options that decide which phones get the release, and how urgently. */
async function readStaging(
  options: OptionValues,
  context: CommandContext,
): Promise<Pick<PublishOptions, 'platform' | 'rolloutPercent' | 'steps' | 'forceAfter' | 'priority' | 'minOsVersion' | 'notes' | 'guard'>> {
  const now = Number(context.io.now());
  const [percent, steps, forceAfter, priority] = [
    options.text('percent'),
    options.text('steps'),
    options.text('forceAfter'),
    options.choice('priority', PRIORITIES),
  ];
  const notes = await readTextOptions(context, omitUndefined({ en: options.text('notes'), ar: options.text('notesAr') }));
  return omitUndefined({
    platform: options.choice('platform', DEVICE_PLATFORMS),
    rolloutPercent: percent === undefined ? undefined : readPercent(percent),
    steps: steps === undefined ? undefined : readSteps(steps, now),
    forceAfter: forceAfter === undefined ? undefined : readTime('--force-after', forceAfter, now),
    priority: priority === undefined ? undefined : Number(priority),
    minOsVersion: options.text('minOs'),
    notes: Object.keys(notes).length === 0 ? undefined : notes,
    guard: readGuard(options),
  });
}

async function askForce(context: CommandContext): Promise<boolean> {
  return (await (await context.prompter())?.confirm({ message: 'Force every user to update?' })) ?? false;
}

/** Suggests the code after the latest one. */
async function askCode(context: CommandContext, slug: string): Promise<string> {
  const question = { flag: '--code', message: 'Version code:', check: checkCode };
  if ((await context.prompter()) === null) return requireText(context, undefined, question);
  const codes = (await readReleases(context, slug)).map(({ versionCode }) => versionCode);
  return requireText(context, undefined, { ...question, initial: String(Math.max(0, ...codes) + 1) });
}

/** An inactive release locks no user out, so it needs no question. */
function mayLockOut({ isActive, isForce, minVersion, forceAfter }: Omit<PublishOptions, 'slug' | 'confirm'>): boolean {
  return isActive && (isForce || Boolean(minVersion) || Boolean(forceAfter));
}

async function confirmWhenSevere(context: CommandContext, { slug, confirm, ...release }: PublishOptions): Promise<void> {
  if (context.options.dryRun || confirm === slug || !mayLockOut(release)) return;
  const before = await readReleases(context, slug);
  await confirmReleases(context, {
    slug,
    before,
    after: [{ ...release, minVersion: release.minVersion ?? null, forceAfter: release.forceAfter ?? null }, ...before],
    given: confirm,
  });
}

function describeRelease({ slug, versionName, versionCode, isForce, isActive }: PublishOptions, { offeredPercent }: Version): string {
  const published = `${slug} ${versionName} (code ${versionCode}) is published`;
  if (!isActive) return `${published}, but inactive: \`diwan versions activate ${slug} ${versionCode}\` activates it.`;
  if (offeredPercent < 100) return `${published} for ${offeredPercent} % of phones.`;
  return isForce ? `${published}; every user must update.` : `${published}.`;
}
