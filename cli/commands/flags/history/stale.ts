import type { components } from '../../../../generated/api-types.ts';
import { defineCommand } from '../../../command.ts';
import { unwrap } from '../../../http/client.ts';
import { readSlug } from '../../../input/arguments.ts';
import { oneLine } from '../../../output/safe-text.ts';
import type { Column } from '../../../output/table.ts';

type AgedFlag = components['schemas']['AgedFeatureFlag'];

export default defineCommand<{ slug: string }>({
  parse: ({ args: [slug] }) => ({ slug: readSlug(slug) }),
  async run({ api, print }, { slug }) {
    const flags = await unwrap(
      (await api()).GET('/api/v1/admin/apps/{slug}/features', { params: { path: { slug }, query: { stale: true } } }),
    );
    const columns: Column<AgedFlag>[] = [
      { title: 'Key', value: ({ flagKey }) => flagKey },
      { title: 'Kind', value: ({ kind }) => kind },
      { title: 'Enabled', value: ({ isEnabled }) => isEnabled, display: ({ isEnabled }) => (isEnabled ? 'on' : 'off'), isStatus: true },
      { title: 'Stale since', value: ({ staleSince }) => staleSince, display: ({ staleSince }) => print.time(staleSince) },
      {
        title: 'Reason',
        value: ({ reason }) => reason,
        below: ({ reason }) => (reason === null ? [] : [print.colors.dim(oneLine(reason))]),
      },
    ];
    print.rows(columns, flags, flags);
  },
});
