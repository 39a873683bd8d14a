import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { nameRule, omitUndefined } from '../../input/arguments.ts';
import { requireText } from '../../input/required.ts';
import { readEndTime } from '../../input/times.ts';
import { type ApiKey, SCOPES } from './scopes.ts';

interface CreateOptions {
  readonly name: string;
  readonly scopes: ApiKey['scopes'];
  readonly apps?: string[];
  readonly expiresAt?: string;
  /** null for all projects. */
  readonly projectId?: number | null;
}

export default defineCommand<CreateOptions>({
  async parse({ options }, context) {
    const expires = options.text('expires');
    const { project } = await context.session();
    return {
      name: await requireText(context, options.text('name'), {
        flag: '--name',
        message: 'Name (the purpose of the key):',
        check: nameRule(100),
      }),
      scopes: options.choices('scope', SCOPES) ?? ['read'],
      ...omitUndefined({
        apps: options.texts('app'),
        projectId: options.has('allProjects') ? null : (project ?? undefined),
        expiresAt: expires === undefined ? undefined : readEndTime('--expires', expires, context.io.now()),
      }),
    };
  },
  async run({ api, print }, body) {
    const issued = await unwrap((await api()).POST('/api/v1/admin/api-keys', { body }));
    if (print.json) return print.done('', issued);
    const end = body.expiresAt === undefined ? '' : `, valid until ${body.expiresAt}`;
    print.note(
      `API key ${issued.id} created for ${issued.projectId === null ? 'all projects' : `project ${issued.projectId}`}: ${body.scopes.join(', ')}${end}. Save it now: it is shown only once, and diwan does not save it.`,
    );
    print.lines(issued.key);
  },
});
