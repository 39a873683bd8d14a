import { pathPart, sender } from '../../../config/readers/provider-readers.ts';
import { issued } from '../../../config/readers/secret.ts';
import { propertyOf } from '../../property-of.ts';
import type { Channel } from '../channel.ts';
import { ProviderClient, type SendOutcome } from '../provider-client.ts';
import { twilioReceipts } from '../receipts/twilio-receipts.ts';
import { object, text } from '../routes/shapes.ts';
import { codeText, noticeText } from '../texts.ts';
import { type ConnectOptions, providerType, providerUrl } from './provider-type.ts';

interface TwilioAccount {
  readonly url: string;
  readonly accountSid: string;
  readonly authToken: string;
  readonly from: string;
}

/** Twilio's Messages API, or a compatible one. */
export const twilioType = providerType<TwilioAccount>({
  prose: "sends SMS by Twilio's Messages API or one like it",
  kind: 'sms',
  settings: object({ url: providerUrl, accountSid: text(pathPart), authToken: text(issued), from: text(sender) }),
  sender: () => ({ isRequired: false, read: sender }),
  connect: twilioChannel,
  receipts: ({ authToken }, hookUrl) => (hookUrl === null ? null : twilioReceipts(authToken, hookUrl)),
});

function twilioChannel(account: TwilioAccount, { budgetSeconds, hookUrl }: ConnectOptions): Channel {
  const client = new ProviderClient(budgetSeconds);
  const url = `${account.url}/2010-04-01/Accounts/${account.accountSid}/Messages.json`;
  const credentials = Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64');
  const headers = {
    authorization: `Basic ${credentials}`,
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
  };
  const callback = hookUrl === null ? {} : { StatusCallback: hookUrl };
  const sendText = (phone: string, text: string, from: string | null, more = {}): Promise<string | null> => {
    const form = new URLSearchParams({ To: phone, From: from ?? account.from, Body: text, ...more });
    return client.send({ method: 'POST', url, headers, body: form.toString(), readOutcome });
  };
  return {
    send: (message, from) => sendText(message.phone, codeText(message), from, callback),
    notify: (notice, from) => sendText(notice.phone, noticeText(notice), from),
  };
}

const FAILED: ReadonlySet<unknown> = new Set(['failed', 'undelivered', 'canceled']);

/** The API may create a message that has failed already: by its status, or by an error code beside any other status. */
function readOutcome(answer: unknown): SendOutcome {
  const messageId = propertyOf(answer, 'sid');
  if (typeof messageId !== 'string') return 'bad_answer';
  const hasError = (propertyOf(answer, 'error_code') ?? null) !== null;
  return hasError || FAILED.has(propertyOf(answer, 'status')) ? 'not_sent' : { messageId };
}
