import type { components } from '../../http/api-types.ts';
import { unwrap } from '../../http/client.ts';
import type { Kit } from '../../kit.ts';
import { nameUpTo } from '../arguments.ts';
import { missing } from '../missing.ts';

export type App = components['schemas']['App'];

/** An app by its slug, also one that is not active, which the public address hides. @throws CliError exit 5 */
export async function findApp({ api }: Kit, slug: string): Promise<App> {
  const apps = await unwrap((await api()).GET('/api/v1/admin/apps'));
  const app = apps.find((candidate) => candidate.slug === slug);
  if (app === undefined) throw missing('app_not_found', `There is no app "${slug}".`);
  return app;
}

/** The rule of the API for names. */
export const checkName = nameUpTo(200);

/** The rule of the API for package names. */
export function checkPackageName(text: string): true | string {
  const isFit = text.length <= 255 && /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/.test(text);
  return isFit || 'It must be a package identifier such as com.example.app.';
}
