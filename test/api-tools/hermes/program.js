// Runs in Hermes, which has no network and no timers of a phone: `answers.json` has those of the API document, which a server gave.
import { createClient } from '@diwan/client';
import { createProvider } from '@diwan/client/openfeature';
import { wire } from '@diwan/client/react-native';
import answers from './answers.json';

const sent = [];
const faults = [];
const values = new Map();
let isOnline = true;
let isExpired = false;

const storage = {
  getItem: async (key) => values.get(key) ?? null,
  setItem: async (key, value) => void values.set(key, value),
  removeItem: async (key) => void values.delete(key),
};

/** Answers as recorded; an expired access token is refused until it has been refreshed. */
async function fetch(url, { method, headers, body }) {
  if (!isOnline) throw new TypeError('Network request failed');
  const path = url.slice('https://diwan.test'.length).split('?')[0];
  sent.push({ call: `${method} ${path}`, body: body === undefined ? null : JSON.parse(body) });
  if (path.endsWith('/refresh')) isExpired = false;
  if (isExpired && headers.Authorization !== undefined) return answerOf({ status: 401, body: { code: 'token_not_valid' } });
  return answerOf(answers[`${method} ${path}`] ?? { status: 404, body: {} });
}

function answerOf({ status, body }) {
  return { status, headers: { get: () => null }, text: async () => JSON.stringify(body) };
}

function startApp() {
  return createClient({
    url: 'https://diwan.test',
    app: 'market',
    projectId: 11,
    appVersion: '1.3.0',
    platform: 'android',
    storage,
    fetch,
    setTimeout: () => null,
    onError: (error) => faults.push(error.code),
  });
}

async function main() {
  const online = startApp();
  const { source, screen } = await online.start();
  const flag = online.flags.isEnabled('new_checkout');
  const { firstName } = await online.auth.register({ phone: '+966501234567', code: '246810' });
  isExpired = true;
  const posted = { title: 'Dark mode', description: 'The app is too bright at night.', category: 'feature' };
  const { data } = await online.request('POST', '/api/v1/posts', { body: posted });
  online.events.track('opened', { from: 'hermes' });
  online.events.track('closed');
  wire(online, { AppState: { addEventListener: (_, listener) => listener('background') } });
  await online.events.flush();
  const left = online.events.pending;
  online.close();

  isOnline = false;
  const offline = startApp();
  const again = await offline.start();
  const isOn = createProvider(offline).resolveBooleanEvaluation('new_checkout', false).value;
  const counts = {};
  for (const { call } of sent) counts[call] = (counts[call] ?? 0) + 1;
  const events = sent.filter(({ call }) => call.endsWith('/batch')).flatMap(({ body }) => body.events.map(({ eventType }) => eventType));
  return {
    online: { source, screen, flag, firstName, post: data.id, left },
    offline: { source: again.source, screen: again.screen, isOn, state: offline.auth.state },
    refreshes: counts['POST /api/v2/auth/refresh'],
    posts: counts['POST /api/v1/posts'],
    events,
    faults,
  };
}

main().then(
  (result) => print(JSON.stringify(result)),
  (error) => print(`${error?.code} ${error?.message}\n${error?.stack}`),
);
