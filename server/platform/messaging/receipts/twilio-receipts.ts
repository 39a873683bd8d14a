import { createHmac } from 'node:crypto';
import { isSameText, type MessageState, type Receipt, type Receipts } from './receipt.ts';

/** https://www.twilio.com/docs/messaging/guides/track-outbound-message-status */
const STATES: ReadonlyMap<string, MessageState> = new Map([
  ['accepted', 'queued'],
  ['scheduled', 'queued'],
  ['queued', 'queued'],
  ['sending', 'queued'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['undelivered', 'failed'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
]);

/** Reports as a form for each state, signed by the token of the account. `url` is the address that Twilio calls. */
export function twilioReceipts(authToken: string, url: string): Receipts {
  return {
    read: ({ header, body }) => {
      const form = new URLSearchParams(body.toString('utf8'));
      return isSameText(header('x-twilio-signature') ?? '', signatureOf(authToken, url, form)) ? receiptsIn(form) : null;
    },
  };
}

/** https://www.twilio.com/docs/usage/security: the address, then each name and value in the order of the names. */
function signatureOf(authToken: string, url: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].sort();
  const fields = names.flatMap((name) => [...new Set(form.getAll(name))].sort().map((value) => name + value));
  return createHmac('sha1', authToken)
    .update(url + fields.join(''), 'utf8')
    .digest('base64');
}

function receiptsIn(form: URLSearchParams): Receipt[] {
  const messageId = form.get('MessageSid') ?? form.get('SmsSid');
  const state = STATES.get(form.get('MessageStatus') ?? form.get('SmsStatus') ?? '');
  return messageId === null || state === undefined ? [] : [{ messageId, state }];
}
