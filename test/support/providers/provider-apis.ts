import type { ServerResponse } from 'node:http';
import Joi from 'joi';
import type { FakeMessage, ProviderCall } from './provider-call.ts';

type Read = Pick<FakeMessage, 'phone' | 'code' | 'language' | 'callback'> | { readonly status: number; readonly fault: string };

interface WhatsappAccount {
  readonly WHATSAPP_PHONE_NUMBER_ID: string;
  readonly WHATSAPP_TOKEN: string;
  readonly WHATSAPP_TEMPLATE: string;
}

interface SmsAccount {
  readonly SMS_ACCOUNT_SID: string;
  readonly SMS_AUTH_TOKEN: string;
  readonly SMS_FROM: string;
}

const E164 = /^\+[1-9]\d{6,14}$/;
const CODE = /^\d{4,10}$/;
const ARABIC = /\p{Script=Arabic}/u;

/** The message of a call to the Cloud API (`/{phone-number-id}/messages`, authentication template), or how that API refuses it. */
export function readWhatsapp(call: ProviderCall, account: WhatsappAccount): Read {
  const fault = callFault(call, {
    path: `/v23.0/${account.WHATSAPP_PHONE_NUMBER_ID}/messages`,
    authorization: `Bearer ${account.WHATSAPP_TOKEN}`,
    contentType: /^application\/json(?:;|$)/,
  });
  if (fault !== null) return fault;
  const { error, value } = templateMessage(account.WHATSAPP_TEMPLATE).validate(parsed(call.body), { convert: false });
  if (error !== undefined) return refused(400, error.message);
  const { to, template } = value as { to: string; template: Template };
  const [inBody, onButton] = template.components.map((component) => component.parameters[0]?.text);
  if (inBody === undefined || inBody !== onButton) return refused(400, 'the code of the button is not that of the body');
  return { phone: to, code: inBody, language: template.language.code, callback: null };
}

/** The message of a call to Twilio (`Messages.json`), or how that API refuses it. */
export function readSms(call: ProviderCall, account: SmsAccount): Read {
  const basic = Buffer.from(`${account.SMS_ACCOUNT_SID}:${account.SMS_AUTH_TOKEN}`).toString('base64');
  const fault = callFault(call, {
    path: `/2010-04-01/Accounts/${account.SMS_ACCOUNT_SID}/Messages.json`,
    authorization: `Basic ${basic}`,
    contentType: /^application\/x-www-form-urlencoded(?:;|$)/,
  });
  if (fault !== null) return fault;
  const form = new URLSearchParams(call.body);
  const [phone, text] = [form.get('To') ?? '', form.get('Body') ?? ''];
  if (!/^Body,From,(?:StatusCallback,)?To$/.test([...form.keys()].sort().join()))
    return refused(400, 'expected To, From and Body, each once, and perhaps StatusCallback');
  const callback = form.get('StatusCallback');
  if (!E164.test(phone)) return refused(400, 'To is not E.164');
  if (form.get('From') !== account.SMS_FROM) return refused(400, 'From is not a number of the account');
  // a notice has one line
  if (text !== '' && !text.includes('\n')) return { phone, callback, code: '', language: ARABIC.test(text) ? 'ar' : 'en' };
  const [, code = ''] = text.split('\n');
  if (!CODE.test(code)) return refused(400, 'the line below the text of Body is not a code');
  return { phone, callback, code, language: ARABIC.test(text) ? 'ar' : 'en' };
}

/** The reply of the Cloud API to an accepted message. */
export function whatsappTaken(phone: string, { status = 'accepted', id = 'wamid.HBgLMTY1MDM4Nzk0MzkVAgARGBI' } = {}): object {
  return {
    messaging_product: 'whatsapp',
    contacts: [{ input: phone, wa_id: phone.slice(1) }],
    messages: [{ id, message_status: status }],
  };
}

/** The reply of Twilio to an accepted message. */
export const SMS_TAKEN = { sid: 'SM0123456789abcdef0123456789abcdef', status: 'queued', error_code: null, error_message: null };

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

interface Expected {
  readonly path: string;
  readonly authorization: string;
  readonly contentType: RegExp;
}

function callFault(call: ProviderCall, expected: Expected): Extract<Read, { fault: string }> | null {
  if (call.headers.authorization !== expected.authorization) return refused(401, 'wrong credentials');
  if (call.path !== expected.path) return refused(404, 'no such path');
  if (call.method !== 'POST') return refused(405, 'expected POST');
  if (!expected.contentType.test(call.headers['content-type'] ?? '')) return refused(400, 'wrong content type');
  return null;
}

function refused(status: number, fault: string): { status: number; fault: string } {
  return { status, fault };
}

interface Template {
  readonly language: { readonly code: 'en' | 'ar' };
  readonly components: readonly { readonly parameters: readonly { readonly text: string }[] }[];
}

function templateMessage(name: string): Joi.ObjectSchema {
  const parameters = Joi.array()
    .length(1)
    .items({ type: 'text', text: Joi.string().pattern(CODE) });
  return Joi.object({
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: Joi.string().pattern(E164),
    type: 'template',
    template: Joi.object({
      name,
      language: { code: Joi.valid('en', 'ar') },
      components: Joi.array().ordered(
        Joi.object({ type: 'body', parameters }),
        Joi.object({ type: 'button', sub_type: 'url', index: '0', parameters }),
      ),
    }),
  })
    .required()
    .options({ presence: 'required' });
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
