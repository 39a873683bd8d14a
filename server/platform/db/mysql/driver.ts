import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';

/** The part of mysql2 that Sequelize uses. */
export interface Driver {
  createConnection(options: object): EventEmitter;
}

const ACCESS_DENIED = new Set<unknown>([1045, 1698]);
const TLS_REQUIRED = 3159;

/**
 * mysql2 as a `dialectModule` for Sequelize. The error of a connection that cannot be opened names the setting to check. `onError` is called
 * when a connection cannot be opened or breaks.
 */
export function mySqlDriver(onError: () => void = () => {}): Driver {
  // loaded only for MySQL: it takes a tenth of a second
  const driver: Driver = createRequire(import.meta.url)('mysql2');
  return {
    createConnection(options: object): EventEmitter {
      const connection = driver.createConnection(options);
      connection.once('error', addAdvice);
      connection.once('error', onError);
      return connection;
    },
  };
}

function addAdvice(error: Error & { readonly code?: unknown; readonly errno?: unknown }): void {
  const advice = adviceOn(error);
  if (advice !== null) error.message = `${advice} (${error.message})`;
}

function adviceOn({ code, errno, message }: Parameters<typeof addAdvice>[0]): string | null {
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT')
    return 'The database server offers no TLS: enable TLS there, or set ssl-mode=disabled in DATABASE_URL.';
  if (code === 'HANDSHAKE_SSL_ERROR' && message.includes('altnames'))
    return 'The certificate of the database server is for another host: use a name of the certificate in DATABASE_URL, or ssl-mode=verify-ca.';
  if (code === 'HANDSHAKE_SSL_ERROR')
    return "TLS to the database failed: check the server's certificate, DATABASE_CA_FILE and ssl-mode in DATABASE_URL.";
  if (errno === TLS_REQUIRED) return 'The database server accepts only TLS: set ssl-mode=verify-identity in DATABASE_URL.';
  if (ACCESS_DENIED.has(errno))
    return 'The database refused the user: check user, password and ssl-mode in DATABASE_URL, and DATABASE_CERT_FILE if it needs a certificate.';
  return null;
}
