import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../../server/config/types.ts';
import { readSms, readWhatsapp, SMS_TAKEN, sendJson, whatsappTaken } from './provider-apis.ts';
import { BROKEN_ANSWERS, type Breakage } from './provider-breakages.ts';
import type { FakeMessage, ProviderCall, ProviderChannel } from './provider-call.ts';

export interface FakeProviders {
  /** Both channels, WhatsApp first, for `startServer({ env })`. */
  readonly env: Environment;
  /** The same two as providers of MESSAGING_FILE, `meta` and `twilio`, both with receipts. */
  readonly providers: Readonly<Record<'meta' | 'twilio', object>>;
  readonly messages: readonly FakeMessage[];
  readonly calls: readonly ProviderCall[];
  /** Why calls were refused that did not keep to the API. */
  readonly faults: readonly string[];
  /** The code of the latest message to a phone; waits up to 30 s for the first. */
  codeFor(phone: string): Promise<string>;
  break(channel: ProviderChannel, how: Breakage): void;
  mend(): void;
  /** Forgets messages and calls. */
  clear(): void;
  /** Calls that are neither answered nor abandoned. */
  underWay(channel: ProviderChannel): number;
  /** The bytes that were written to connections which are closed by now. */
  bytesSent(channel: ProviderChannel): number;
  close(): Promise<void>;
}

const CODE_WAIT_MS = 30_000;
const POLL_MS = 5;
const CREDENTIALS = {
  WHATSAPP_PHONE_NUMBER_ID: '106540352242922',
  WHATSAPP_TOKEN: 'EAAJB-fake-whatsapp-token',
  WHATSAPP_TEMPLATE: 'verification_code',
  SMS_ACCOUNT_SID: 'AC0123456789abcdef',
  SMS_AUTH_TOKEN: 'fake-sms-auth-token',
  SMS_FROM: '+15550109999',
};

/** The secrets by which the providers sign receipts. */
export const RECEIPT_SECRETS = {
  appSecret: 'app-secret-of-the-fake-0123456789',
  verifyToken: 'verify-token-of-the-fake',
  authToken: CREDENTIALS.SMS_AUTH_TOKEN,
} as const;

/**
 * The WhatsApp Cloud API and Twilio's Messages API on two free ports: strict about what they are sent, and breakable one by one. Other
 * credentials take the place of their own.
 */
export async function startFakeProviders(others: Partial<typeof CREDENTIALS> = {}): Promise<FakeProviders> {
  const record: ProviderRecord = { messages: [], calls: [], faults: [] };
  const credentials = { ...CREDENTIALS, ...others };
  const providers = { whatsapp: new FakeProvider('whatsapp', record, credentials), sms: new FakeProvider('sms', record, credentials) };
  await Promise.all([providers.whatsapp.start(), providers.sms.start()]);
  return {
    ...record,
    env: {
      OTP_CHANNELS: 'whatsapp,sms',
      ...credentials,
      WHATSAPP_API_URL: `${providers.whatsapp.url}/v23.0`,
      SMS_API_URL: providers.sms.url,
    },
    providers: {
      meta: {
        type: 'whatsapp',
        url: `${providers.whatsapp.url}/v23.0`,
        phoneNumberId: credentials.WHATSAPP_PHONE_NUMBER_ID,
        token: credentials.WHATSAPP_TOKEN,
        template: credentials.WHATSAPP_TEMPLATE,
        appSecret: RECEIPT_SECRETS.appSecret,
        verifyToken: RECEIPT_SECRETS.verifyToken,
      },
      twilio: {
        type: 'twilio',
        url: providers.sms.url,
        accountSid: credentials.SMS_ACCOUNT_SID,
        authToken: credentials.SMS_AUTH_TOKEN,
        from: credentials.SMS_FROM,
      },
    },
    codeFor: (phone) => waitForCode(record, phone),
    break: (channel, how) => providers[channel].break(how),
    mend: () => {
      providers.whatsapp.mend();
      providers.sms.mend();
    },
    clear: () => {
      for (const list of [record.messages, record.calls, record.faults]) list.length = 0;
    },
    underWay: (channel) => providers[channel].underWay,
    bytesSent: (channel) => providers[channel].bytesSent,
    close: async () => {
      await Promise.all([providers.whatsapp.close(), providers.sms.close()]);
    },
  };
}

interface ProviderRecord {
  readonly messages: FakeMessage[];
  readonly calls: ProviderCall[];
  readonly faults: string[];
}

async function waitForCode(record: ProviderRecord, phone: string): Promise<string> {
  for (let waited = 0; waited <= CODE_WAIT_MS; waited += POLL_MS) {
    const message = record.messages.findLast((one) => one.phone === phone);
    if (message !== undefined) return message.code;
    await sleep(POLL_MS);
  }
  throw new Error(`No code reached the phone within ${CODE_WAIT_MS} ms; refused calls: ${record.faults.join('; ') || 'none'}`);
}

class FakeProvider {
  readonly #channel: ProviderChannel;
  readonly #record: ProviderRecord;
  readonly #credentials: typeof CREDENTIALS;
  readonly #server: Server;
  #breakage: Breakage | null = null;
  #port = 0;
  underWay = 0;
  bytesSent = 0;

  constructor(channel: ProviderChannel, record: ProviderRecord, credentials: typeof CREDENTIALS) {
    this.#channel = channel;
    this.#record = record;
    this.#credentials = credentials;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => this.#record.faults.push(String(error)));
    });
    this.#server.on('connection', (socket) => {
      socket.once('close', () => (this.bytesSent += socket.bytesWritten));
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  break(how: Breakage): void {
    this.mend();
    this.#breakage = how;
    if (how === 'refuse') this.#closePort();
  }

  mend(): void {
    if (this.#breakage === 'refuse') this.#server.listen(this.#port, '127.0.0.1');
    this.#breakage = null;
  }

  async close(): Promise<void> {
    if (this.#breakage === 'refuse') return;
    this.#closePort();
    await once(this.#server, 'close');
  }

  #closePort(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const breakage = this.#breakage;
    this.underWay += 1;
    response.once('close', () => {
      this.underWay -= 1;
    });
    const call = await this.#readCall(request);
    this.#record.calls.push(call);
    if (breakage === null || breakage === 'lost') return this.#take(call, response);
    BROKEN_ANSWERS[breakage](response);
  }

  async #readCall(request: IncomingMessage): Promise<ProviderCall> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return {
      channel: this.#channel,
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
  }

  #take(call: ProviderCall, response: ServerResponse): void {
    const read = this.#channel === 'whatsapp' ? readWhatsapp(call, this.#credentials) : readSms(call, this.#credentials);
    if ('fault' in read) {
      this.#record.faults.push(`${this.#channel}: ${read.fault}`);
      return sendJson(response, read.status, { error: { message: read.fault, code: 100 } });
    }
    const id = `${this.#channel === 'sms' ? 'SM' : 'wamid.'}${randomBytes(16).toString('hex')}`;
    this.#record.messages.push({ channel: this.#channel, id, ...read });
    if (this.#breakage === 'lost') response.socket?.resetAndDestroy();
    else if (this.#channel === 'whatsapp') sendJson(response, 200, whatsappTaken(read.phone, { id }));
    else sendJson(response, 201, { ...SMS_TAKEN, sid: id });
  }
}
