import { verb } from '../../kit.ts';
import type { Column } from '../../output/table.ts';
import { readProfiles } from '../../profiles/store.ts';

interface Shown {
  readonly name: string;
  readonly isCurrent: boolean;
  readonly url: string;
  readonly username: string | null;
  readonly project: number | null;
  readonly hasApiKey: boolean;
}

const COLUMNS: readonly Column<Shown>[] = [
  { title: 'Name', value: ({ name }) => name },
  { title: 'Current', value: ({ isCurrent }) => isCurrent, shown: ({ isCurrent }) => (isCurrent ? '*' : '') },
  { title: 'Address', value: ({ url }) => url, shrinks: 1 },
  { title: 'Username', value: ({ username }) => username },
  { title: 'Project', value: ({ project }) => project },
  { title: 'API key', value: ({ hasApiKey }) => hasApiKey, shown: ({ hasApiKey }) => (hasApiKey ? 'yes' : 'no') },
];

export default verb<null>({
  parse: () => null,
  async run({ io, print }) {
    const { current, profiles } = await readProfiles(io);
    const shown = Object.entries(profiles).map(([name, { url, username, project, apiKey }]) => ({
      name,
      isCurrent: name === current,
      url,
      username,
      project,
      hasApiKey: apiKey !== null,
    }));
    print.rows(COLUMNS, shown, shown);
  },
});
