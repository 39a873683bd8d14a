import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined, readSlug } from '../../input/arguments.ts';
import { columnsOf } from '../../io.ts';
import { adoptionLines, UNKNOWN } from './adoption-picture.ts';

export default defineCommand<{ slug: string; query: { days?: number } }>({
  parse: ({ args: [slug], options }) => ({ slug: readSlug(slug), query: omitUndefined({ days: options.number('days') }) }),
  async run(context, { slug, query }) {
    const { io, print } = context;
    const api = await context.api();
    const adoption = await unwrap(api.GET('/api/v1/admin/apps/{slug}/versions/adoption', { params: { path: { slug }, query } }));
    if (print.isForPeople) {
      print.lines(adoptionLines(adoption, { slug, width: columnsOf(io.stdout), print }).join('\n'));
      return;
    }
    print.rows(
      [
        { title: 'Version', value: ({ version }) => version ?? UNKNOWN },
        { title: 'Users', value: ({ users }) => users },
        { title: 'Share', value: ({ share }) => share },
      ],
      adoption.users,
      adoption,
    );
  },
});
