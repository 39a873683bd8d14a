import type { CommandContext } from '../../command.ts';
import { notDiwanServer } from '../../http/client.ts';
import { connect } from '../../http/connect.ts';
import { isRecord } from '../../json.ts';
import { readVersion } from '../../version.ts';
import { describeApiKey, describeToken } from '../account/describe-identity.ts';
import { checkKey, checkToken, readServerVersion } from '../account/identity.ts';
import { asFinding, type Finding, fail, ok, warn } from './finding.ts';

/** Whether the server process is running. */
export function checkHealth(context: CommandContext): Promise<Finding> {
  return asFinding('health', async () => {
    const { response, body } = await get(context, '/healthz');
    if (!response.ok || body['status'] !== 'ok') throw notDiwanServer(response.status, response.headers.get('location'));
    return ok('health', 'the server is running');
  });
}

/** Whether the server accepts requests: the database responds, and its migrations are complete. */
export function checkReadiness(context: CommandContext): Promise<Finding> {
  return asFinding('readiness', async () => {
    const { response, body } = await get(context, '/readyz?deep');
    if (response.ok) return ok('readiness', 'the server accepts requests');
    return fail('readiness', `${response.status}: ${String(body['message'] ?? 'not ready')}`, 'read the log of the server');
  });
}

/** Whether the server and this diwan have the same version. */
export function checkVersion(context: CommandContext): Promise<Finding> {
  return asFinding('version', async () => {
    const [server, own] = [await readServerVersion(context, (await context.session()).url), readVersion()];
    if (server === own) return ok('version', `the server and diwan are both ${own}`);
    return warn('version', `the server is ${server}, this diwan is ${own}`, 'install the version of the server');
  });
}

const MAX_CLOCK_DIFFERENCE_SECONDS = 60;

/** Whether the clocks of both machines agree to within a minute. */
export function checkClock(context: CommandContext): Promise<Finding> {
  return asFinding('clock', async () => {
    const { response } = await get(context, '/healthz');
    const date = Date.parse(response.headers.get('date') ?? '');
    if (Number.isNaN(date)) return warn('clock', 'the response has no Date header', 'check the proxy in front of the server');
    const seconds = Math.round((context.io.now() - date) / 1000);
    if (Math.abs(seconds) < MAX_CLOCK_DIFFERENCE_SECONDS) return ok('clock', 'both clocks agree');
    const relation = seconds > 0 ? 'ahead of' : 'behind';
    return warn(
      'clock',
      `this clock is ${Math.abs(seconds)} s ${relation} the server's`,
      'synchronise both clocks by NTP: relative times are wrong here',
    );
  });
}

/** Whether the server accepts the sign-in, and whether it may moderate. */
export function checkSignIn(context: CommandContext): Promise<Finding> {
  return asFinding('sign-in', async () => {
    const session = await context.session();
    if (session.accessToken === null && session.apiKey !== null) return ok('sign-in', 'not signed in: the API key is used');
    if (session.accessToken === null) return warn('sign-in', 'not signed in: administration is not accessible', 'run `diwan login`');
    const token = await checkToken(await context.api(), session);
    const sentence = describeToken(token);
    return token.isStaff ? ok('sign-in', sentence) : warn('sign-in', sentence, 'sign in as staff or admin');
  });
}

/** Whether the server accepts the API key, and how many apps it has access to. */
export function checkApiKey(context: CommandContext): Promise<Finding> {
  return asFinding('api key', async () => {
    const { apiKey, url } = await context.session();
    // a sign-in is enough; without one, the check before has said what to do
    if (apiKey === null) return ok('api key', 'none');
    return ok('api key', describeApiKey(await checkKey(connect(context, url, { apiKey }).api)));
  });
}

/** Whether a provider of codes is left out because it keeps failing. Asks as the other checks signed in. */
export function checkProviders(context: CommandContext): Promise<Finding> {
  const check = 'providers of codes';
  return asFinding(check, async () => {
    const { accessToken, apiKey } = await context.session();
    if (accessToken === null && apiKey === null) return ok(check, 'not asked: not signed in');
    const { data, error } = await (await context.api()).GET('/api/v2/auth/admin/otp/stats');
    if (data === undefined) return ok(check, `not asked: ${error?.code ?? 'no answer'}`);
    if (data.paused.length === 0) return ok(check, 'every provider is in use');
    return warn(
      check,
      `left out for now, because most of their calls failed: ${data.paused.join(', ')}`,
      'read the log of the server for "OTP channel failed", and the status page of the provider',
    );
  });
}

/** Whether a webhook was switched off by the server. Asks as the other checks signed in, who may not see webhooks. */
export function checkWebhooks(context: CommandContext): Promise<Finding> {
  const check = 'webhooks';
  return asFinding(check, async () => {
    const { accessToken, apiKey } = await context.session();
    if (accessToken === null && apiKey === null) return ok(check, 'not asked: not signed in');
    const { data, error } = await (await context.api()).GET('/api/v1/admin/webhooks');
    if (data === undefined) return ok(check, `not asked: ${error?.code ?? 'no answer'}`);
    const off = data.filter(({ disabledReason }) => disabledReason === 'gone' || disabledReason === 'failing');
    if (off.length === 0) return ok(check, 'none was switched off by the server');
    return warn(
      check,
      `switched off: ${off.map(({ id, disabledReason }) => `${id} (${disabledReason})`).join(', ')}`,
      'mend the receiver, try `diwan webhooks test ID`, then `diwan webhooks update ID --active`',
    );
  });
}

/** Sends one request without retries, because a busy server is a finding. */
async function get(context: CommandContext, path: string): Promise<{ response: Response; body: Readonly<Record<string, unknown>> }> {
  const { url } = await context.session();
  const response = await connect(context, url, { retries: false }).send(new Request(url + path));
  const value: unknown = await response.json().catch(() => null);
  return { response, body: isRecord(value) ? value : {} };
}
