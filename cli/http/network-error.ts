import { CliError, EXIT, interrupted, messageOf, systemCode } from '../errors/errors.ts';
import { proxyFor } from './proxy.ts';

const DOUBT = 'It is unknown whether the change was made.';

/** The error for a request without a complete response. It states whether a change may have been made. */
export function networkError(
  error: unknown,
  request: Request,
  { isInterrupted, isTimeout, timeoutMs }: { isInterrupted: boolean; isTimeout: boolean; timeoutMs: number },
): CliError {
  if (error instanceof CliError) return error;
  const cause = causeOf(error);
  const wasSent = !NOT_SENT.has(systemCode(cause));
  const doubt = wasSent && !isReading(request) ? DOUBT : '';
  if (isInterrupted) return interrupted(doubt);
  const reason = isTimeout ? `no response within ${timeoutMs / 1000} s` : reasonOf(cause);
  return new CliError({
    exit: EXIT.network,
    code: isTimeout ? 'timeout' : wasSent ? 'connection_cut' : 'unreachable',
    message: `${new URL(request.url).origin}${throughProxy(request.url)}: ${reason}. ${doubt}`.trimEnd(),
    hint: doubt === '' ? 'run `diwan doctor`, or name another server with --url' : 'check the current state before you try again',
  });
}

/** Whether a request changes nothing. */
export function isReading({ method }: Request): boolean {
  return method === 'GET' || method === 'OPTIONS';
}

/** The proxy may be the part that fails. Its URL may contain a password, so only the host is shown. */
function throughProxy(address: string): string {
  const proxy = proxyFor(address);
  return proxy === null ? '' : ` (through the proxy ${proxy.host})`;
}

/** Whether the connection was lost after the request was sent. */
export function isConnectionCut(error: CliError): boolean {
  return error.info.code === 'connection_cut';
}

/** Errors that occur before any byte of the request is sent. */
const NOT_SENT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'EPROTO',
]);

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server is listening',
  ENOTFOUND: 'the host does not exist',
  EAI_AGAIN: 'the host name could not be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the host does not respond',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed (set NODE_EXTRA_CA_CERTS to trust it)',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate comes from an unknown authority (set NODE_EXTRA_CA_CERTS to trust it)',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate comes from an unknown authority (set NODE_EXTRA_CA_CERTS to trust it)',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
  EPROTO: 'the server does not speak https, or not a supported version: try http',
};

/** The innermost cause. When several addresses were tried, the cause of the first. */
function causeOf(error: unknown): unknown {
  if (error instanceof AggregateError) return causeOf(error.errors[0]);
  return error instanceof Error && error.cause !== undefined ? causeOf(error.cause) : error;
}

function reasonOf(cause: unknown): string {
  const code = systemCode(cause);
  return REASONS[code] ?? (code === '' ? messageOf(cause) : `${messageOf(cause)} (${code})`);
}
