import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import mysql from 'mysql2/promise';
import { readConfig } from '../../../../server/config/read-config.ts';
import type { Environment, SslMode } from '../../../../server/config/types.ts';
import { createDatabase, type Database } from '../../../../server/platform/db/database.ts';
import { toApiError } from '../../../../server/platform/db/statements/errors.ts';
import { selectRows } from '../../../../server/platform/db/statements/sql.ts';
import { type MariaDb, startMariaDb } from '../../../support/databases/mariadb.ts';
import { silent } from '../../../support/databases/scratch-database.ts';
import { temporaryFolder } from '../../../support/engine.ts';
import { waitedMs } from '../../../support/loop-watch.ts';
import { type FaultProxy, startFaultProxy } from '../../../support/programs/fault-proxy.ts';
import { createTestCa, type TestCa } from '../../../support/programs/test-ca.ts';

const PASSWORD = 'Leak9vQ';
const POOL_SIZE = 12;

/** Every connection goes to `localhost`. */
describe('TLS to the database', () => {
  let folder: string;
  let ca: TestCa;
  let otherCa: TestCa;
  let rightHost: MariaDb;
  let wrongHost: MariaDb;
  let plain: MariaDb;
  const opened: Database[] = [];

  before(async () => {
    folder = await temporaryFolder();
    [ca, otherCa] = [createTestCa(folder), createTestCa(folder)];
    [rightHost, wrongHost, plain] = await Promise.all([
      startMariaDb({ certificate: ca.issue('localhost') }),
      startMariaDb({ certificate: ca.issue('db.example') }),
      startMariaDb(),
    ]);
    const superuser = await mysql.createConnection(rightHost.url('mysql'));
    await superuser.query(`CREATE USER tls@'%' IDENTIFIED BY '${PASSWORD}' REQUIRE SSL`);
    await superuser.query(`CREATE USER x509@'%' IDENTIFIED BY '${PASSWORD}' REQUIRE X509`);
    for (const user of ['tls', 'x509']) await superuser.query(`GRANT ALL ON diwan.* TO ${user}@'%'`);
    await superuser.end();
    await rightHost.createDatabase('diwan');
  });

  const closeAll = () => Promise.all(opened.splice(0).map((db) => db.close()));
  afterEach(closeAll);

  after(() => Promise.all([rightHost, wrongHost, plain].map((server) => server.stop())));

  function open(server: { readonly port: number }, mode: SslMode, { user = 'diwan:diwan', ...files }: Environment = {}): Database {
    const DATABASE_URL = `mysql://${user}@localhost:${server.port}/information_schema?ssl-mode=${mode}`;
    const db = createDatabase(readConfig({ ...files, DATABASE_URL }).database, silent);
    opened.push(db);
    return db;
  }

  /** An empty text without encryption. */
  async function cipherOf(db: Database): Promise<string | undefined> {
    return (await selectRows<{ Value: string }>(db, "SHOW SESSION STATUS LIKE 'Ssl_cipher'"))[0]?.Value;
  }

  async function accepts(db: Database): Promise<void> {
    assert.match((await cipherOf(db)) ?? '', /^\w/);
  }

  async function refuses(db: Database, message: RegExp): Promise<void> {
    await assert.rejects(cipherOf(db), (error) => {
      assert.ok(error instanceof Error);
      assert.match(error.message, message);
      assert.equal(toApiError(error)?.status, 503);
      assert.ok(!inspect(error, { depth: 5, showHidden: true }).includes(PASSWORD));
      return true;
    });
  }

  const own = () => ({ DATABASE_CA_FILE: ca.caFile });
  const others = () => ({ DATABASE_CA_FILE: otherCa.caFile });

  it('is off unless the URL asks for it', async () => {
    assert.equal(await cipherOf(open(rightHost, 'disabled')), '');
  });

  it('encrypts without any check by ssl-mode=required', async () => {
    await accepts(open(rightHost, 'required'));
    await accepts(open(wrongHost, 'required'));
  });

  it('checks only the CA by ssl-mode=verify-ca', async () => {
    await accepts(open(rightHost, 'verify-ca', own()));
    await accepts(open(wrongHost, 'verify-ca', own()));
    await refuses(open(rightHost, 'verify-ca', others()), /^TLS to the database failed: check .*DATABASE_CA_FILE/);
  });

  it('checks CA and host name by ssl-mode=verify-identity', async () => {
    await accepts(open(rightHost, 'verify-identity', own()));
    await refuses(
      open(wrongHost, 'verify-identity', own()),
      /for another host: use a name of the certificate in DATABASE_URL.*db\.example/,
    );
    await refuses(open(rightHost, 'verify-identity', others()), /^TLS to the database failed: check .*DATABASE_CA_FILE/);
  });

  it('checks the certificate of each host in a list', async () => {
    const hosts = [wrongHost, rightHost].map(({ port }) => `localhost:${port}`);
    const at = (list: readonly string[]) => {
      const DATABASE_URL = `mysql://diwan:diwan@${list.join(',')}/information_schema?ssl-mode=verify-identity`;
      const db = createDatabase(readConfig({ ...own(), DATABASE_URL }).database, silent);
      opened.push(db);
      return db;
    };
    const db = at(hosts);
    await accepts(db);
    const [row] = await selectRows<{ port: number }>(db, 'SELECT @@port AS port');
    assert.equal(row?.port, rightHost.port);
    await refuses(at([...hosts].slice(0, 1).concat('localhost:1')), /No host of the database can be used.*for another host.*db\.example/);
  });

  it('trusts only public CAs without a CA file', async () => {
    await refuses(open(rightHost, 'verify-identity'), /^TLS to the database failed: check .*DATABASE_CA_FILE/);
  });

  it('accepts a CA file with several certificates', async () => {
    const bundle = path.join(folder, 'bundle.pem');
    writeFileSync(bundle, `# the old one\n${readFileSync(otherCa.caFile, 'utf8')}\n# the new one\n${readFileSync(ca.caFile, 'utf8')}`);
    await accepts(open(rightHost, 'verify-identity', { DATABASE_CA_FILE: bundle }));
  });

  it('refuses a server that offers no TLS', async () => {
    await refuses(open(plain, 'required'), /offers no TLS: enable TLS there, or set ssl-mode=disabled in DATABASE_URL/);
    assert.equal(await cipherOf(open(plain, 'disabled')), '');
  });

  it('presents a client certificate that the account requires', async () => {
    const user = `x509:${PASSWORD}`;
    await refuses(open(rightHost, 'required', { user }), /^The database at .* refused the user .*: check .* and DATABASE_CERT_FILE if/);
    const { certFile, keyFile } = ca.issue('client');
    const client = { ...own(), user, DATABASE_CERT_FILE: certFile, DATABASE_KEY_FILE: keyFile };
    const db = open(rightHost, 'verify-identity', client);
    // a later connection resumes the TLS session of the first one
    await accepts(db);
    await Promise.all(Array.from({ length: POOL_SIZE }, () => selectRows(db, 'SELECT SLEEP(0.05)')));
    const { certFile: wrongCert, keyFile: wrongKey } = otherCa.issue('client');
    await assert.rejects(
      cipherOf(open(rightHost, 'verify-identity', { ...client, DATABASE_CERT_FILE: wrongCert, DATABASE_KEY_FILE: wrongKey })),
    );
  });

  it('refuses an account that demands TLS without it', async () => {
    const user = `tls:${PASSWORD}`;
    await refuses(open(rightHost, 'disabled', { user }), /^The database at .* refused the user .*: check user, password and ssl-mode in/);
    await accepts(open(rightHost, 'verify-identity', { ...own(), user }));
  });

  it('says how to reach a server that demands TLS', async () => {
    // MySQL with require_secure_transport refuses like this; MariaDB says that access is denied
    const text = 'Connections using insecure transport are prohibited';
    const refusal = Buffer.concat([Buffer.from([9 + text.length, 0, 0, 0, 0xff, 0x57, 0x0c]), Buffer.from(`#HY000${text}`)]);
    const server = createServer((socket) => socket.end(refusal)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      await refuses(open({ port }, 'disabled'), /^The database server accepts only TLS: set ssl-mode=verify-identity in DATABASE_URL/);
    } finally {
      server.close();
    }
  });

  describe('under faults', () => {
    let proxy: FaultProxy;
    let db: Database;

    beforeEach(async () => {
      proxy = await startFaultProxy(rightHost.port);
      db = open(proxy, 'verify-identity', own());
      await Promise.all(Array.from({ length: POOL_SIZE }, () => selectRows(db, 'SELECT SLEEP(0.05)')));
    });

    afterEach(async () => {
      await closeAll();
      await proxy.close();
    });

    const read = () => cipherOf(db);

    it('repeats reads on connections that were reset', async () => {
      proxy.resetAll();
      await Promise.all(Array.from({ length: POOL_SIZE }, read));
    });

    it('fails at once when the server dies meanwhile', async () => {
      const failed = assert.rejects(selectRows(db, 'SELECT SLEEP(1.7)'), (error) => toApiError(error)?.status === 503);
      await sleep(100);
      const started = waitedMs();
      await rightHost.kill();
      await failed;
      assert.ok(waitedMs() - started < 1_000);
      await rightHost.restart();
      assert.match((await read()) ?? '', /^\w/);
    });

    it('answers in time in a network outage and recovers', async () => {
      proxy.setMode('blackhole');
      const started = waitedMs();
      await assert.rejects(read(), (error) => toApiError(error)?.status === 503);
      assert.ok(waitedMs() - started < 2_600);
      proxy.setMode('pass');
      assert.match((await read()) ?? '', /^\w/);
    });
  });
});
