import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { CommandContext } from '../../command.ts';
import { systemCode } from '../../errors/errors.ts';
import { proxyFor } from '../../http/proxy.ts';
import { findPermissionFault, profilesFile } from '../../profiles/store.ts';
import { asFinding, type Finding, fail, ok, warn } from './finding.ts';

/** The permissions of the file with the credentials. */
export async function checkFile({ io, session }: CommandContext): Promise<Finding> {
  const check = 'credentials';
  return asFinding(check, async () => {
    const file = profilesFile(io.env);
    const fault = await findPermissionFault(file);
    if (fault !== null) return warn(check, fault.message, fault.remedy);
    const { profileName, sources } = await session();
    if (sources.profile === 'default') return warn(check, `${file} contains no profile`, 'run `diwan login`');
    return ok(check, `profile ${profileName} of ${file}`);
  });
}

/** Whether the host name of the server resolves. */
export async function checkAddress(context: CommandContext): Promise<Finding> {
  const check = 'address';
  const { hostname } = await target(context);
  const found = await lookup(hostname, { all: true }).catch(() => []);
  if (found.length === 0) return fail(check, `the host ${hostname} does not exist`, 'check --url and the DNS settings of this machine');
  return ok(check, `${hostname} is ${found.map(({ address }) => address).join(', ')}`);
}

/** Whether a process listens on the port of the server. */
export async function checkConnection(context: CommandContext): Promise<Finding> {
  const check = 'connection';
  const { hostname, port } = await target(context);
  const socket = connect({ host: hostname, port });
  try {
    await once(socket, 'connect', {
      signal: AbortSignal.any([context.signal, AbortSignal.timeout(context.options.timeoutSeconds * 1000)]),
    });
    return ok(check, `port ${port} accepts connections`);
  } catch (error) {
    context.signal.throwIfAborted();
    const reason = systemCode(error) === 'ECONNREFUSED' ? 'no process is listening' : 'no response';
    return fail(check, `port ${port}: ${reason}`, 'start the server, or give its address with --url, DIWAN_URL or `diwan login`');
  } finally {
    socket.destroy();
  }
}

/** The host that this machine connects to: that of the server, or of the proxy in front of it. */
async function target({ session }: CommandContext): Promise<{ hostname: string; port: number }> {
  const { url } = await session();
  const { hostname, port, protocol } = proxyFor(url) ?? new URL(url);
  const standard = protocol === 'https:' ? 443 : 80;
  return { hostname: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? standard : Number(port) };
}
