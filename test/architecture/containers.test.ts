import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { CONFIG_VARIABLES, readConfig } from '../../server/config/read-config.ts';
import { PRODUCTION } from '../support/config/config-env.ts';
import { ROOT, read } from './source.ts';

/** No container can be run here: what the container files name is compared with what there is. */

const DOCKERFILE = read('Dockerfile').replace(/\\\n\s*/g, ' ');
const COMPOSE = read('compose.yaml');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const SETTINGS = CONFIG_VARIABLES.map(({ name }) => name);

interface ComposeService {
  readonly env_file: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly ports: readonly string[];
  readonly volumes: readonly string[];
}

function composeServices(): { readonly app: ComposeService; readonly keys: ComposeService } {
  return parse(COMPOSE, { merge: true }).services;
}

/** As Compose does it: `${NAME:-default}` and `${NAME:?advice}`, the inner ones first. */
function interpolated(value: string, env: Readonly<Record<string, string>>): string {
  const replaced = value.replace(/\$\{(\w+):([-?])([^${}]*)\}/g, (_, name: string, kind: string, rest: string) => {
    const known = env[name] ?? '';
    if (known === '' && kind === '?') throw new Error(`${name} is required: ${rest}`);
    return known === '' ? rest : known;
  });
  return replaced === value ? value : interpolated(replaced, env);
}

describe('the container files', () => {
  it('copy only existing files that .dockerignore includes', () => {
    const copied = [...DOCKERFILE.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '));
    assert.ok(copied.length >= 8);
    assert.deepEqual(
      copied.filter((name) => !existsSync(path.join(ROOT, name))),
      [],
    );
    const passed = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name = '']) => name);
    assert.deepEqual(copied.toSorted(), passed.toSorted());
    assert.match(read('.dockerignore'), /^\*$/m);
  });

  it('copy everything that the build reads', () => {
    const { include } = JSON.parse(read('tsconfig.build.json')) as { include: string[] };
    const needed = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json', ...include];
    for (const name of needed) assert.match(DOCKERFILE, new RegExp(`^COPY (?!--from).*\\b${name.replaceAll('.', '\\.')}\\b`, 'm'), name);
  });

  it('name existing scripts and start the server like npm start', () => {
    const named = [...DOCKERFILE.matchAll(/npm run (\S+)/g)].map(([, name = '']) => name);
    assert.deepEqual(
      named.filter((name) => !Object.hasOwn(scripts, name)),
      [],
    );
    const started = JSON.parse(/^CMD (\[.*\])$/m.exec(DOCKERFILE)?.[1] ?? '[]') as string[];
    assert.equal(started.join(' '), scripts['start']);
    assert.ok(COMPOSE.includes('dist/server/commands/rotate-keys.js'));
    assert.ok(existsSync(path.join(ROOT, 'server/commands/rotate-keys.ts')));
  });

  it('build on a supported Node version and run unprivileged', () => {
    const versions = [...DOCKERFILE.matchAll(/^FROM node:(\d+)-slim/gm)].map(([, version]) => version);
    assert.deepEqual(versions, ['22', '22']);
    assert.match(read('package.json'), /"node": "[^"]*\^22\./);
    assert.ok(DOCKERFILE.indexOf('\nUSER node\n') > DOCKERFILE.lastIndexOf('\nRUN '), 'nothing runs as root from there on');
    assert.match(DOCKERFILE, /^HEALTHCHECK .* CMD \["node", .*\/healthz/m);
    assert.match(DOCKERFILE, /^VOLUME \/data$/m);
  });

  it('set known settings, and take secrets from the environment', () => {
    const ofImages = /^MARIADB_/;
    const set = [...COMPOSE.matchAll(/^ {4,6}([A-Z][A-Z\d_]+): (.+)$/gm)].map(([, name = '', value = '']) => ({ name, value }));
    assert.ok(set.length > 8);
    const inImage = [...(/^ENV (.+)$/m.exec(DOCKERFILE)?.[1] ?? '').matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name);
    assert.deepEqual(
      [...set.map(({ name }) => name), ...inImage].filter((name) => !SETTINGS.includes(name) && !ofImages.test(name)),
      [],
    );
    for (const { name, value } of set)
      if (/PEPPER|PASSWORD$|TOKEN|API_KEY|DATABASE_URL/.test(name)) assert.match(value, /\$\{|^"1"$/, name);
    const asked = [...COMPOSE.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name);
    assert.deepEqual([...new Set(asked.filter((name) => !SETTINGS.includes(name)))], ['DB_PASSWORD']);
  });

  it('make every setting of .env effective', () => {
    const { app, keys } = composeServices();
    for (const { env_file: file } of [app, keys]) assert.equal(file, '.env');
    const isReplaced = (name: string): boolean => {
      const value = app.environment[name];
      return value !== undefined && !value.includes(`\${${name}:`);
    };
    // the address and port of the machine are published instead, and the folder is the volume
    assert.deepEqual(SETTINGS.filter(isReplaced).toSorted(), ['DATA_DIR', 'HOST', 'PORT']);
    assert.deepEqual(app.ports, ['$HOST:-127.0.0.1}:$PORT:-3000}:3000'.replaceAll('$', '${')]);
    assert.ok(app.volumes.includes(`data:${app.environment['DATA_DIR']}`));
  });

  it('pass on an environment with which production starts', () => {
    const { app } = composeServices();
    const typed = { OTP_PEPPER: PRODUCTION['OTP_PEPPER'] ?? '', DB_PASSWORD: '0123456789abcdef' };
    const resolved = Object.fromEntries(Object.entries(app.environment).map(([name, value]) => [name, interpolated(value, typed)]));
    const { database, http } = readConfig({ ...PRODUCTION, ...typed, JWT_KEYS_FILE: undefined, ...resolved });
    assert.equal(database.engine === 'mysql' && database.urls[0], 'mysql://diwan:0123456789abcdef@mariadb:3306/diwan');
    assert.equal(http.trustProxy, 1);
  });

  it('leave time to drain and to finish requests', () => {
    const needed = readConfig(PRODUCTION).http.drainSeconds + 10;
    assert.ok(Number(/stop_grace_period: (\d+)s/.exec(COMPOSE)?.[1]) > needed);
    assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(read('deploy/systemd/diwan.service'))?.[1]) > needed);
  });

  it('set or leave open everything that production needs', () => {
    const needed = ['JWT_KEYS_FILE', 'OTP_PEPPER', 'DATABASE_URL', 'REDIS_URL', 'AUTO_MIGRATE'];
    for (const name of needed) assert.match(COMPOSE, new RegExp(`^    ${name}: `, 'm'));
    const volumes = [...COMPOSE.matchAll(/^ +- (\w+):\//gm)].map(([, name = '']) => name);
    const declared = (/^volumes:\n((?: {2}\w+:\n?)+)/m.exec(COMPOSE)?.[1] ?? '').match(/\w+/g) ?? [];
    assert.deepEqual([...new Set(volumes)].toSorted(), declared.toSorted());
  });
});
