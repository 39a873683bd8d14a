import { defineCommand } from '../../command.ts';
import { usageError } from '../../errors/errors.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined, readSlug } from '../../input/arguments.ts';
import { confirmSevere } from '../../input/confirm.ts';
import type { App } from './fields.ts';
import { PLATFORMS } from './platforms.ts';

interface UpdateOptions {
  readonly slug: string;
  readonly changes: Partial<Pick<App, 'name' | 'platform' | 'packageName' | 'storeUrl' | 'isActive'>>;
  readonly confirm: string | undefined;
}

export default defineCommand<UpdateOptions>({
  parse({ args: [text], options }) {
    const slug = readSlug(text);
    const changes = omitUndefined({
      name: options.text('name'),
      platform: options.choice('platform', PLATFORMS),
      packageName: options.text('packageName'),
      storeUrl: options.text('storeUrl'),
      isActive: options.either('active', 'inactive'),
    });
    if (Object.keys(changes).length === 0)
      throw usageError(
        'Nothing to change: no option was given.',
        'give --name, --platform, --package-name, --store-url, --active or --inactive',
      );
    return { slug, changes, confirm: options.text('confirm') };
  },
  async run(context, { slug, changes, confirm }) {
    if (changes.isActive === false)
      await confirmSevere(context, { slug, consequence: 'Clients will no longer find the app.', given: confirm });
    const { api, print } = context;
    const app = await unwrap((await api()).PUT('/api/v1/admin/apps/{slug}', { params: { path: { slug } }, body: changes }));
    print.done(changes.isActive === false ? `App ${slug} is inactive.` : `App ${slug} changed.`, app);
  },
});
