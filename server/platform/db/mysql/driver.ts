import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';

/** The part of mysql2 that Sequelize uses. */
export interface Driver {
  createConnection(options: object): EventEmitter;
}

/**
 * mysql2 as a `dialectModule` for Sequelize. The error of a connection that cannot be opened says what to do. `onError` is called when one
 * cannot be opened or breaks.
 */
export function mySqlDriver(onError: () => void = () => {}): Driver {
  // loaded only for MySQL: it takes a tenth of a second
  const driver: Driver = createRequire(import.meta.url)('mysql2');
  return {
    createConnection(options: object): EventEmitter {
      const connection = driver.createConnection(options);
      connection.once('error', (error: Failure) => addAdvice(error, options));
      connection.once('error', onError);
      return connection;
    },
  };
}

type Failure = Error & { readonly code?: unknown; readonly errno?: unknown };

interface Target {
  readonly host?: string;
  readonly port?: number | string;
  readonly user?: string;
  readonly database?: string;
}

function addAdvice(error: Failure, target: Target): void {
  const advice = refusalAdvice(error, target) ?? networkAdvice(error, target) ?? tlsAdvice(error);
  if (advice !== null) error.message = `${advice} (${error.message === '' ? String(error.code) : error.message})`;
}

/** By the number of the server, which has answered. */
function refusalAdvice({ errno }: Failure, { user, database, ...target }: Target): string | null {
  const at = addressOf(target);
  const create = `CREATE DATABASE \`${database}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci;`;
  switch (errno) {
    case 1045:
    case 1698:
      return `The database at ${at} refused the user ${user}: check user, password and ssl-mode in DATABASE_URL, and DATABASE_CERT_FILE if it needs a certificate.`;
    case 1049:
      return `The database ${database} does not exist at ${at}: correct DATABASE_URL, or type there: ${create}`;
    case 1044:
      return `The user ${user} may not use the database ${database} at ${at}: as its administrator type: ${create} GRANT ALL ON \`${database}\`.* TO '${user}'@'%';`;
    case 1130:
      return `The database at ${at} refuses all connections from this machine: create the user ${user} there for this host.`;
    case 3159:
      return `The database server accepts only TLS: set ssl-mode=verify-identity in DATABASE_URL.`;
    default:
      return null;
  }
}

function networkAdvice({ code }: Failure, target: Target): string | null {
  const at = addressOf(target);
  if (code === 'ECONNREFUSED') return `No database listens at ${at}: start it, or correct host and port in DATABASE_URL.`;
  if (code === 'ENOTFOUND') return `The host ${target.host} of the database is unknown: correct it in DATABASE_URL.`;
  if (code === 'EAI_AGAIN') return `The name server does not know yet where ${target.host} is: check it, and the host in DATABASE_URL.`;
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return `The database at ${at} cannot be reached: check host and port in DATABASE_URL, and the network and firewall on the way.`;
  return null;
}

function tlsAdvice({ code, message }: Failure): string | null {
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT')
    return `The database server offers no TLS: enable TLS there, or set ssl-mode=disabled in DATABASE_URL.`;
  if (code === 'HANDSHAKE_SSL_ERROR' && message.includes('altnames'))
    return `The certificate of the database server is for another host: use a name of the certificate in DATABASE_URL, or ssl-mode=verify-ca.`;
  if (code === 'HANDSHAKE_SSL_ERROR')
    return `TLS to the database failed: check the server's certificate, DATABASE_CA_FILE and ssl-mode in DATABASE_URL.`;
  return null;
}

function addressOf({ host = 'localhost', port = 3306 }: Pick<Target, 'host' | 'port'>): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
