import { isIP } from 'node:net';
import { type MySqlConfig, SSL_MODES, type SslMode } from '../types.ts';
import { accept, type Reader, type Reading, refuse } from './readers.ts';
import { isDecodable, parseUrl } from './url.ts';

/** A parsed `DATABASE_URL`. */
export type DatabaseUrl = MySqlUrl | { readonly engine: 'sqlite'; readonly path: string };

export interface MySqlUrl {
  readonly engine: 'mysql';
  /** One for each host, without parameters. */
  readonly urls: MySqlConfig['urls'];
  readonly sslMode: SslMode;
}

const FORMS =
  'expected mysql://USER:PASSWORD@HOST:PORT/DATABASE, each part percent-encoded; several hosts as HOST:PORT,HOST:PORT; or sqlite:PATH';
const MODES = `${SSL_MODES.slice(0, -1).join(', ')} or ${SSL_MODES.at(-1)}`;
/** The names that other clients give to our settings. */
const OTHER_NAMES: readonly (readonly [RegExp, string])[] = [
  [/pool|connections?.?limit|max.?connections/i, 'the setting DATABASE_POOL_SIZE'],
  [/verify|reject|trust(?!.?store)/i, 'ssl-mode'],
  [/ca$|ca.?(?:file|cert|path)|root.?cert|trust.?store|server.?ssl.?cert/i, 'the setting DATABASE_CA_FILE'],
  [/cert$|cert.?(?:file|path)/i, 'the setting DATABASE_CERT_FILE'],
  [/(?:ssl|tls|client).?key|key.?(?:file|path|store)/i, 'the setting DATABASE_KEY_FILE'],
  [/ssl|tls|secure|encrypt/i, 'ssl-mode'],
];

/** A database in memory is refused: all transactions would share its one connection. */
export const databaseUrl: Reader<DatabaseUrl> = (text) => {
  if (text.startsWith('sqlite:')) return sqlitePath(text.slice('sqlite:'.length));
  return readMySqlUrl(text);
};

function readMySqlUrl(text: string): Reading<MySqlUrl> {
  const [first, ...others] = hostByHost(text).map((one) => parseUrl(one, ['mysql:', 'mariadb:']));
  if (first === undefined || first === null || !others.every((url) => url !== null)) return refuse(FORMS);
  if (!/^\/[^/]+$/.test(first.pathname) || !isDecodable([first.username, first.password, first.pathname])) return refuse(FORMS);
  // a password with a ? that is not encoded: it must not be quoted as the name of a parameter
  if (first.search.includes('@')) return refuse(FORMS);
  const urls = [first, ...others] as const;
  if (new Set(urls.map(({ hostname, port }) => `${hostname}:${port || 3306}`)).size < urls.length) return refuse('expected each host once');
  const mode = sslMode([...first.searchParams]);
  if ('refused' in mode) return mode;
  if (mode.value === 'verify-identity' && urls.some(({ hostname }) => isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)) {
    return refuse(
      'ssl-mode=verify-identity compares the certificate with the name of the host; ' +
        'expected a host name instead of an IP address, or ssl-mode=verify-ca with DATABASE_CA_FILE',
    );
  }
  return accept({ engine: 'mysql', urls: [plain(first), ...others.map(plain)], sslMode: mode.value });
}

/** The same URL once for each host of its list. */
function hostByHost(text: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/is.exec(text) ?? [];
  return hosts.split(',').map((host) => before + host + after);
}

function plain({ href }: URL): string {
  return href.replace(/^(?:mysql|mariadb):/, 'mysql:').replace(/[?#].*$/, '');
}

/** The value may be in capitals and with underscores, as providers write it: `ssl-mode=VERIFY_CA`. */
function sslMode(parameters: readonly (readonly [string, string])[]): Reading<SslMode> {
  const unknown = parameters.find(([name]) => name !== 'ssl-mode');
  if (unknown !== undefined) return refuse(unknownParameter(unknown[0]));
  if (parameters.length > 1) return refuse('expected the parameter ssl-mode once');
  const text = parameters[0]?.[1].toLowerCase().replaceAll('_', '-') ?? 'disabled';
  const mode = SSL_MODES.find((one) => one === text);
  return mode === undefined ? refuse(`expected ${MODES} as ssl-mode`) : accept(mode);
}

function unknownParameter(name: string): string {
  const shown = /^[\w.-]{1,40}$/.test(name) ? `the parameter ${name}` : 'a parameter';
  const expected = OTHER_NAMES.find(([pattern]) => pattern.test(name))?.[1];
  const suggestion = expected === undefined ? '' : `, expected ${expected}`;
  return `${shown} is unknown${suggestion}; the only known parameter is ssl-mode, with the value ${MODES}`;
}

function sqlitePath(path: string): Reading<DatabaseUrl> {
  if (path === ':memory:')
    return refuse('expected sqlite:PATH with the path of a file; a database in memory cannot serve parallel transactions');
  if (path.trim() === '' || path.startsWith('//') || /\p{Cc}/u.test(path))
    return refuse(`${FORMS} (sqlite:data/app.sqlite, sqlite:/var/app.sqlite)`);
  return accept({ engine: 'sqlite', path });
}
