import { CliError, EXIT, interrupted } from '../errors.ts';

const UNKNOWN = 'Whether the change was made is not known.';

/** Why there was no whole answer, and what that means for what was asked. */
export function networkError(
  error: unknown,
  request: Request,
  { isInterrupted, isTimeout, timeoutMs }: { isInterrupted: boolean; isTimeout: boolean; timeoutMs: number },
): CliError {
  const cause = causeOf(error);
  const wasSent = !NOT_SENT.has(codeOf(cause));
  const doubt = wasSent && request.method !== 'GET' ? UNKNOWN : '';
  if (isInterrupted) return interrupted(doubt);
  const reason = isTimeout ? `no answer within ${timeoutMs / 1000} s` : reasonOf(cause);
  return new CliError({
    exit: EXIT.network,
    code: isTimeout ? 'timeout' : wasSent ? 'connection_cut' : 'unreachable',
    message: `${new URL(request.url).origin}: ${reason}. ${doubt}`.trimEnd(),
    hint: doubt === '' ? '`diwan doctor` looks closer; --url names another server' : 'look before you try again',
  });
}

/** Whether the connection was lost when the request was on its way. */
export function wasCut(error: CliError): boolean {
  return error.facts.code === 'connection_cut';
}

/** Of these no byte of the request has left. */
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
  ECONNREFUSED: 'nothing is listening there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name could not be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'nothing answers there',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is its own (NODE_EXTRA_CA_CERTS names one to trust)',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate comes from an unknown authority (NODE_EXTRA_CA_CERTS names one to trust)',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate comes from an unknown authority (NODE_EXTRA_CA_CERTS names one to trust)',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  EPROTO: 'it does not speak https, or not ours: try http',
};

/** The innermost cause; of several addresses that were tried, that of the first. */
function causeOf(error: unknown): unknown {
  if (error instanceof AggregateError) return causeOf(error.errors[0]);
  return error instanceof Error && error.cause !== undefined ? causeOf(error.cause) : error;
}

function codeOf(cause: unknown): string {
  return typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
}

function reasonOf(cause: unknown): string {
  const code = codeOf(cause);
  const message = cause instanceof Error ? cause.message : String(cause);
  return REASONS[code] ?? (code === '' ? message : `${message} (${code})`);
}
