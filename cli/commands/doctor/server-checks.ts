import { notOurs } from '../../http/client.ts';
import { connect } from '../../http/connect.ts';
import type { Kit } from '../../kit.ts';
import { readVersion } from '../../version.ts';
import { checkKey, checkToken, readServerVersion } from '../account/identity.ts';
import { keySentence, tokenSentence } from '../account/sentences.ts';
import { type Finding, fail, ok, orFail, warn } from './finding.ts';

/** Whether the process is up. */
export function checkHealth(kit: Kit): Promise<Finding> {
  return orFail('health', async () => {
    const { response, body } = await ask(kit, '/healthz');
    if (!response.ok || body['status'] !== 'ok') throw notOurs(response.status, response.headers.get('location'));
    return ok('health', 'the server is up');
  });
}

/** Whether it takes requests: the database answers, and its migrations are done. */
export function checkReadiness(kit: Kit): Promise<Finding> {
  return orFail('readiness', async () => {
    const { response, body } = await ask(kit, '/readyz');
    if (response.ok) return ok('readiness', 'the server takes requests');
    return fail('readiness', `${response.status}: ${String(body['message'] ?? 'not ready')}`, 'look in the log of the server');
  });
}

/** Whether both are of one version. */
export function checkVersion(kit: Kit): Promise<Finding> {
  return orFail('version', async () => {
    const [server, own] = [await readServerVersion(kit, (await kit.session()).url), readVersion()];
    if (server === own) return ok('version', `both are ${own}`);
    return warn('version', `the server is ${server}, this diwan is ${own}`, 'install the same version here');
  });
}

const NOTABLE_SECONDS = 60;

/** Whether both clocks tell the same time, give or take a minute. */
export function checkClock(kit: Kit): Promise<Finding> {
  return orFail('clock', async () => {
    const { response } = await ask(kit, '/healthz');
    const date = Date.parse(response.headers.get('date') ?? '');
    if (Number.isNaN(date)) return warn('clock', 'the server does not tell its time', 'look at what stands between');
    const seconds = Math.round((kit.io.now() - date) / 1000);
    if (Math.abs(seconds) < NOTABLE_SECONDS) return ok('clock', 'both clocks agree');
    const relation = seconds > 0 ? 'ahead of' : 'behind';
    return warn(
      'clock',
      `this clock is ${Math.abs(seconds)} s ${relation} the server's`,
      'set both by NTP: times here would be told wrongly',
    );
  });
}

/** Whether the sign-in is taken, and what it may do. */
export function checkSignIn(kit: Kit): Promise<Finding> {
  return orFail('sign-in', async () => {
    const session = await kit.session();
    if (session.accessToken === null) return warn('sign-in', 'nobody is signed in: reviews and posts are closed', 'run `diwan login`');
    const facts = await checkToken(await kit.api(), session);
    return facts.isStaff ? ok('sign-in', tokenSentence(facts)) : warn('sign-in', tokenSentence(facts), 'sign in as staff or admin');
  });
}

/** Whether the API key is taken, and what it reaches. */
export function checkApiKey(kit: Kit): Promise<Finding> {
  return orFail('api key', async () => {
    const { apiKey } = await kit.session();
    if (apiKey === null) return warn('api key', 'there is none: apps, keys and projects are closed', 'run `diwan login` and give one');
    return ok('api key', keySentence(await checkKey(await kit.api(), apiKey)));
  });
}

/** Asked once: that a server is busy is what is to be told. */
async function ask(kit: Kit, path: string): Promise<{ response: Response; body: Record<string, unknown> }> {
  const { url } = await kit.session();
  const response = await connect(kit, url, { retries: false }).send(new Request(url + path));
  const value: unknown = await response.json().catch(() => null);
  return { response, body: typeof value === 'object' && value !== null ? { ...value } : {} };
}
