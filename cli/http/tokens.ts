import { CliError } from '../errors/errors.ts';
import { isRecord } from '../json.ts';
import { type Api, unwrap } from './client.ts';

const DEVICE_HEADER = 'X-Diwan-Device';

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Signs in as an operator, from a device that the server may know. @throws CliError when the server refuses the credentials */
export async function obtainTokens(
  api: Api,
  credentials: { username: string; password: string; otp?: string },
  device: string | null,
): Promise<{ tokens: Tokens; device: string | null }> {
  const header = device === null ? {} : { [DEVICE_HEADER]: device };
  const sent = api.POST('/api/v1/auth/auth/token', { params: { header }, body: credentials });
  const { access, refresh } = await unwrap(sent);
  const { response } = await sent;
  return { tokens: { accessToken: access, refreshToken: refresh }, device: response.headers.get(DEVICE_HEADER) };
}

/** Two new tokens; null when the refresh token is no longer valid. @throws CliError for any other failure */
export async function renewTokens(api: Api, refreshToken: string): Promise<Tokens | null> {
  try {
    const { access, refresh } = await unwrap(api.POST('/api/v1/auth/auth/token/refresh', { body: { refresh: refreshToken } }));
    return { accessToken: access, refreshToken: refresh };
  } catch (error) {
    if (error instanceof CliError && error.info.code === 'token_not_valid') return null;
    throw error;
  }
}

/** The claims of an access token, read without verification. */
export interface Claims {
  readonly name: string | null;
  readonly role: string | null;
  readonly project: number | null;
  /** ISO 8601. */
  readonly expiresAt: string | null;
}

/** The claims of an operator's or a phone user's token; null for a text that is no token. */
export function readClaims(token: string): Claims | null {
  const claims = decode(token.split('.')[1] ?? '');
  if (claims === null) return null;
  const { username, phone, role, project_id: project, exp } = claims;
  return {
    name: textOf(username) ?? textOf(phone),
    role: textOf(role),
    project: typeof project === 'number' ? project : null,
    expiresAt: typeof exp === 'number' ? new Date(exp * 1000).toISOString() : null,
  };
}

function decode(part: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
