import { type Answer, ask } from '../../support/requests/wire.ts';
import type { TestServer } from '../../support/server.ts';
import { PASSWORD } from '../support.ts';

export const SESSION = '/console/session';
export const REFRESH = '/console/session/refresh';

type Headers = Record<string, string>;

/** A cookie as the server set it: its value, and its attributes as they were sent. */
export interface SetCookie {
  readonly value: string;
  readonly attributes: readonly string[];
}

/** The cookies that an answer sets, by name. */
export function cookiesOf({ headers }: Pick<Answer, 'headers'>): Record<string, SetCookie> {
  const cookies = (headers['set-cookie'] ?? []).map((line) => {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split('=');
    return [name, { value, attributes }] as const;
  });
  return Object.fromEntries(cookies);
}

/** A browser with its cookies, on a page of the server. */
export class Browser {
  cookies: Record<string, string> = {};
  readonly #url: string;
  readonly #headers: Headers;

  constructor({ url }: Pick<TestServer, 'url'>, headers: Headers = {}) {
    this.#url = url;
    this.#headers = headers;
  }

  /** Sends one request with the cookies of this moment, and stores those of the answer. */
  async send(method: 'POST' | 'DELETE', path: string, { body, headers = {} }: { body?: object; headers?: Headers } = {}): Promise<Answer> {
    const cookie = Object.entries(this.cookies).map(([name, value]) => `${name}=${value}`);
    const own = { 'Sec-Fetch-Site': 'same-origin', ...(cookie.length > 0 && { Cookie: cookie.join('; ') }), ...this.#headers, ...headers };
    const answer = await ask(this.#url, path, { method, headers: own, ...(body !== undefined && { body }) });
    for (const [name, { value, attributes }] of Object.entries(cookiesOf(answer))) {
      if (attributes.includes('Max-Age=0')) delete this.cookies[name];
      else this.cookies[name] = value;
    }
    return answer;
  }

  signIn(username: string, more: object = {}): Promise<Answer> {
    return this.send('POST', SESSION, { body: { username, password: PASSWORD, ...more } });
  }

  refresh(headers: Headers = {}): Promise<Answer> {
    return this.send('POST', REFRESH, { body: {}, headers });
  }

  signOut(): Promise<Answer> {
    return this.send('DELETE', SESSION);
  }
}
