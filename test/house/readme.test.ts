import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError, readConfig } from '../../server/config/read-config.ts';
import { type ServerProcess, startProcess, until } from '../support/process.ts';
import { ROOT, read } from './source.ts';

/**
 * The README is run. Blocks marked `sh session` are one bash session against a first start; the block marked `answer` behind
 * one is what it prints, wrapped at will. `text first-start` is what the first start prints, `ini production` the least
 * configuration that production takes.
 */

/** Commands of the README that are not run here, each with the reason. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'npm ci && npm start': 'the dependencies are installed already; the same server is started from its sources on a free port',
  'npm ci': 'as above',
  'npm test': 'would run this test',
  'export DIWAN_KEY=dk_…': 'the session is given the key that its own first start printed',
  'npm run dev': 'does not end; the server that it starts is the one started here',
  'npm run check': 'would run this test; .ci/run runs it',
  'npm run format': 'would change files',
  'npm test -- test/apps/flags.test.ts --engine sqlite': 'test/house/run.test.ts runs the runner with such arguments',
  'npm run coverage': 'would run this test',
  'npm run keys:rotate': 'test/platform/signing-keys.test.ts rotates keys, with the file behind this command too',
  'npm run db:migrate': 'test/platform/db-migrate.test.ts runs migrations, by sequelize-cli too',
  'npm run bench': 'takes minutes and a quiet machine',
  '.ci/run': 'would run this test',
};

interface Block {
  readonly language: string;
  readonly mark: string;
  readonly text: string;
}

const README = read('README.md');
const BLOCKS: readonly Block[] = [...README.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(
  ([, language = '', mark = '', text = '']) => ({ language, mark, text }),
);
const PROSE = README.replace(/^```[\s\S]*?^```$/gm, '');

describe('the README', () => {
  let folder: string;
  let server: ServerProcess;

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'diwan-readme-'));
    server = await startProcess({ NODE_ENV: 'test', HOST: '127.0.0.1', PORT: '0', DATA_DIR: path.join(folder, 'data') });
    await until(() => /API key +dk_.+\n/.test(server.output()), server.output);
  });

  after(async () => {
    await server?.end();
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows what the first start prints', () => {
    const printed = /^ +First start[\s\S]*?API key.*$/m.exec(server.output())?.[0] ?? '';
    assert.equal(withoutSecrets(printed), withoutSecrets(theBlock('first-start').trimEnd()));
  });

  it('holds a session that runs and answers as it says', async () => {
    const steps = sessionSteps();
    assert.ok(steps.length >= 10 && steps.filter(({ answer }) => answer !== '').length >= 9, 'the session is there');
    const key = /API key +(dk_\S+)/.exec(server.output())?.[1] ?? '';
    const ran = await runSession(
      steps.map(({ script }) => script),
      { DIWAN_URL: server.url, DIWAN_KEY: key },
    );
    for (const [index, { script, answer }] of steps.entries()) {
      assert.equal(ran[index]?.status, 0, script);
      assert.equal(comparable(ran[index]?.output ?? ''), comparable(answer), script);
    }
  });

  it('names the least configuration that production takes, and no secret that could be left as it is', () => {
    const text = theBlock('production');
    const config = readConfig(parseEnv(filled(text)));
    assert.equal(config.env, 'production');
    assert.equal(config.database.engine, 'mysql');
    assert.notEqual(config.admin.apiKey, null);
    assert.throws(() => readConfig(parseEnv(text)), ConfigError);
    for (const name of ['JWT_KEYS_FILE', 'OTP_PEPPER', 'OTP_CHANNELS', 'SMS_API_URL', 'SMS_ACCOUNT_SID', 'SMS_AUTH_TOKEN', 'SMS_FROM'])
      assert.throws(() => readConfig({ ...parseEnv(filled(text)), [name]: '' }), new RegExp(name));
  });

  it('has no command that is neither run here nor excused, and no excuse too many', () => {
    const inBlocks = BLOCKS.filter(({ language, mark }) => language === 'sh' && mark !== 'session');
    const inProse = [...PROSE.matchAll(/`((?:npm|npx|node|\.ci\/)[^`]*)`/g)].map(([, command = '']) => command);
    const commands = new Set([...inBlocks.flatMap(({ text }) => text.trim().split('\n')), ...inProse]);
    assert.deepEqual([...commands].sort(), Object.keys(NOT_RUN).sort());
  });

  it('names scripts and files that there are, and so do the decisions', () => {
    const text = README + read('docs/decisions.md');
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const asked = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    assert.deepEqual(
      asked.filter((name) => !Object.hasOwn(scripts, name)),
      [],
    );
    const files = [...text.matchAll(/(?<![\w/.-])(?:server|models|migrations|test|docs|\.ci)(?:\/[\w.-]*\w)+(?![\w/]*[<*…])/g)];
    assert.ok(files.length > 20);
    assert.deepEqual(
      [...new Set(files.map(([file]) => file))].filter((file) => !existsSync(path.join(ROOT, file))),
      [],
    );
  });
});

function theBlock(mark: string): string {
  const found = BLOCKS.filter((block) => block.mark === mark);
  assert.equal(found.length, 1, `one block is marked ${mark}`);
  return found[0]?.text ?? '';
}

/** A block without an answer behind it prints nothing. */
function sessionSteps(): { script: string; answer: string }[] {
  return BLOCKS.flatMap((block, index) => {
    if (block.mark !== 'session') return [];
    const next = BLOCKS[index + 1];
    return [{ script: block.text, answer: next?.mark === 'answer' ? next.text : '' }];
  });
}

/** Runs the scripts one after the other in one bash, as one who pastes them does. Standard error is part of the output. */
async function runSession(
  scripts: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ output: string; status: number | null }[]> {
  const whole = ['exec 2>&1', 'set -u', ...scripts.map((script) => `${script}\nprintf '\\0%d\\0' "$?"`)].join('\n');
  const child = spawn('bash', ['--noprofile', '--norc'], { env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...env } });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stdin.end(whole);
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const parts = Buffer.concat(chunks).toString().split('\0');
  assert.equal(code, 0, parts.at(-1));
  return scripts.map((_, index) => ({ output: parts[2 * index] ?? '', status: Number(parts[2 * index + 1] ?? Number.NaN) }));
}

/** Without what differs from run to run, and without the wrapping. */
function comparable(text: string): string {
  return text
    .replace(/"(createdAt|updatedAt|endedAt|serverTime|timestamp)":"\d{4}-[\d-]+T[\d:.]+Z"/g, '"$1":"<time>"')
    .replace(/"date":"\d{4}-\d\d-\d\d"/g, '"date":"<date>"')
    .replace(/"(requestId|id)":"[\w-]{36}"/g, '"$1":"<id>"')
    .replace(/"(accessToken|refreshToken)":"[\w-]{8}…"/g, '"$1":"<token>"')
    .replace(/\s+/g, '');
}

function withoutSecrets(text: string): string {
  return text.replace(/(password +)[\w-]{24}/, '$1<password>').replace(/dk_[0-9a-f]{8}_[\w-]{43}/, '<key>');
}

function filled(text: string): string {
  return text.replace(/^SMS_FROM=<.*>$/m, 'SMS_FROM=+15550100001').replace(/<[^>]*>/g, () => randomBytes(24).toString('hex'));
}
