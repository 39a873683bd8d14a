import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from './config-error.ts';
import type { Environment } from './types.ts';

/**
 * The environment of the process, completed from `file` where that exists. What the environment has wins, even when it is
 * empty. Tests (`NODE_ENV=test`) read no file, so that a developer's own settings never decide them.
 */
export function loadEnvironment(environment: Environment = process.env, file = '.env'): Environment {
  if (environment['NODE_ENV'] === 'test') return { ...environment };
  return { ...parseEnv(readIfThere(file)), ...environment };
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'ENOENT') return '';
    throw new ConfigError([`${file}: cannot be read (${code}), expected a readable file or none`]);
  }
}
