import { defineCommand } from '../../command.ts';
import type { Column } from '../../output/table.ts';
import type { Source } from '../../profiles/session.ts';
import { profilesFile } from '../../profiles/store.ts';

interface Setting {
  readonly name: string;
  readonly value: string | number | null;
  readonly source: Source;
}

const COLUMNS: readonly Column<Setting>[] = [
  { title: 'Setting', value: ({ name }) => name },
  { title: 'Value', value: ({ value }) => value, isText: true },
  { title: 'Source', value: ({ source }) => source },
];

export default defineCommand<null>({
  parse: () => null,
  async run({ io, print, session }) {
    const { sources, profileName, url, project, username, accessToken, apiKey } = await session();
    const settings: Setting[] = [
      { name: 'file', value: profilesFile(io.env), source: io.env['XDG_CONFIG_HOME'] ? 'environment' : 'default' },
      { name: 'profile', value: profileName, source: sources.profile },
      { name: 'url', value: url, source: sources.url },
      { name: 'project', value: project, source: sources.project },
      { name: 'username', value: username, source: username === null ? 'none' : 'profile' },
      { name: 'token', value: masked(accessToken), source: sources.token },
      { name: 'api_key', value: masked(apiKey), source: sources.apiKey },
    ];
    print.rows(COLUMNS, settings, settings);
  },
});

const VISIBLE = 4;

/** Shows the end of a long secret, so that two secrets can be distinguished. */
function masked(secret: string | null): string | null {
  if (secret === null) return null;
  return `…${secret.length > VISIBLE * 4 ? secret.slice(-VISIBLE) : ''}`;
}
