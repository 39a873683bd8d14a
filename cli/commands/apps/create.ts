import { unwrap } from '../../http/client.ts';
import { type Kit, type Raw, verb } from '../../kit.ts';
import { checkSlug, given } from '../arguments.ts';
import { required, requiredChoice } from '../ask.ts';
import { type App, checkName, checkPackageName } from './fields.ts';
import { PLATFORMS } from './platforms.ts';

interface CreateOptions {
  readonly slug: string;
  readonly name: string;
  readonly platform: App['platform'];
  readonly packageName: string;
  readonly storeUrl?: string;
}

export default verb<CreateOptions>({
  async parse({ options }: Raw, kit: Kit) {
    const { slug, name, platform, packageName, storeUrl } = options as Partial<CreateOptions>;
    return {
      slug: await required(kit, slug, { flag: '--slug', message: 'Slug, for addresses:', check: checkSlug }),
      name: await required(kit, name, { flag: '--name', message: 'Name:', check: checkName }),
      platform: await requiredChoice(kit, platform, { flag: '--platform', message: 'Platform:', choices: PLATFORMS }),
      packageName: await required(kit, packageName, {
        flag: '--package-name',
        message: 'Package name, as com.example.shop:',
        check: checkPackageName,
      }),
      ...given({ storeUrl }),
    };
  },
  async run({ api, print }, body) {
    const app = await unwrap((await api()).POST('/api/v1/admin/apps', { body }));
    print.done(`App ${body.slug} created.`, app);
  },
});
