import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Kit } from '../../kit.ts';
import { loosenessOf, profilesFile } from '../../profiles/store.ts';
import { type Finding, fail, ok, orFail, warn } from './finding.ts';

/** The rights of the file that holds the credentials. */
export async function checkFile({ io, session }: Kit): Promise<Finding> {
  const check = 'credentials';
  return orFail(check, async () => {
    const file = profilesFile(io.env);
    const looseness = await loosenessOf(file);
    if (looseness !== null) return warn(check, looseness.fault, looseness.remedy);
    const { profileName, sources } = await session();
    if (sources.profile === 'default') return warn(check, `no profile is kept in ${file}`, 'run `diwan login`');
    return ok(check, `profile ${profileName} of ${file}`);
  });
}

/** Whether the name of the server stands for an address. */
export async function checkAddress(kit: Kit): Promise<Finding> {
  const check = 'address';
  const { hostname } = await target(kit);
  const found = await lookup(hostname, { all: true }).catch(() => []);
  if (found.length === 0) return fail(check, `there is no host ${hostname}`, 'check --url, and the name server of this machine');
  return ok(check, `${hostname} is ${found.map(({ address }) => address).join(', ')}`);
}

/** Whether something listens there. */
export async function checkConnection(kit: Kit): Promise<Finding> {
  const check = 'connection';
  const { hostname, port } = await target(kit);
  const socket = connect({ host: hostname, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.any([kit.signal, AbortSignal.timeout(kit.options.timeoutSeconds * 1000)]) });
    return ok(check, `port ${port} takes connections`);
  } catch (error) {
    kit.signal.throwIfAborted();
    const reason = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED' ? 'nothing listens there' : 'no answer';
    return fail(check, `port ${port}: ${reason}`, 'start the server, or name its address: --url, DIWAN_URL, `diwan login`');
  } finally {
    socket.destroy();
  }
}

async function target({ session }: Kit): Promise<{ hostname: string; port: number }> {
  const { hostname, port, protocol } = new URL((await session()).url);
  const standard = protocol === 'https:' ? 443 : 80;
  return { hostname: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? standard : Number(port) };
}
