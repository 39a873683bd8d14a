/* global Scalar */
/** Starts Scalar with the document of this server, and lets people sign in instead of pasting a token. */
(() => {
  const STORAGE_KEY = 'diwan-docs-session';
  const REFRESH_BEFORE_MS = 60_000;
  /** A longer timer would fire at once. */
  const LONGEST_TIMER_MS = 2 ** 31 - 1;

  /** The two ways to sign in: what to send and where the tokens are in the answer. */
  const WAYS = {
    operator: {
      path: '/api/v1/auth/auth/token',
      refreshPath: '/api/v1/auth/auth/token/refresh',
      nameLabel: 'Username',
      signInBody: ({ name, password }) => ({ username: name, password }),
      refreshBody: (refresh) => ({ refresh }),
      tokensOf: ({ access, refresh }) => ({ access, refresh }),
    },
    user: {
      path: '/api/v2/auth/login',
      refreshPath: '/api/v2/auth/refresh',
      nameLabel: 'Phone, with country code',
      signInBody: ({ name, password, project }) => ({ phone: name, password, ...(project && { projectId: Number(project) }) }),
      refreshBody: (refresh) => ({ refresh_token: refresh }),
      tokensOf: ({ tokens, accessToken, refreshToken }) => ({
        access: tokens?.accessToken ?? accessToken,
        refresh: tokens?.refreshToken ?? refreshToken,
      }),
    },
  };

  /** `true` hides a language of the samples, a list hides some of its libraries. The others are options of the select element. */
  const HIDDEN_CLIENTS = {
    ...Object.fromEntries(
      'c clojure csharp fsharp go http java julia node objc ocaml php powershell python r ruby rust'.split(' ').map((name) => [name, true]),
    ),
    shell: ['httpie', 'wget'],
    js: ['axios', 'jquery', 'ofetch', 'xhr'],
  };

  /** The place where Scalar keeps the chosen language. */
  const LANGUAGE_KEY = 'scalar-reference-selected-client-v2';

  const firstRequest = (paths) => {
    const tag = paths['/healthz'].get.tags[0].toLowerCase().replaceAll(' ', '-');
    const link = `[GET /healthz](#tag/${tag}/GET/healthz)`;
    return `**First request.** Open ${link}, then press *Test Request* and *Send*. Sign in above to call endpoints that need a token.`;
  };

  const byId = (id) => document.getElementById(id);
  const root = byId('reference');
  const documentUrl = new URL(root.dataset.document, location.href);
  const serverUrl = new URL('.', documentUrl).href.replace(/\/$/, '');

  const post = async (path, body) => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(serverUrl + path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null);
    if (response === null) throw new Error('The server did not answer. Check that it is running, then try again.');
    const reply = await response.json().catch(() => ({}));
    if (!response.ok) throw Object.assign(new Error(messageOf(reply, response.status)), { status: response.status });
    return reply;
  };

  const messageOf = ({ message, errors = [] }, status) =>
    [message ?? `The server answered ${status}.`, ...errors.map((fault) => `${fault.field}: ${fault.message}`)].join(' ');

  const expiryOf = (token) => JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/'))).exp * 1000;

  const readSession = () => JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null');

  let reference = null;
  let refreshTimer = 0;

  /** Shows who is signed in and gives the token to Scalar; null signs out. The token is kept until the tab is closed. */
  const useSession = (session) => {
    clearTimeout(refreshTimer);
    if (session === null) sessionStorage.removeItem(STORAGE_KEY);
    else {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(session));
      refreshTimer = setTimeout(
        refreshSession,
        Math.min(LONGEST_TIMER_MS, Math.max(0, expiryOf(session.access) - Date.now() - REFRESH_BEFORE_MS)),
      );
    }
    byId('signed-in').hidden = session === null;
    byId('open-sign-in').hidden = session !== null;
    byId('signed-in-name').textContent = session?.name ?? '';
    reference?.updateConfiguration({ ...reference.getConfiguration(), authentication: authenticationOf(session) });
  };

  const refreshSession = async () => {
    const session = readSession();
    if (session === null) return;
    const way = WAYS[session.way];
    try {
      useSession({ ...session, ...way.tokensOf(await post(way.refreshPath, way.refreshBody(session.refresh))) });
    } catch (error) {
      if (error.status === 401) useSession(null);
      else refreshTimer = setTimeout(refreshSession, REFRESH_BEFORE_MS);
    }
  };

  const authenticationOf = (session) => ({
    preferredSecurityScheme: 'bearerJwt',
    securitySchemes: { bearerJwt: { token: session?.access ?? '' } },
  });

  const wireSignIn = (paths) => {
    const dialog = byId('sign-in');
    const form = dialog.querySelector('form');
    const available = Object.keys(WAYS).filter((way) => WAYS[way].path in paths);
    if (available.length === 0) return byId('session').remove();
    const chooseWay = () => {
      const way = form.elements.way.value;
      byId('name-label').textContent = WAYS[way].nameLabel;
      byId('project-field').hidden = way !== 'user';
    };
    for (const option of form.elements.way) option.parentElement.hidden = !available.includes(option.value);
    form.elements.way.value = available[0];
    chooseWay();
    form.addEventListener('change', chooseWay);
    byId('open-sign-in').addEventListener('click', () => dialog.showModal());
    byId('close-sign-in').addEventListener('click', () => dialog.close());
    byId('sign-out').addEventListener('click', () => useSession(null));
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const { way, ...fields } = Object.fromEntries(new FormData(form));
      const fault = byId('sign-in-fault');
      fault.textContent = '';
      form.inert = true;
      try {
        const tokens = WAYS[way].tokensOf(await post(WAYS[way].path, WAYS[way].signInBody(fields)));
        useSession({ way, name: fields.name, ...tokens });
        form.elements.password.value = '';
        dialog.close();
      } catch (error) {
        fault.textContent = error.message;
      } finally {
        form.inert = false;
      }
    });
  };

  /** Lets people choose the language of all samples where they see it, above the page. Each sample has the same choice. */
  const wireLanguages = () => {
    const select = byId('language');
    const showChoice = () => {
      select.value = localStorage.getItem(LANGUAGE_KEY) ?? select.options[0].value;
    };
    showChoice();
    select.addEventListener('focus', showChoice);
    select.addEventListener('change', () => {
      const [targetKey, clientKey] = select.value.split('/');
      reference.updateConfiguration({ ...reference.getConfiguration(), defaultHttpClient: { targetKey, clientKey } });
    });
  };

  const start = async () => {
    const response = await fetch(documentUrl);
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    const content = await response.json();
    content.servers = [{ url: serverUrl, description: 'This server' }];
    content.info.description = `${firstRequest(content.paths)}\n\n${content.info.description}`;
    wireSignIn(content.paths);
    root.replaceChildren();
    reference = Scalar.createApiReference(root, {
      content,
      authentication: authenticationOf(readSession()),
      hiddenClients: HIDDEN_CLIENTS,
      defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
      withDefaultFonts: false,
      defaultOpenFirstTag: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      documentDownloadType: 'json',
      agent: { disabled: true },
      mcp: { disabled: true },
      telemetry: false,
    });
    wireLanguages();
    useSession(readSession());
  };

  start().catch((error) => {
    root.textContent = `The API reference cannot be shown: ${error.message} Reload the page to try again.`;
  });
})();
