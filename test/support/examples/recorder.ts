import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { jsonOf } from '../../../server/platform/http/endpoint.ts';
import type { OpenApiExamples } from '../../../server/platform/openapi/types.ts';
import { servedRows } from '../documents/inventory.ts';
import type { MailServer } from '../programs/mail-server.ts';
import { until } from '../programs/process.ts';
import { client, isDryRun } from '../requests/client.ts';
import type { TestServer } from '../server.ts';
import { normalise } from './normalise.ts';

type Sent = Record<string, unknown>;

/** The credentials of a request: the platform key, the latest tokens of a user or an operator, or none. */
type As = 'key' | 'user' | 'operator' | 'anyone';

export interface Request {
  readonly as?: As;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: string;
  readonly body?: Sent;
}

interface RecorderOptions {
  readonly smtp?: MailServer | null;
  readonly isKeyed?: boolean;
  readonly webhookUrl?: string;
}

/** Sends the example requests to a server and keeps what was sent and answered, by operation. */
export class Recorder {
  readonly examples: Record<string, { body?: unknown; answer?: unknown; dryRun?: unknown }> = {};
  readonly #server: TestServer;
  readonly #smtp: MailServer | null;
  readonly #isKeyed: boolean;
  /** A receiver of webhooks at this machine. */
  readonly webhookUrl: string;
  readonly #tokens: Partial<Record<As, string>> = {};
  /** The cookies of a browser, which only endpoints for browsers get. */
  #cookies: readonly string[] = [];

  /** `isKeyed` sends an `Idempotency-Key` to each endpoint that honours it. */
  constructor(server: TestServer, { smtp = null, isKeyed = false, webhookUrl = '' }: RecorderOptions) {
    this.#server = server;
    this.#smtp = smtp;
    this.#isKeyed = isKeyed;
    this.webhookUrl = webhookUrl;
  }

  /** Uses this access token for further requests of a user or an operator. */
  signIn(as: 'user' | 'operator', token: unknown): void {
    this.#tokens[as] = String(token);
  }

  /** The code in the only mail to the address; waits for the mail. */
  async mailedCode(address: string): Promise<string> {
    const found = () => this.#smtp?.mails.find(({ to }) => to.includes(address));
    await until(() => found() !== undefined);
    return /\d{6}/.exec(found()?.email.text ?? '')?.[0] ?? '';
  }

  /** The token of the reset link that was mailed to the address; waits for the mail. */
  async mailedToken(address: string): Promise<string> {
    const found = () => this.#smtp?.mails.find(({ to, email }) => to.includes(address) && email.text?.includes('/reset?') === true);
    await until(() => found() !== undefined);
    return /token=(\S+)/.exec(found()?.email.text ?? '')?.[1] ?? '';
  }

  /** The id of the first delivery of a webhook; waits until it was tried. */
  async delivered(webhookId: unknown): Promise<number> {
    const read = () => client(this.#server, { apiKey: this.#server.apiKey }).get(`/admin/webhooks/${webhookId}/deliveries?state=delivered`);
    await until(async () => (await read()).body.data.length > 0);
    return (await read()).body.data[0].id;
  }

  /** The body of the answer. The first request of an operation is its example. @throws when the status is not the documented one */
  async send(operationId: string, { as = 'anyone', params = {}, query = '', body }: Request = {}): Promise<Sent> {
    const served = servedRows().find(({ endpoint }) => endpoint.handler.name === operationId);
    assert.ok(served, `no operation is called ${operationId}`);
    const { endpoint, method, address } = served;
    const path = address.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const token = this.#tokens[as];
    const credentials = as === 'key' ? { apiKey: this.#server.apiKey } : token === undefined ? {} : { token };
    const isOfBrowser = endpoint.isForBrowser === true;
    const headers: Record<string, string> = {
      ...(this.#isKeyed && endpoint.idempotent === true && { 'Idempotency-Key': randomUUID() }),
      ...(isOfBrowser && { 'Sec-Fetch-Site': 'same-origin', Cookie: this.#cookies.join('; ') }),
    };
    const api = client(this.#server, { ...credentials, headers }, '');
    const answer = await api[method](path + query, body);
    if (isOfBrowser) this.#cookies = answer.get('Set-Cookie')?.map((cookie) => cookie.split(';', 1).join()) ?? [];
    const known = this.examples[operationId];
    const isTried = isDryRun(query);
    assert.equal(answer.status, isTried ? 200 : [endpoint.status ?? 200].flat()[0], `${operationId}: ${JSON.stringify(answer.body)}`);
    if (isTried) this.examples[operationId] = { dryRun: answer.body, ...known };
    if (isTried || (known !== undefined && !('dryRun' in known && Object.keys(known).length === 1))) return answer.body;
    this.examples[operationId] = {
      ...known,
      ...(body === undefined ? {} : { body }),
      ...(jsonOf(endpoint.reply) === null ? {} : { answer: operationId.startsWith('export') ? shortened(answer.body) : answer.body }),
    };
    return answer.body;
  }

  /** Keeps the answer of an operations endpoint, without all but the first entry of its list. */
  async read(operationId: string, path: string): Promise<void> {
    const answer = await fetch(this.#server.url + path);
    assert.equal(answer.status, 200, path);
    this.examples[operationId] = { answer: shortened(await answer.json()) };
  }

  /** All examples by operation, with fixed values in place of those that differ in each run. */
  finish(): OpenApiExamples {
    const sorted = Object.entries(this.examples).sort(([a], [b]) => (a < b ? -1 : 1));
    return normalise(Object.fromEntries(sorted));
  }
}

/** The body with only the oldest entry of each list. */
function shortened(body: unknown): object {
  const time = (entry: unknown): string => String(Reflect.get(Object(entry), 'createdAt'));
  const oldest = (list: readonly unknown[]): unknown[] => list.toSorted((a, b) => time(a).localeCompare(time(b))).slice(0, 1);
  return Object.fromEntries(Object.entries(Object(body)).map(([name, value]) => [name, Array.isArray(value) ? oldest(value) : value]));
}
