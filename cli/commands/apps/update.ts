import { usageError } from '../../errors.ts';
import { unwrap } from '../../http/client.ts';
import { verb } from '../../kit.ts';
import { given, readSlug } from '../arguments.ts';
import { confirmSevere } from '../confirm.ts';
import type { App } from './fields.ts';

interface UpdateOptions {
  readonly slug: string;
  readonly changes: Partial<Pick<App, 'name' | 'platform' | 'packageName' | 'storeUrl' | 'isActive'>>;
  readonly confirm: string | undefined;
}

interface Flags extends Partial<Pick<App, 'name' | 'platform' | 'packageName' | 'storeUrl'>> {
  readonly active?: true;
  readonly inactive?: true;
  readonly confirm?: string;
}

export default verb<UpdateOptions>({
  parse({ args: [word], options }) {
    const slug = readSlug(word);
    const { name, platform, packageName, storeUrl, active, inactive, confirm } = options as Flags;
    const changes = given({ name, platform, packageName, storeUrl, isActive: inactive ? false : active });
    if (Object.keys(changes).length === 0)
      throw usageError('There is nothing to change.', 'give --name, --platform, --package-name, --store-url, --active or --inactive');
    return { slug, changes, confirm };
  },
  async run(kit, { slug, changes, confirm }) {
    if (changes.isActive === false) await confirmSevere(kit, { slug, act: 'No client will find the app any more.', given: confirm });
    const { api, print } = kit;
    const app = await unwrap((await api()).PUT('/api/v1/admin/apps/{slug}', { params: { path: { slug } }, body: changes }));
    print.done(changes.isActive === false ? `App ${slug} is out of service.` : `App ${slug} changed.`, app);
  },
});
