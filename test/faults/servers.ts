import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ServerName } from './fault.ts';

/** Where Debian, Red Hat and Alpine install the provider. */
const PROVIDERS = ['/usr/lib/galera', '/usr/lib64/galera-4', '/usr/lib64/galera', '/usr/lib/x86_64-linux-gnu/galera'];
/** Ordinary users may have no folder of servers in their PATH. */
const SBIN = ['/usr/sbin', '/usr/local/sbin'];

/** The path of a program; undefined when it is not installed. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean), ...SBIN];
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

export function findGaleraProvider(): string | undefined {
  return PROVIDERS.map((folder) => path.join(folder, 'libgalera_smm.so')).find((file) => existsSync(file));
}

const PACKAGES: Readonly<Record<ServerName, string>> = {
  mariadb: 'mariadb-server',
  galera: 'galera-4 and rsync',
  haproxy: 'haproxy',
  nginx: 'nginx-light',
};

const IS_HERE: Readonly<Record<ServerName, () => boolean>> = {
  mariadb: () => findProgram('mariadbd') !== undefined || process.env['TEST_MYSQLD'] !== undefined,
  galera: () => [findGaleraProvider(), findProgram('mariadbd'), findProgram('mariadb'), findProgram('rsync')].every(Boolean),
  haproxy: () => findProgram('haproxy') !== undefined,
  nginx: () => findProgram('nginx') !== undefined,
};

/** The servers that are missing, with the Debian packages that have them; undefined when none is. */
export function missingOf(needs: readonly ServerName[]): string | undefined {
  const missing = needs.filter((name) => !IS_HERE[name]());
  return missing.length === 0 ? undefined : missing.map((name) => `${name} is not installed (Debian: ${PACKAGES[name]})`).join(', ');
}
