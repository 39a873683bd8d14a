import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from './config-error.ts';
import type { Environment } from './types.ts';

/**
 * The environment, completed from `file` if that exists. A variable of the environment wins, even an empty one. If `NODE_ENV` is
 * `test`, no file is read, so that tests do not depend on a developer's settings.
 */
export function loadEnvironment(environment: Environment = process.env, file = '.env'): Environment {
  if (environment['NODE_ENV'] === 'test') return { ...environment };
  return { ...parseEnv(readIfExists(file)), ...environment };
}

function readIfExists(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'ENOENT') return '';
    throw new ConfigError([`${file}: cannot be read (${code}), expected a readable file or none`]);
  }
}
