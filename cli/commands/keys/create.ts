import { unwrap } from '../../http/client.ts';
import { type Kit, type Raw, verb } from '../../kit.ts';
import { given, nameUpTo } from '../arguments.ts';
import { required } from '../ask.ts';
import { readUntil } from '../until.ts';
import type { ApiKey } from './scopes.ts';

interface CreateOptions {
  readonly name: string;
  readonly scopes: ApiKey['scopes'];
  readonly apps?: string[];
  readonly expiresAt?: string;
}

interface Flags {
  readonly name?: string;
  readonly scope?: ApiKey['scopes'];
  readonly app?: string[];
  readonly expires?: string;
}

export default verb<CreateOptions>({
  async parse({ options }: Raw, kit: Kit) {
    const { name, scope = ['read'], app, expires } = options as Flags;
    return {
      name: await required(kit, name, { flag: '--name', message: 'Name, what it is for:', check: nameUpTo(100) }),
      scopes: scope,
      ...given({ apps: app, expiresAt: expires === undefined ? undefined : readUntil('--expires', expires, kit.io.now()) }),
    };
  },
  async run({ api, print }, body) {
    const issued = await unwrap((await api()).POST('/api/v1/admin/api-keys', { body }));
    if (print.json) return print.done('', issued);
    print.note(
      `API key ${issued.id} created: ${body.scopes.join(' and ')}. Keep it now: it is shown this once, and diwan does not keep it.`,
    );
    print.lines(issued.key);
  },
});
