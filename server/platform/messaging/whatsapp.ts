import type { Config } from '../../config/types.ts';
import type { Channel } from './channel.ts';
import type { OtpMessage } from './delivery.ts';
import { ProviderClient } from './provider-client.ts';

type WhatsappAccount = NonNullable<Config['whatsapp']>;

/** The WhatsApp Cloud API with an approved authentication template, which that API writes the text of. */
export function whatsappChannel(account: WhatsappAccount, budgetSeconds: number): Channel {
  const client = new ProviderClient(budgetSeconds);
  const url = `${account.apiUrl}/${account.phoneNumberId}/messages`;
  const headers = { authorization: `Bearer ${account.token}`, 'content-type': 'application/json', accept: 'application/json' };
  return {
    name: 'whatsapp',
    send: (message) => client.post({ url, headers, body: JSON.stringify(templateMessage(message, account.template)), isTaken }),
  };
}

/** The code stands in the text and, for the button that copies it, once more. */
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

function isTaken(answer: unknown): boolean {
  const messages = (answer as { messages?: unknown } | null)?.messages;
  const first: unknown = Array.isArray(messages) ? messages[0] : null;
  return typeof (first as { id?: unknown } | null | undefined)?.id === 'string';
}
