// Open index.html?url=http://localhost:3000&app=souq after `npm run build:client`; serve the folder `client` from any origin.
import { createClient, DiwanError } from '../../dist/index.js';

const options = new URLSearchParams(location.search);
const client = createClient({
  url: options.get('url') ?? 'http://localhost:3000',
  app: options.get('app') ?? 'souq',
  projectId: Number(options.get('project') ?? 11),
  appVersion: options.get('version') ?? '1.0.0',
  storage: localStorage,
  onError: show,
});

const form = element('sign-in');

client.onChange(render);
client.flags.onChange(render);
client.auth.onChange(render);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void attempt(signIn);
});
element('sign-out').addEventListener('click', () => void attempt(() => client.auth.signOut()));
element('vote').addEventListener('click', () => void attempt(vote));
addEventListener('online', () => void client.online());
document.addEventListener('visibilitychange', () => void (document.hidden ? client.background() : client.foreground()));

await client.start();
client.events.track('page_opened');
render();

async function signIn() {
  const { phone, code } = Object.fromEntries(new FormData(form));
  if (code === '') await client.auth.sendCode({ phone, purpose: 'register' });
  else await client.auth.register({ phone, code }).catch((error) => signInAgain(error, phone));
}

/** The code was right but the phone has an account: it gets a code to sign in. */
async function signInAgain(error, phone) {
  if (error.code === 'phone_already_registered') await client.auth.sendCode({ phone });
  else if (error.code === 'invalid_otp') return await client.auth.loginWithCode({ phone, code: form.code.value });
  throw error;
}

let postId = null;

async function vote() {
  postId ??= await createPost();
  const { data } = await client.request('POST', '/api/v1/posts/{id}/vote', { params: { id: postId } });
  element('votes').value = `${data.votesCount} vote`;
}

async function createPost() {
  const post = await client.request('POST', '/api/v1/posts', {
    body: { title: 'Dark mode', description: 'For reading at night.', category: 'feature' },
  });
  return post.data.id;
}

function render() {
  const { screen, source } = client.state;
  element('screen').value = screen;
  element('source').value = source;
  element('flag').value = client.flags.isEnabled('new_cart') ? 'on' : 'off';
  element('user').value = client.auth.user?.phone ?? 'no one';
}

async function attempt(work) {
  element('error').textContent = '';
  await work().catch(show);
}

function show(error) {
  element('error').textContent = error instanceof DiwanError ? `${error.code}: ${error.message}` : String(error);
}

function element(id) {
  return document.getElementById(id);
}
