import { pathPart, templateName } from '../../../config/readers/provider-readers.ts';
import { issued } from '../../../config/readers/secret.ts';
import { propertyOf } from '../../property-of.ts';
import type { Channel } from '../channel.ts';
import type { OtpMessage } from '../message.ts';
import { ProviderClient, type SendOutcome } from '../provider-client.ts';
import { whatsappReceipts } from '../receipts/whatsapp-receipts.ts';
import { object, optional, text } from '../routes/shapes.ts';
import { type ConnectOptions, providerType, providerUrl } from './provider-type.ts';

interface WhatsappAccount {
  readonly url: string;
  readonly phoneNumberId: string;
  readonly token: string;
  readonly template: string;
  readonly appSecret: string | null;
  readonly verifyToken: string | null;
}

/** The WhatsApp Cloud API with an approved authentication template, which defines the text. */
export const whatsappType = providerType<WhatsappAccount>({
  prose: 'sends WhatsApp messages by the Cloud API, with an approved authentication template',
  kind: 'whatsapp',
  settings: object({
    url: providerUrl,
    phoneNumberId: text(pathPart),
    token: text(issued),
    template: text(templateName),
    // for the receipts of messages
    appSecret: optional(text(issued), null),
    verifyToken: optional(text(issued), null),
  }),
  sender: () => null,
  connect: whatsappChannel,
  receipts: ({ appSecret, verifyToken }) => (appSecret === null ? null : whatsappReceipts(appSecret, verifyToken)),
});

function whatsappChannel(account: WhatsappAccount, { budgetSeconds }: ConnectOptions): Channel {
  const client = new ProviderClient(budgetSeconds);
  const url = `${account.url}/${account.phoneNumberId}/messages`;
  const headers = { authorization: `Bearer ${account.token}`, 'content-type': 'application/json', accept: 'application/json' };
  return {
    send: (message) =>
      client.send({ method: 'POST', url, headers, body: JSON.stringify(templateMessage(message, account.template)), readOutcome }),
  };
}

/** The code is a parameter of the text, and of the button that copies it. */
function templateMessage({ phone, code, language }: OtpMessage, template: string): object {
  const parameters = [{ type: 'text', text: code }];
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: phone,
    type: 'template',
    template: {
      name: template,
      language: { code: language },
      components: [
        { type: 'body', parameters },
        { type: 'button', sub_type: 'url', index: '0', parameters },
      ],
    },
  };
}

/** The states of a message that WhatsApp holds back although it answers 200: the code would arrive too late, or never. */
const HELD_BACK: ReadonlySet<unknown> = new Set(['paused', 'held_for_quality_assessment', 'failed', 'rejected', 'canceled', 'undelivered']);

function readOutcome(answer: unknown): SendOutcome {
  const messages = propertyOf(answer, 'messages');
  const message: unknown = Array.isArray(messages) ? messages[0] : undefined;
  const messageId = propertyOf(message, 'id');
  if (typeof messageId !== 'string') return 'bad_answer';
  return HELD_BACK.has(propertyOf(message, 'message_status')) ? 'not_sent' : { messageId };
}
