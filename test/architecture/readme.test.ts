import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { parseEnv } from 'node:util';
import { runProgram } from '../../cli/program.ts';
import { CONFIG_VARIABLES, ConfigError, readConfig } from '../../server/config/read-config.ts';
import { type Block, DOCUMENTS, readDocument } from '../support/documents/document.ts';
import { ROOT, read } from './source.ts';

/** Checks that everything the documents name exists. test/flows/docs.sqlite.test.ts runs their commands. */

/** Names in capitals that are no settings of the server. */
const OF_OFREP = ['TARGETING_MATCH', 'FLAG_NOT_FOUND', 'INVALID_CONTEXT', 'PARSE_ERROR'];
const OTHER_NAMES = [
  // the receivers of webhooks read these
  'WEBHOOK_SECRET',
  'HTTP_WEBHOOK_ID',
  'HTTP_WEBHOOK_TIMESTAMP',
  'HTTP_WEBHOOK_SIGNATURE',
  'UNIFONIC_APP_SID',
  ...OF_OFREP,
  'DB_PASSWORD',
  'SIGNED_IN',
  'TEST_MYSQLD',
  'TEST_GALERA',
  'GET_LOCK',
  'SQLITE_CANARIES',
  'SPARED_ON_SQLITE',
];
const OF_SHELLS = /^(?:(?:DIWAN|XDG|NO|MIMALLOC)_|(?:HTTPS?|ALL)_PROXY$)/;
const REFERENCE = readdirSync(path.join(ROOT, 'docs/reference')).map((name) => `docs/reference/${name}`);
const ALL = [...DOCUMENTS, ...REFERENCE, 'docs/decisions.md'];
const DOCUMENT = new Map(ALL.map((file) => [file, readDocument(file)]));
const BLOCKS = [...DOCUMENT.values()].flatMap(({ blocks }) => blocks);
const TEXT = [...DOCUMENT.values()].map(({ text }) => text).join('\n');

describe('the README and the documents', () => {
  it('show only blocks of commands that a test runs', () => {
    const marks = ['', 'server', 'mariadb', 'release', 'models'];
    assert.deepEqual(
      BLOCKS.filter(
        ({ language, mark }) => ['sh', 'bash', 'shell', 'console'].includes(language) && !(language === 'sh' && marks.includes(mark)),
      ),
      [],
    );
    assert.equal(TEXT.match(/^```/gm)?.length, BLOCKS.length * 2, 'each block has a language');
  });

  it('show an answer after the block that prints it', () => {
    for (const { blocks } of DOCUMENT.values())
      for (const [index, block] of blocks.entries())
        if (block.mark === 'answer') assert.equal(blocks[index - 1]?.language, 'sh', block.place);
  });

  it('show the smallest production configuration, with secrets to fill in', () => {
    const text = theBlock('production').text;
    const config = readConfig(parseEnv(filled(text)));
    assert.equal(config.env, 'production');
    assert.equal(config.database.engine, 'mysql');
    assert.notEqual(config.admin.apiKey, null);
    assert.throws(() => readConfig(parseEnv(text)), ConfigError);
    for (const name of ['JWT_KEYS_FILE', 'OTP_PEPPER', 'OTP_CHANNELS', 'SMS_API_URL', 'SMS_ACCOUNT_SID', 'SMS_AUTH_TOKEN', 'SMS_FROM'])
      assert.throws(() => readConfig({ ...parseEnv(filled(text)), [name]: '' }), new RegExp(name));
  });

  it('name only known settings and describe every setting', () => {
    const known = CONFIG_VARIABLES.map(({ name }) => name);
    const named = new Set([...TEXT.matchAll(/(?<![\w…<$-])[A-Z][A-Z\d]+(?:_[A-Z\d]+)+(?![\w…])/g)].map(([name]) => name));
    assert.ok(named.size > 25);
    assert.deepEqual(
      [...named].filter((name) => !known.includes(name) && !OTHER_NAMES.includes(name) && !OF_SHELLS.test(name)),
      [],
    );
    const told = read('.env.example') + read('docs/operations.md');
    assert.deepEqual(
      known.filter((name) => !new RegExp(`\\b${name}\\b`).test(told)),
      [],
    );
  });

  it('name only scripts and files that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const asked = [...TEXT.matchAll(/npm run (?:-s |--silent )?([\w:-]+)/g)].map(([, name = '']) => name);
    assert.deepEqual(
      asked.filter((name) => !Object.hasOwn(scripts, name)),
      [],
    );
    const folders = 'server|cli|models|migrations|seeders|test|docs|deploy|\\.ci';
    const files = [...TEXT.matchAll(new RegExp(`(?<![\\w/.-])(?:${folders})(?:/[\\w.-]*\\w)+(?![\\w/]*[<*…])`, 'g'))];
    assert.ok(files.length > 40);
    assert.deepEqual(
      [...new Set(files.map(([file]) => file))].filter((file) => !existsSync(path.join(ROOT, file))),
      [],
    );
  });

  it('name only functions that are in their files', () => {
    const named = [...TEXT.matchAll(/`(\w+)`\s+(?:in|of)\s+`((?:server|cli|test)\/[\w./-]+\.ts)`/g)];
    assert.ok(named.length > 10);
    assert.deepEqual(
      named.filter(([, name = '', file = '']) => !new RegExp(`\\b${name}\\b`).test(read(file))).map(([text]) => text),
      [],
    );
  });

  it('link only to existing files and headings', () => {
    const links = ALL.flatMap((file) =>
      [...(DOCUMENT.get(file)?.prose ?? '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => ({ file, to })),
    );
    assert.ok(links.length > 10);
    assert.deepEqual(
      links.filter(({ file, to }) => !/^https?:/.test(to) && !leadsSomewhere(file, to)),
      [],
    );
  });

  it('name only CLI commands and options that exist', async () => {
    const commands = [...new Set(diwanCommands())];
    assert.ok(commands.length >= 10, commands.join('\n'));
    for (const command of commands) assert.equal(await faultOf(command), null, command);
    assert.notEqual(await faultOf('reviews dismiss 3'), null);
    assert.notEqual(await faultOf('reviews approve 3 --quietly'), null);
  });
});

function theBlock(mark: string): Block {
  const found = BLOCKS.filter((block) => block.mark === mark);
  assert.equal(found.length, 1, `one block is marked ${mark}`);
  return found[0] as Block;
}

function filled(text: string): string {
  return text.replace(/^SMS_FROM=<.*>$/m, 'SMS_FROM=+15550100001').replace(/<[^>]*>/g, () => randomBytes(24).toString('hex'));
}

function leadsSomewhere(file: string, link: string): boolean {
  const [target = '', anchor] = link.split('#');
  const full = target === '' ? file : path.posix.join(path.posix.dirname(file), target);
  if (!existsSync(path.join(ROOT, full))) return false;
  return anchor === undefined || headingsOf(full).includes(anchor);
}

/** As the usual viewers name them. */
function headingsOf(file: string): string[] {
  const text = read(file).replace(/^```[\s\S]*?^```$/gm, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-'),
  );
}

/** Whatever follows the word diwan in a block of commands, or begins a piece of code within the text. */
function diwanCommands(): string[] {
  const scripts = BLOCKS.filter(({ language }) => language === 'sh').map(({ text }) => text.replace(/\\\n\s*/g, ' '));
  const inScripts = scripts.flatMap((text) => [...text.matchAll(/\b(?:npx|app) diwan ([^|;&\n)]+)/g)]);
  const inText = [...DOCUMENT.values()].flatMap(({ prose }) => [...prose.matchAll(/`(?:npx )?diwan ([^`]+)`/g)]);
  return [...inScripts, ...inText].map(([, words = '']) => words.trim());
}

/** The first part of a command that the help does not list; null when it lists all parts. */
async function faultOf(command: string): Promise<string | null> {
  const words = command.split(/\s+/);
  const path = words.slice(0, words.findIndex((word, index) => index === words.length || !/^[a-z][a-z-]*$/.test(word)) >>> 0);
  const general = await helpOf([]);
  const noun = await helpOf(path.slice(0, 1));
  const hasVerbs = noun.includes('\nCommands:');
  const verb = await helpOf(path.slice(0, 2));
  const usage = ['Usage: diwan', ...path.slice(0, hasVerbs ? 2 : 1)].join(' ');
  if (!verb.startsWith(usage)) return `no ${usage}`;
  const unknown = words.filter((word) => word.startsWith('--')).find((option) => !(general + verb).includes(option));
  return unknown === undefined ? null : `no ${unknown}`;
}

async function helpOf(words: readonly string[]): Promise<string> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  await runProgram([...words, '--help'], { stdin, stdout, stderr, env: {}, now: () => 0 }, new AbortController().signal);
  return String(stdout.read() ?? '');
}
