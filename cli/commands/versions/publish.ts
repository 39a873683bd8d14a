import { type CommandContext, defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined, readSlug } from '../../input/arguments.ts';
import { readTextArgument } from '../../input/read-text.ts';
import { requireText } from '../../input/required.ts';
import { checkCode, confirmReleases, readCode, readReleases } from './releases.ts';
import { checkSemver } from './semver.ts';

interface PublishOptions {
  readonly slug: string;
  readonly versionName: string;
  readonly versionCode: number;
  readonly minVersion?: string;
  readonly changelog?: string;
  readonly storeUrl?: string;
  readonly isForce: boolean;
  readonly isActive: boolean;
  readonly confirm: string | undefined;
}

export default defineCommand<PublishOptions>({
  async parse({ args: [text], options }, context) {
    const slug = readSlug(text);
    const name = { flag: '--name', message: 'Version name, such as 2.1.0:', check: checkSemver };
    const changelog = options.text('changelog');
    return {
      slug,
      versionName: await requireText(context, options.text('name'), name),
      versionCode: readCode(options.text('code') ?? (await askCode(context, slug))),
      ...omitUndefined({
        minVersion: options.text('min'),
        storeUrl: options.text('storeUrl'),
        changelog: changelog === undefined ? undefined : await readTextArgument(context, changelog),
      }),
      isForce: options.has('force'),
      isActive: !options.has('inactive'),
      confirm: options.text('confirm'),
    };
  },
  async run(context, { slug, confirm, ...body }) {
    await confirmWhenSevere(context, { slug, confirm, ...body });
    const { api, print } = context;
    const published = await unwrap((await api()).POST('/api/v1/admin/apps/{slug}/versions', { params: { path: { slug } }, body }));
    print.done(describeRelease({ slug, confirm, ...body }), published);
  },
});

/** Suggests the code after the latest one. */
async function askCode(context: CommandContext, slug: string): Promise<string> {
  const question = { flag: '--code', message: 'Version code:', check: checkCode };
  if ((await context.prompter()) === null) return requireText(context, undefined, question);
  const codes = (await readReleases(context, slug)).map(({ versionCode }) => versionCode);
  return requireText(context, undefined, { ...question, initial: String(Math.max(0, ...codes) + 1) });
}

/** An inactive release locks no user out, so it needs no question. */
async function confirmWhenSevere(context: CommandContext, { slug, confirm, ...release }: PublishOptions): Promise<void> {
  if (context.options.dryRun || confirm === slug || !release.isActive || !(release.isForce || release.minVersion)) return;
  const before = await readReleases(context, slug);
  await confirmReleases(context, {
    slug,
    before,
    after: [{ ...release, minVersion: release.minVersion ?? null }, ...before],
    given: confirm,
  });
}

function describeRelease({ slug, versionName, versionCode, isForce, isActive }: PublishOptions): string {
  const published = `${slug} ${versionName} (code ${versionCode}) is published`;
  if (!isActive) return `${published}, but inactive: \`diwan versions activate ${slug} ${versionCode}\` activates it.`;
  return isForce ? `${published}; every user must update.` : `${published}.`;
}
