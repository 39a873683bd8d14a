import { type CommandContext, defineCommand } from '../../command.ts';
import { confirmDelete, confirmSevere } from '../../input/confirm.ts';
import { type FlagPath, findFlag, readFlagPath } from './fields.ts';
import { audienceLines } from './targeting/audience-picture.ts';
import { tryAndChange } from './targeting/tried-change.ts';

interface DeleteOptions {
  readonly path: FlagPath;
  readonly yes: boolean;
  readonly confirm: string | undefined;
}

export default defineCommand<DeleteOptions>({
  parse({ args, options }) {
    return { path: readFlagPath(args), yes: options.has('yes'), confirm: options.text('confirm') };
  },
  async run(context, { path, yes, confirm }) {
    const { print } = context;
    const { slug, flagKey } = path;
    const deleted = await tryAndChange(context, {
      slug,
      name: `Flag ${flagKey} of ${slug}`,
      showsFirst: confirm !== slug && !yes,
      write: (api) => api.DELETE('/api/v1/admin/apps/{slug}/features/{flagKey}', { params: { path } }),
      picture: audienceLines(print),
      confirm: () => confirmDeletion(context, { path, yes, confirm }),
    });
    print.done(`Flag ${flagKey} of ${slug} deleted.`, deleted);
  },
});

/** An enabled flag is in use, so deleting it needs the slug. */
async function confirmDeletion(context: CommandContext, { path, yes, confirm: given }: DeleteOptions): Promise<void> {
  const { slug, flagKey } = path;
  if (context.options.dryRun || given === slug) return;
  if (given === undefined && !(await findFlag(context, path)).isEnabled)
    return confirmDelete(context, { target: `flag ${flagKey} of ${slug}`, yes });
  await confirmSevere(context, { slug, consequence: `Flag ${flagKey} is on: deleting it disables the feature for all clients.`, given });
}
