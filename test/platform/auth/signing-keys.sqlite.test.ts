import assert from 'node:assert/strict';
import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateKey, type PrivateJwk, parseKeySet, writeKeySet } from '../../../server/platform/auth/key-file.ts';
import { planRotation, rotateKeys } from '../../../server/platform/auth/key-rotation.ts';
import { loadSigningKeys } from '../../../server/platform/auth/signing-keys.ts';
import { systemClock } from '../../../server/platform/clock.ts';
import { ecKey } from '../../support/ec-keys.ts';
import { temporaryFolder } from '../../support/engine.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { runCommand } from '../../support/programs/dist.ts';

const TOKEN_SECONDS = 3_600;
const START = new Date('2026-06-01T12:00:00.000Z');
const START_SECONDS = START.getTime() / 1_000;

const at = (seconds: number) => ({ now: new Date(START.getTime() + seconds * 1_000), tokenSeconds: TOKEN_SECONDS, atOnce: false });

async function newKeyFile(keys: readonly PrivateJwk[] = [generateKey()]): Promise<string> {
  const file = path.join(await temporaryFolder(), 'keys.json');
  writeFileSync(file, writeKeySet(keys), { mode: 0o600 });
  return file;
}

const keysIn = (file: string): PrivateJwk[] => parseKeySet(readFileSync(file, 'utf8'), file);
const kidsIn = (file: string): string[] => keysIn(file).map(({ kid }) => kid);

describe('signing keys', () => {
  describe('from a file', () => {
    it('sign with the newest key in force', async () => {
      const [first, second, later, future] = [generateKey(), generateKey(), generateKey(), generateKey()] as const;
      const file = await newKeyFile([
        first,
        second,
        { ...future, signsFrom: START_SECONDS + 100 },
        { ...later, signsFrom: START_SECONDS + 10 },
      ]);
      let time = START;
      const keys = loadSigningKeys(file, '', { now: () => time });
      const signers: string[] = [];
      for (const seconds of [0, 9.999, 10, 99.999, 100]) {
        time = at(seconds).now;
        signers.push(keys.current.kid);
      }
      assert.deepEqual(signers, [first.kid, first.kid, later.kid, later.kid, future.kid]);
      for (const { kid } of [first, second, later, future]) assert.equal(keys.find(kid)?.kid, kid);
      assert.equal(keys.jwks.keys.length, 4);
    });

    it('refuse an invalid file without quoting its keys', async () => {
      const file = await newKeyFile();
      const [key] = keysIn(file);
      const p384 = ecKey('P-384');
      const read = (text: string) => () => {
        writeFileSync(file, text);
        return loadSigningKeys(file, '', { now: () => START });
      };
      const broken: [unknown, RegExp][] = [
        [[], /not a JWK Set/],
        [{ keys: 5 }, /not a JWK Set/],
        [{ keys: [] }, /no key that signs/],
        [{ keys: [null] }, /EC P-256 private keys, each with a kid/],
        [{ keys: [{ ...key, kid: undefined }] }, /each with a kid/],
        [{ keys: [{ ...key, d: undefined }] }, /private keys/],
        [{ keys: [{ ...key, d: generateKey().d }] }, /not an EC P-256 private key/],
        [{ keys: [{ ...key, x: 'AAAA' }] }, /not an EC P-256 private key/],
        [{ keys: [{ ...p384, kid: 'x' }] }, /EC P-256/],
        [{ keys: [key, key] }, /two keys of one kid/],
        [{ keys: [{ ...key, signsFrom: 'now' }] }, /signsFrom/],
        [{ keys: [{ ...key, signsFrom: START_SECONDS + 1 }] }, /no key that signs/],
      ];
      assert.throws(read(''), /not a JWK Set/);
      for (const [set, expected] of broken) {
        assert.throws(read(JSON.stringify(set)), (error: Error) => {
          assert.match(error.message, expected);
          return !error.stack?.includes(String(key?.d));
        });
      }
    });
  });
});

describe('a keys file that others may read', () => {
  it('draws a warning at the start, a private one none', async () => {
    for (const [mode, warnings] of [
      [0o644, 1],
      [0o640, 0],
      [0o600, 0],
    ] as const) {
      const file = await newKeyFile();
      chmodSync(file, mode);
      const memory = memoryLog();
      const keys = loadSigningKeys(file, '', systemClock);
      keys.follow(memory.log);
      await keys.stop();
      const expected = `the keys file ${file} can be read by every user of this machine: run chmod 600 ${file}`;
      assert.deepEqual(
        memory.lines().map(({ level, msg }) => [level, msg]),
        Array.from({ length: warnings }, () => [40, expected]),
      );
    }
  });
});

describe('rotateKeys', () => {
  it('adds a key signing after a minute, drops old ones', async () => {
    const file = await newKeyFile();
    const [first = ''] = kidsIn(file);
    const one = rotateKeys(file, at(0));
    assert.deepEqual([one.signsFrom, one.dropped], [at(60).now, []]);
    assert.deepEqual(one.retiring, [{ kid: first, until: at(60 + TOKEN_SECONDS + 300).now }]);
    const two = rotateKeys(file, at(1_000));
    assert.deepEqual([two.dropped, kidsIn(file)], [[], [two.added, one.added, first]]);
    const three = rotateKeys(file, at(60 + TOKEN_SECONDS + 300));
    assert.deepEqual(three.dropped, [], 'to the second');
    const four = rotateKeys(file, at(60 + TOKEN_SECONDS + 301));
    assert.deepEqual(four.dropped, [first]);
    assert.deepEqual(kidsIn(file), [four.added, three.added, two.added, one.added]);
    const last = rotateKeys(file, at(100_000));
    assert.deepEqual(kidsIn(file), [last.added, four.added], 'the key that signed until now stays');
  });

  it('lets the new key sign at once on request', () => {
    const old = generateKey();
    const { keys, signsFrom } = planRotation([old], { ...at(0.9), atOnce: true });
    assert.deepEqual(signsFrom, START);
    assert.deepEqual(
      keys.map(({ kid }) => kid === old.kid),
      [false, true],
    );
  });

  it('replaces the file atomically, keeping owner, mode and link', async () => {
    const file = await newKeyFile();
    chmodSync(file, 0o644);
    const before = statSync(file).ino;
    const link = path.join(await temporaryFolder(), 'link.json');
    symlinkSync(file, link);
    const { added } = rotateKeys(link, at(0));
    assert.ok(lstatSync(link).isSymbolicLink());
    assert.ok(kidsIn(file).includes(added));
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.notEqual(statSync(file).ino, before);
    assert.deepEqual(readdirSync(path.dirname(file)), ['keys.json']);
  });

  it('changes nothing when it fails or another one runs', async () => {
    const file = await newKeyFile();
    const good = readFileSync(file, 'utf8');
    writeFileSync(`${file}.new`, 'of another');
    assert.throws(() => rotateKeys(file, at(0)), /another rotation is running/);
    assert.deepEqual([readFileSync(file, 'utf8'), readFileSync(`${file}.new`, 'utf8')], [good, 'of another']);
    const broken = await newKeyFile();
    writeFileSync(broken, '{"keys":[{}]}');
    assert.throws(() => rotateKeys(broken, at(0)), /EC P-256 private keys/);
    assert.equal(readFileSync(broken, 'utf8'), '{"keys":[{}]}');
    assert.equal(existsSync(`${broken}.new`), false);
  });
});

describe('keys:rotate', () => {
  const rotate = (args: readonly string[], env: Record<string, string> = {}) => runCommand('rotate-keys', args, env);

  it('prints help that contains usage examples', async () => {
    const { code, stdout } = await rotate(['--help']);
    assert.equal(code, 0);
    for (const part of ['--file', '--now', 'diwan-server keys:rotate ']) assert.ok(stdout.includes(part), part);
  });

  it('rotates the named, configured or default file', async () => {
    const [named, configured, kept] = await Promise.all([newKeyFile(), newKeyFile(), newKeyFile()]);
    const folder = await temporaryFolder();
    writeFileSync(path.join(folder, 'jwt-keys.json'), readFileSync(kept));
    for (const [args, env, file] of [
      [['--file', named, '--now'], { JWT_KEYS_FILE: configured }, named],
      [[], { JWT_KEYS_FILE: configured, DATA_DIR: folder }, configured],
      [[], { DATA_DIR: folder }, path.join(folder, 'jwt-keys.json')],
    ] as const) {
      const [old = ''] = kidsIn(file);
      const { code, stdout, stderr } = await rotate(args, { ...env, ACCESS_TOKEN_SECONDS: '60' });
      assert.deepEqual([code, stderr], [0, ''], stderr);
      const [added, kid, ...more] = keysIn(file);
      assert.deepEqual([kid?.kid, more], [old, []]);
      const delay = Number(added?.signsFrom) - systemClock.now().getTime() / 1_000;
      assert.ok(args.length > 0 ? delay <= 0 : delay > 0 && delay <= 60, String(delay));
      const until = new Date((Number(added?.signsFrom) + 60 + 300) * 1_000).toISOString();
      for (const part of [file, added?.kid, old, until]) assert.ok(stdout.includes(String(part)), stdout);
      for (const key of keysIn(file)) assert.ok(!stdout.includes(String(key.d)));
    }
  });

  it('creates a missing file and keeps an existing one', async () => {
    const file = path.join(await temporaryFolder(), 'keys/jwt-keys.json');
    const first = await rotate(['--create'], { JWT_KEYS_FILE: file });
    assert.deepEqual([first.code, first.stdout], [0, `${file}\n  created, with its first key\n`], first.stderr);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const made = readFileSync(file, 'utf8');
    assert.equal(parseKeySet(made, file).length, 1);
    const again = await rotate(['--create', '--file', file]);
    assert.deepEqual([again.code, again.stdout], [0, `${file}\n  exists already; nothing was changed\n`]);
    assert.equal(readFileSync(file, 'utf8'), made);
  });

  it('reports errors and changes nothing', async () => {
    const file = await newKeyFile();
    const good = readFileSync(file, 'utf8');
    for (const [args, env, exit, said] of [
      [['--what'], {}, 2, /--what/],
      [['--file'], {}, 2, /--file/],
      [['--file', `${file}.none`], {}, 1, /no such file/],
      [['--file', file], { PORT: 'x' }, 1, /PORT/],
    ] as const) {
      const { code, stdout, stderr } = await rotate(args, env);
      assert.deepEqual([code, stdout], [exit, ''], args.join(' '));
      assert.match(stderr, said);
      assert.doesNotMatch(stderr, /\n\s+at /, 'no stack');
    }
    assert.equal(readFileSync(file, 'utf8'), good);
  });
});
