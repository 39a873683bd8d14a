import { createHmac } from 'node:crypto';
import { RECEIPT_SECRETS } from './fake-providers.ts';

export interface Answered {
  readonly status: number;
  readonly text: string;
}

/** A batch of WhatsApp's receipts, signed as Meta signs it. */
export function whatsappReceipt(
  server: { readonly url: string },
  statuses: readonly (readonly [id: string, status: string])[],
  { secret = RECEIPT_SECRETS.appSecret as string, provider = 'meta' } = {},
): Promise<Answered> {
  const changes = statuses.map(([id, status]) => ({
    field: 'messages',
    value: {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: '15550100009', phone_number_id: '106540352242922' },
      statuses: [{ id, status, timestamp: '1790000000', recipient_id: '966501234567' }],
    },
  }));
  return postSigned(server, provider, { object: 'whatsapp_business_account', entry: [{ id: '1', changes }] }, secret);
}

/** Any body with the signature of Meta. */
export function postSigned(server: { readonly url: string }, provider: string, body: unknown, secret: string): Promise<Answered> {
  const bytes = typeof body === 'string' ? body : JSON.stringify(body);
  const signature = createHmac('sha256', secret).update(bytes).digest('hex');
  return post(server, provider, bytes, { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` });
}

interface TwilioOptions {
  readonly token?: string;
  readonly provider?: string;
  readonly publicUrl?: string;
}

/** The address at which people reach the server, which Twilio calls and signs. */
export const PUBLIC_URL = 'https://diwan.example.com';

/** One of Twilio's receipts, signed as Twilio signs it. */
export function twilioReceipt(
  server: { readonly url: string },
  [sid, status]: readonly [id: string, status: string],
  { token = RECEIPT_SECRETS.authToken, provider = 'twilio', publicUrl = PUBLIC_URL }: TwilioOptions = {},
): Promise<Answered> {
  const fields = {
    AccountSid: 'AC0123456789abcdef',
    ApiVersion: '2010-04-01',
    From: '+15550109999',
    MessageSid: sid,
    MessageStatus: status,
  };
  const text = Object.entries({ ...fields, SmsSid: sid, SmsStatus: status, To: '+966501234567' })
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => name + value)
    .join('');
  const signature = createHmac('sha1', token).update(`${publicUrl}/hooks/messaging/${provider}${text}`).digest('base64');
  const form = new URLSearchParams({ To: '+966501234567', ...fields, SmsSid: sid, SmsStatus: status });
  return post(server, provider, form.toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': signature,
  });
}

export async function post(
  server: { readonly url: string },
  provider: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const answer = await fetch(`${server.url}/hooks/messaging/${provider}`, { method: 'POST', body, headers });
  return { status: answer.status, text: await answer.text() };
}
