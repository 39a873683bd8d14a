import { readConfig } from '../../config/read-config.ts';
import type { Environment } from '../../config/types.ts';
import { generateKey, keysFile, writeKeySet } from '../../platform/auth/key-file.ts';
import { type Rotated, rotateKeys } from '../../platform/auth/key-rotation.ts';
import { systemClock } from '../../platform/clock.ts';
import { createOnce } from '../../platform/create-once.ts';
import { systemCode } from '../../platform/start-error.ts';
import { messageOf } from '../on-database.ts';

interface RotateOptions {
  readonly file?: string;
  readonly create?: boolean;
  readonly now?: boolean;
}

/** Adds a key, or creates the file with a first one. @throws Error with the next step when the file cannot be read */
export async function rotate(environment: Environment, options: RotateOptions): Promise<number> {
  const { keys, dataDir } = readConfig(environment);
  const file = options.file ?? keysFile(keys.jwtKeysFile, dataDir);
  try {
    const change = { now: systemClock.now(), tokenSeconds: keys.accessTokenSeconds, atOnce: options.now === true };
    process.stdout.write(options.create === true ? create(file) : describe(file, rotateKeys(file, change)));
    return 0;
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    throw new Error(
      `${messageOf(error)}\nThe first start of the server creates the file in DATA_DIR; a file named by JWT_KEYS_FILE is created by --create.`,
    );
  }
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
