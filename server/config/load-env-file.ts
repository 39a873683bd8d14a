import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from './config-error.ts';
import { checkEnvLines } from './env-lines.ts';
import type { Environment } from './types.ts';

/**
 * The environment, completed from `file` if that exists. A variable of the environment wins, even an empty one. If `NODE_ENV` is
 * `test`, no file is read, so that tests do not depend on a developer's settings.
 * @throws ConfigError when the file, or a line of it, cannot be read
 */
export function loadEnvironment(environment: Environment = process.env, file = '.env'): Environment {
  if (environment['NODE_ENV'] === 'test') return { ...environment };
  return { ...readEnvFile(file), ...environment };
}

/** The environment with the options of a command line, which win; completed from `file`, or from `.env` as above. */
export function loadWithOptions(options: Environment, file?: string): Environment {
  const environment = { ...process.env, ...options };
  return file === undefined ? loadEnvironment(environment) : { ...readEnvFile(file), ...environment };
}

function readEnvFile(file: string): Environment {
  const { text, faults } = checkEnvLines(readIfExists(file), file);
  if (faults.length > 0) throw new ConfigError(faults);
  return parseEnv(text);
}

/** Without the byte order mark that some editors write: it would become part of the first name. */
function readIfExists(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'ENOENT') return '';
    throw new ConfigError([`${file}: cannot be read (${code}), expected a readable file or none`]);
  }
}
