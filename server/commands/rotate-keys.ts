import { parseArgs } from 'node:util';
import { loadEnvironment } from '../config/load-env-file.ts';
import { ConfigError, readConfig } from '../config/read-config.ts';
import { generateKey, keysFile, writeKeySet } from '../platform/auth/key-file.ts';
import { type Rotated, rotateKeys } from '../platform/auth/key-rotation.ts';
import { systemClock } from '../platform/clock.ts';
import { createOnce } from '../platform/create-once.ts';

/** The entry point of `npm run keys:rotate`. */

const HELP = `Adds a new key that signs access tokens, and removes keys that no valid token needs.

Usage: npm run keys:rotate [-- options]

  --file FILE   the JWK Set to change; by default JWT_KEYS_FILE, else jwt-keys.json in DATA_DIR
  --create      create the file with a first key if it does not exist, else change nothing; for a first start in production
  --now         sign with the new key at once instead of after a minute; servers that have not read it yet refuse its tokens for up to 2 s
  --help        show this text

Examples:
  npm run keys:rotate
  npm run keys:rotate -- --file /etc/diwan/jwt-keys.json
  npm run keys:rotate -- --now
  npm run keys:rotate -- --create --file /etc/diwan/jwt-keys.json

Running servers read the new file within 2 seconds and need no restart. If each machine has its own file, rotate on one machine and copy
the file to the others within a minute.
`;

const SWITCH = { type: 'boolean', default: false } as const;
const OPTIONS = { file: { type: 'string' }, create: SWITCH, now: SWITCH, help: SWITCH } as const;

try {
  process.stdout.write(run());
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}

function run(): string {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) return HELP;
  const { keys, dataDir } = readConfig(loadEnvironment());
  const file = values.file ?? keysFile(keys.jwtKeysFile, dataDir);
  if (values.create) return create(file);
  const rotated = rotateKeys(file, { now: systemClock.now(), tokenSeconds: keys.accessTokenSeconds, atOnce: values.now });
  return describe(file, rotated);
}

function create(file: string): string {
  let isNew = false;
  createOnce(file, () => {
    isNew = true;
    return writeKeySet([generateKey()]);
  });
  return `${file}\n  ${isNew ? 'created, with its first key' : 'exists already; nothing was changed'}\n`;
}

function describe(file: string, { added, signsFrom, retiring, dropped }: Rotated): string {
  const lines = [
    file,
    `  added    ${added}, signs from ${signsFrom.toISOString()}`,
    ...retiring.map(
      ({ kid, until }) => `  kept     ${kid}, verifies the tokens that it signed; can be removed after ${until.toISOString()}`,
    ),
    ...dropped.map((kid) => `  dropped  ${kid}`),
    ...(retiring.length === 0
      ? []
      : ['The next rotation after these times removes those keys. To end a leaked key at once, delete it from the file.']),
  ];
  return `${lines.join('\n')}\n`;
}

function messageOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    return `${error.message}\nThe first start of the server creates the file in DATA_DIR; a file named by JWT_KEYS_FILE is created by --create.`;
  return error instanceof Error ? `${error.message}\nSee --help.` : String(error);
}
