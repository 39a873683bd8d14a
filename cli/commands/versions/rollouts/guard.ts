import { defineCommand } from '../../../command.ts';
import { unwrap } from '../../../http/client.ts';
import { readSlug } from '../../../input/arguments.ts';
import { oneLine } from '../../../output/safe-text.ts';
import { DEVICE_PLATFORMS } from '../check-choices.ts';
import { findRelease, type ReleaseName, readCode, readReleases } from '../releases.ts';
import { type Guard, readOwnGuard, textOfGuard } from './guard-rule.ts';

export default defineCommand<ReleaseName & { guard: Guard | null }>({
  parse: ({ args: [slug, code], options }) => ({
    slug: readSlug(slug),
    code: readCode(code),
    platform: options.choice('platform', DEVICE_PLATFORMS),
    guard: options.has('off') ? null : readOwnGuard(options),
  }),
  async run(context, { guard, ...name }) {
    const { slug } = name;
    const release = findRelease(await readReleases(context, slug), name);
    const { api, print } = context;
    const changed = await unwrap(
      (await api()).PUT('/api/v1/admin/apps/{slug}/versions/{id}', { params: { path: { slug, id: release.id } }, body: { guard } }),
    );
    const title = `${slug} ${changed.versionName} (code ${changed.versionCode})`;
    print.done(oneLine(changed.guard === null ? `${title} has no guard.` : `${title}: ${textOfGuard(changed.guard)}.`), changed);
  },
});
