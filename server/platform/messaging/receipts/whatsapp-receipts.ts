import { createHmac } from 'node:crypto';
import { propertyOf } from '../../property-of.ts';
import { isSameText, type MessageState, type Receipt, type Receipts } from './receipt.ts';

/** https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/payload-examples */
const STATES: ReadonlyMap<unknown, MessageState> = new Map([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['failed', 'failed'],
]);
const CHALLENGE = /^[\w-]{1,200}$/;

/** Reports in batches, signed by the secret of the app over the bytes of the body. */
export function whatsappReceipts(appSecret: string, verifyToken: string | null): Receipts {
  return {
    read: ({ header, body }) => {
      const signature = `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
      return isSameText(header('x-hub-signature-256') ?? '', signature) ? receiptsIn(body) : null;
    },
    confirm: verifyToken === null ? undefined : (query) => challengeOf(query, verifyToken),
  };
}

/** https://developers.facebook.com/docs/graph-api/webhooks/getting-started#verification-requests */
function challengeOf(query: (name: string) => string | undefined, verifyToken: string): string | null {
  const challenge = query('hub.challenge') ?? '';
  const isRight = query('hub.mode') === 'subscribe' && isSameText(query('hub.verify_token') ?? '', verifyToken);
  return isRight && CHALLENGE.test(challenge) ? challenge : null;
}

function receiptsIn(body: Buffer): Receipt[] {
  const changes = listIn(parsed(body), 'entry').flatMap((entry) => listIn(entry, 'changes'));
  return changes.flatMap((change) => listIn(propertyOf(change, 'value'), 'statuses')).flatMap(receiptOf);
}

function receiptOf(status: unknown): Receipt[] {
  const messageId = propertyOf(status, 'id');
  const state = STATES.get(propertyOf(status, 'status'));
  return typeof messageId !== 'string' || state === undefined ? [] : [{ messageId, state }];
}

function listIn(value: unknown, name: string): unknown[] {
  const list = propertyOf(value, name);
  return Array.isArray(list) ? list : [];
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
