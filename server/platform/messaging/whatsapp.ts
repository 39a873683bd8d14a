import type { Config } from '../../config/types.ts';
import { propertyOf } from '../property-of.ts';
import type { Channel } from './channel.ts';
import type { OtpMessage } from './message.ts';
import { ProviderClient } from './provider-client.ts';

type WhatsappAccount = NonNullable<Config['whatsapp']>;

/** The WhatsApp Cloud API with an approved authentication template, which defines the text. */
export function whatsappChannel(account: WhatsappAccount, budgetSeconds: number): Channel {
  const client = new ProviderClient(budgetSeconds);
  const url = `${account.apiUrl}/${account.phoneNumberId}/messages`;
  const headers = { authorization: `Bearer ${account.token}`, 'content-type': 'application/json', accept: 'application/json' };
  return {
    name: 'whatsapp',
    send: (message) => client.post({ url, headers, body: JSON.stringify(templateMessage(message, account.template)), isAccepted }),
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

function isAccepted(answer: unknown): boolean {
  const messages = propertyOf(answer, 'messages');
  return Array.isArray(messages) && typeof propertyOf(messages[0], 'id') === 'string';
}
