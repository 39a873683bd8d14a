import type { Config } from '../../config/types.ts';
import { propertyOf } from '../property-of.ts';
import type { Channel } from './channel.ts';
import { ProviderClient, type SendOutcome } from './provider-client.ts';
import { codeText, noticeText } from './texts.ts';

type SmsAccount = NonNullable<Config['sms']>;

/** Twilio's Messages API, or a compatible one. */
export function smsChannel(account: SmsAccount, budgetSeconds: number): Channel {
  const client = new ProviderClient(budgetSeconds);
  const url = `${account.apiUrl}/2010-04-01/Accounts/${account.accountSid}/Messages.json`;
  const credentials = Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64');
  const headers = {
    authorization: `Basic ${credentials}`,
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
  };
  const sendText = (phone: string, text: string): Promise<void> => {
    const form = new URLSearchParams({ To: phone, From: account.from, Body: text });
    return client.post({ url, headers, body: form.toString(), readOutcome });
  };
  return {
    name: 'sms',
    send: (message) => sendText(message.phone, codeText(message)),
    notify: (notice) => sendText(notice.phone, noticeText(notice)),
  };
}

const FAILED: ReadonlySet<unknown> = new Set(['failed', 'undelivered', 'canceled']);

/** The API may create a message that has failed already: by its status, or by an error code beside any other status. */
function readOutcome(answer: unknown): SendOutcome {
  if (typeof propertyOf(answer, 'sid') !== 'string') return 'bad_answer';
  const hasError = (propertyOf(answer, 'error_code') ?? null) !== null;
  return hasError || FAILED.has(propertyOf(answer, 'status')) ? 'not_sent' : 'accepted';
}
