import type { Config } from '../../config/types.ts';
import { propertyOf } from '../property-of.ts';
import type { Channel } from './channel.ts';
import { ProviderClient } from './provider-client.ts';
import { codeText } from './texts.ts';

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
  return {
    name: 'sms',
    send: (message) => {
      const form = new URLSearchParams({ To: message.phone, From: account.from, Body: codeText(message) });
      return client.post({ url, headers, body: form.toString(), isAccepted });
    },
  };
}

/** The API may create a message that has failed already. */
function isAccepted(answer: unknown): boolean {
  const status = propertyOf(answer, 'status');
  return typeof propertyOf(answer, 'sid') === 'string' && status !== 'failed' && status !== 'undelivered';
}
