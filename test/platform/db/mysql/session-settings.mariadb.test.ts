import assert from 'node:assert/strict';
import { Sequelize } from 'sequelize';
import { readConfig } from '../../../../server/config/read-config.ts';
import { sequelizeOptions } from '../../../../server/platform/db/options.ts';
import { type MariaDb, startMariaDb } from '../../../support/databases/mariadb.ts';
import { startUnusualServer, type UnusualServer } from '../../../support/databases/server-defaults.ts';

/** The two kinds of sessions differ in their time-outs: requests, and migrations with sequelize-cli and all locks. */
const DEADLINES = { requests: 2_000, migrations: null };
/** A server with `max_join_size` allows no large joins, unless the session allows them. */
const EFFECTIVE: Readonly<Record<string, string>> = { max_join_size: 'sql_big_selects' };

describe('the sessions of the server', function () {
  this.timeout(120_000); // starts database servers

  let usual: MariaDb;
  let unusual: UnusualServer;

  before(async () => {
    [usual, unusual] = await Promise.all([startMariaDb(), startUnusualServer(['diwan'])]);
    await usual.createDatabase('diwan');
  });
  after(() => Promise.all([usual.stop(), unusual.server.stop()]));

  for (const [kind, deadlineMs] of Object.entries(DEADLINES)) {
    it(`for ${kind} ignore what the database server sets`, async () => {
      const [theirs, ours] = await Promise.all([usual, unusual.server].map((server) => settingsOf(server.url('diwan'), deadlineMs)));
      const names = unusual.names.map((name) => EFFECTIVE[name] ?? name);
      const pick = (settings: ReadonlyMap<string, string> | undefined) => names.map((name) => [name, settings?.get(name)]);
      assert.deepEqual(pick(ours), pick(theirs));
      for (const name of names) assert.notEqual(ours?.get(name), undefined, name);
    });
  }
});

async function settingsOf(url: string, deadlineMs: number | null): Promise<Map<string, string>> {
  const sequelize = new Sequelize(sequelizeOptions(readConfig({ DATABASE_URL: url }).database, deadlineMs));
  try {
    const [rows] = await sequelize.query('SHOW SESSION VARIABLES', { raw: true });
    return new Map((rows as { Variable_name: string; Value: string }[]).map((row) => [row.Variable_name, row.Value]));
  } finally {
    await sequelize.close();
  }
}
