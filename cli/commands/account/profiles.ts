import { defineCommand } from '../../command.ts';
import { readClaims } from '../../http/tokens.ts';
import type { Column } from '../../output/table.ts';
import { readProfiles } from '../../profiles/store.ts';

interface ProfileRow {
  readonly name: string;
  readonly isCurrent: boolean;
  readonly url: string;
  readonly username: string | null;
  readonly project: number | null;
  readonly hasApiKey: boolean;
}

const COLUMNS: readonly Column<ProfileRow>[] = [
  { title: 'Name', value: ({ name }) => name },
  { title: 'Current', value: ({ isCurrent }) => isCurrent, display: ({ isCurrent }) => (isCurrent ? '*' : '') },
  { title: 'Address', value: ({ url }) => url, isText: true },
  { title: 'Username', value: ({ username }) => username, dropOrder: 1 },
  { title: 'Project', value: ({ project }) => project },
  { title: 'API key', value: ({ hasApiKey }) => hasApiKey, display: ({ hasApiKey }) => (hasApiKey ? 'yes' : 'no') },
];

export default defineCommand<null>({
  parse: () => null,
  async run({ io, print }) {
    const { current, profiles } = await readProfiles(io);
    const rows = Object.entries(profiles).map(([name, { url, username, project, accessToken, apiKey }]) => ({
      name,
      isCurrent: name === current,
      url,
      username,
      // the project of a token has priority over the saved one, as for the server
      project: readClaims(accessToken ?? '')?.project ?? project,
      hasApiKey: apiKey !== null,
    }));
    print.rows(COLUMNS, rows, rows);
  },
});
