import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import jwt from 'jsonwebtoken';
import { generateKey, type PrivateJwk, parseKeySet, writeKeySet } from '../../../server/platform/auth/key-file.ts';
import { rotateKeys } from '../../../server/platform/auth/key-rotation.ts';
import { temporaryFolder } from '../../support/engine.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { createProbe } from '../../support/probe-service.ts';
import { until } from '../../support/programs/process.ts';
import { phoneToken } from '../../support/requests/tokens.ts';
import { ask } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const NOTICED_MS = 2_000;
const TOKEN_SECONDS = 3_600;
const START = new Date('2026-06-01T12:00:00.000Z');

const at = (seconds: number) => ({ now: new Date(START.getTime() + seconds * 1_000), tokenSeconds: TOKEN_SECONDS, atOnce: false });

async function newKeyFile(keys: readonly PrivateJwk[] = [generateKey()]): Promise<string> {
  const file = path.join(await temporaryFolder(), 'keys.json');
  writeFileSync(file, writeKeySet(keys), { mode: 0o600 });
  return file;
}

const keysIn = (file: string): PrivateJwk[] => parseKeySet(readFileSync(file, 'utf8'), file);
const kidsIn = (file: string): string[] => keysIn(file).map(({ kid }) => kid);

describe('signing keys of a running server', () => {
  let server: TestServer;
  let file = '';
  let time = START;
  const log = memoryLog('info');
  const probe = createProbe();

  before(async () => {
    file = await newKeyFile();
    server = await startServer({ clock: { now: () => time }, extraServices: probe.services, log: log.log, env: { JWT_KEYS_FILE: file } });
  });
  after(() => server.close());

  const published = async (): Promise<string[]> =>
    ((await ask(server.url, '/.well-known/jwks.json')).body['keys'] as { kid: string }[]).map(({ kid }) => kid);
  const status = async (token: string): Promise<number> =>
    (await ask(server.url, '/api/v1/probe/user', { headers: { Authorization: `Bearer ${token}` } })).status;
  const sign = (): string => phoneToken(server, {}, time);
  const signer = (token: string): string | undefined => jwt.decode(token, { complete: true })?.header.kid;

  it('are rotated without a restart', async () => {
    const [old = ''] = kidsIn(file);
    const token = sign();
    assert.equal(await status(token), 200);
    const { added } = rotateKeys(file, at(0));
    await until(async () => (await published()).includes(added), undefined, NOTICED_MS);
    assert.deepEqual((await published()).sort(), [added, old].sort());
    time = at(59.999).now;
    assert.equal(signer(sign()), old);
    time = at(60).now;
    const fresh = sign();
    assert.equal(signer(fresh), added);
    assert.deepEqual([await status(token), await status(fresh)], [200, 200]);
    writeFileSync(file, writeKeySet(keysIn(file).filter(({ kid }) => kid !== old)));
    await until(async () => (await published()).length === 1, undefined, NOTICED_MS);
    assert.deepEqual([await status(token), await status(fresh), await published()], [401, 200, [added]]);
  });

  it('stay in use when the new file is invalid', async () => {
    const token = sign();
    const good = readFileSync(file, 'utf8');
    const [only] = keysIn(file);
    const complaints = () => log.lines().filter(({ msg }) => /signing keys file is invalid/.test(String(msg)));
    for (const text of [good.slice(0, -20), JSON.stringify({ keys: [{ ...only, d: generateKey().d }] })]) {
      const before = complaints().length;
      writeFileSync(file, text);
      await until(
        () => complaints().length > before,
        () => text.slice(0, 60),
        NOTICED_MS,
      );
      assert.equal(signer(sign()), only?.kid);
    }
    const all = complaints().length;
    await sleep(1_100);
    assert.equal(complaints().length, all);
    assert.equal(await status(token), 200);
    assert.ok(!log.text().includes(String(only?.d)) && !log.text().includes('"d"'));
    const next = generateKey();
    writeFileSync(file, writeKeySet([next]));
    await until(async () => (await published())[0] === next.kid, undefined, NOTICED_MS);
    assert.equal(await status(token), 401);
  });
});
