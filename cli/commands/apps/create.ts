import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { checkSlug, omitUndefined } from '../../input/arguments.ts';
import { requireChoice, requireText } from '../../input/required.ts';
import { type App, checkAppName, checkPackageName } from './fields.ts';
import { PLATFORMS } from './platforms.ts';

interface CreateOptions {
  readonly slug: string;
  readonly name: string;
  readonly platform: App['platform'];
  readonly packageName: string;
  readonly storeUrl?: string;
}

export default defineCommand<CreateOptions>({
  async parse({ options }, context) {
    return {
      slug: await requireText(context, options.text('slug'), { flag: '--slug', message: 'Slug (part of the URLs):', check: checkSlug }),
      name: await requireText(context, options.text('name'), { flag: '--name', message: 'Name:', check: checkAppName }),
      platform: await requireChoice(context, options.choice('platform', PLATFORMS), {
        flag: '--platform',
        message: 'Platform:',
        choices: PLATFORMS,
      }),
      packageName: await requireText(context, options.text('packageName'), {
        flag: '--package-name',
        message: 'Package name, such as com.example.shop:',
        check: checkPackageName,
      }),
      ...omitUndefined({ storeUrl: options.text('storeUrl') }),
    };
  },
  async run({ api, print }, body) {
    const app = await unwrap((await api()).POST('/api/v1/admin/apps', { body }));
    print.done(`App ${body.slug} created.`, app);
  },
});
