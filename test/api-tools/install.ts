import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const HERE = import.meta.dirname;
const CACHE = path.join(HERE, '../../node_modules/.cache/diwan');
const PREFIX = 'api-tools-';

/** The faults of npm that mean that it got no answer from the registry, or not the answer of a registry. */
const UNREACHABLE =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED|E403|E5\d\d)\b/;

/** `npm run --silent` would also silence the reason of a failure. */
const LOUD = ['--loglevel=error'];

/** The registry did not answer, so nothing can be checked. */
export class RegistryUnreachable extends Error {}

interface InstallOptions {
  /** The folder that gets a folder for each state of the lock file. */
  readonly cache?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * The folder with the installed linters and generators. They are installed when the lock file has changed or `npm ci` has deleted them;
 * they are not packages of the project, because few people need them and they weigh 610 MB.
 * @throws RegistryUnreachable when the registry of npm does not answer.
 */
export async function installApiTools({ cache = CACHE, env = process.env }: InstallOptions = {}): Promise<string> {
  const name =
    PREFIX +
    createHash('sha256')
      .update(readFileSync(path.join(HERE, 'package-lock.json')))
      .digest('hex')
      .slice(0, 16);
  const folder = path.join(cache, name);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(path.join(cache, `unfinished-${PREFIX}`));
  try {
    for (const file of ['package.json', 'package-lock.json']) copyFileSync(path.join(HERE, file), path.join(unfinished, file));
    await npmCi(unfinished, env);
    // another process may have been faster
    if (!existsSync(folder)) renameSync(unfinished, folder);
    for (const old of readdirSync(cache).filter((entry) => entry.startsWith(PREFIX) && entry !== name)) remove(path.join(cache, old));
    return folder;
  } finally {
    remove(unfinished);
  }
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

async function npmCi(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  console.log(
    'Installing the linters and generators of test/api-tools; this takes about half a minute, once for each state of its lock file.',
  );
  // the usual pauses between retries would report a registry that is away after minutes
  const limits = ['--fetch-retries=2', '--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=2000', '--fetch-timeout=60000'];
  const { code, output } = await npm(
    ['ci', '--prefix', folder, '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', ...limits, ...LOUD],
    env,
  );
  if (code === 0) return;
  const reason = output
    .split('\n')
    .filter((line) => line.startsWith('npm error'))
    .slice(0, 3)
    .join('\n');
  if (UNREACHABLE.test(reason))
    throw new RegistryUnreachable(
      `The registry of npm does not answer, so the linters and generators of the API cannot be installed.\n${reason}\n` +
        'Check the network, the proxy and `npm config get registry`, then run `npm run api-gates` again.',
    );
  throw new Error(`npm could not install test/api-tools: check its package-lock.json.\n${reason || output}`);
}

function npm(args: readonly string[], env: NodeJS.ProcessEnv): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const entry = env['npm_execpath'];
    const [program, first] = entry === undefined ? ['npm', []] : [process.execPath, [entry]];
    const child = spawn(program, [...first, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
