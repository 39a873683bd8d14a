import type { components } from '../../../generated/api-types.ts';
import type { CommandContext } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { nameRule } from '../../input/arguments.ts';

export type App = components['schemas']['App'];

/** An app by its slug, also an inactive one. @throws CliError exit 5 */
export async function findApp({ api }: CommandContext, slug: string): Promise<App> {
  return unwrap((await api()).GET('/api/v1/admin/apps/{slug}', { params: { path: { slug } } }));
}

/** The API's rule for the names of apps. */
export const checkAppName = nameRule(200);

/** The API's rule for package names. */
export function checkPackageName(text: string): true | string {
  const isValid = text.length <= 255 && /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/.test(text);
  return isValid || 'It must be a package identifier such as com.example.app.';
}
