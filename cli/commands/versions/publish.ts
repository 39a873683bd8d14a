import { unwrap } from '../../http/client.ts';
import { type Kit, type Raw, verb } from '../../kit.ts';
import { given, readSlug } from '../arguments.ts';
import { required } from '../ask.ts';
import { readContent } from '../content.ts';
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

interface Flags {
  readonly name?: string;
  readonly code?: string;
  readonly min?: string;
  readonly force?: true;
  readonly changelog?: string;
  readonly storeUrl?: string;
  readonly inactive?: true;
  readonly confirm?: string;
}

export default verb<PublishOptions>({
  async parse({ args: [word], options }: Raw, kit: Kit) {
    const slug = readSlug(word);
    const { name, code, min, force, changelog, storeUrl, inactive, confirm } = options as Flags;
    return {
      slug,
      versionName: await required(kit, name, { flag: '--name', message: 'Version name, as 2.1.0:', check: checkSemver }),
      versionCode: readCode(code ?? (await askCode(kit, slug))),
      ...given({ minVersion: min, storeUrl, changelog: changelog === undefined ? undefined : await readContent(kit, changelog) }),
      isForce: force === true,
      isActive: inactive !== true,
      confirm,
    };
  },
  async run(kit, { slug, confirm, ...body }) {
    await confirmWhenSevere(kit, { slug, confirm, ...body });
    const { api, print } = kit;
    const published = await unwrap((await api()).POST('/api/v1/admin/apps/{slug}/versions', { params: { path: { slug } }, body }));
    print.done(sentenceOf({ slug, confirm, ...body }), published);
  },
});

/** Suggests the code after the latest one. */
async function askCode(kit: Kit, slug: string): Promise<string> {
  const question = { flag: '--code', message: 'Version code:', check: checkCode };
  if ((await kit.prompter()) === null) return required(kit, undefined, question);
  const codes = (await readReleases(kit, slug)).map(({ versionCode }) => versionCode);
  return required(kit, undefined, { ...question, initial: String(Math.max(0, ...codes) + 1) });
}

/** A release that is not in service yet stops nobody. */
async function confirmWhenSevere(kit: Kit, { slug, confirm, ...release }: PublishOptions): Promise<void> {
  if (kit.options.dryRun || confirm === slug || !release.isActive || !(release.isForce || release.minVersion)) return;
  const before = await readReleases(kit, slug);
  await confirmReleases(kit, { slug, before, after: [{ ...release, minVersion: release.minVersion ?? null }, ...before], given: confirm });
}

function sentenceOf({ slug, versionName, versionCode, isForce, isActive }: PublishOptions): string {
  const published = `${slug} ${versionName} (code ${versionCode}) is published`;
  if (!isActive) return `${published}, but not in service: \`diwan versions activate ${slug} ${versionCode}\` brings it out.`;
  return isForce ? `${published}; everybody must take it.` : `${published}.`;
}
