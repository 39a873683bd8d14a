import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../../../../server/config/read-config.ts';
import type { Environment } from '../../../../server/config/types.ts';
import { createDatabase } from '../../../../server/platform/db/database.ts';
import { silent } from '../../../support/databases/scratch-database.ts';
import { temporaryFolder } from '../../../support/engine.ts';
import { createTestCa, type ServerCertificate, type TestCa } from '../../../support/programs/test-ca.ts';

const DATABASE_URL = 'mysql://diwan@db.example/diwan?ssl-mode=verify-identity';

describe('a file of the TLS settings', () => {
  let folder: string;
  let ca: TestCa;
  let pair: ServerCertificate;

  before(async () => {
    folder = await temporaryFolder();
    ca = createTestCa(folder);
    pair = ca.issue('client');
  });

  function write(name: string, content: string): string {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    return file;
  }

  // the database is not there, and nothing connects to it
  const create = (files: Environment) => createDatabase(readConfig({ DATABASE_URL, ...files }).database, silent);

  function fails(files: Environment, message: RegExp): void {
    assert.throws(
      () => create(files),
      (error) => error instanceof Error && message.test(error.message) && error.cause === undefined,
    );
  }

  const pem = () => readFileSync(ca.caFile, 'utf8');

  it('is accepted when it has what it should', async () => {
    const text = `# a comment\r\n${pem().replaceAll('\n', '\r\n')}\n${pem()}`;
    const files = { DATABASE_CA_FILE: write('two.pem', text), DATABASE_CERT_FILE: pair.certFile, DATABASE_KEY_FILE: pair.keyFile };
    await create(files).close();
  });

  it('stops the start when it is missing', () => {
    const missing = path.join(folder, 'missing.pem');
    fails({ DATABASE_CA_FILE: missing }, /^DATABASE_CA_FILE: the file .*missing\.pem cannot be read \(ENOENT\): check its path/);
  });

  it('stops the start when it has something else', () => {
    const broken = pem().replace(/\n.{20}/, `\n${'A'.repeat(20)}`);
    for (const file of [pair.keyFile, write('cut.pem', pem().slice(0, 200)), write('broken.pem', pem() + broken), write('empty.pem', '')]) {
      fails({ DATABASE_CA_FILE: file }, /^DATABASE_CA_FILE: the file .* is not usable: it must contain certificates in PEM format\.$/);
      fails({ DATABASE_CERT_FILE: file, DATABASE_KEY_FILE: pair.keyFile }, /^DATABASE_CERT_FILE: .* certificates in PEM format\.$/);
    }
    const wrongKey = { DATABASE_CERT_FILE: pair.certFile, DATABASE_KEY_FILE: pair.certFile };
    fails(wrongKey, /^DATABASE_KEY_FILE: .* a private key in PEM format, without a passphrase\.$/);
  });

  it('stops the start when the pair does not match', () => {
    const { keyFile } = ca.issue('other');
    fails({ DATABASE_CERT_FILE: pair.certFile, DATABASE_KEY_FILE: keyFile }, /^DATABASE_KEY_FILE: the key does not belong to/);
  });
});
