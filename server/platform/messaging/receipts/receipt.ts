import { createHash, timingSafeEqual } from 'node:crypto';

/** The states of a message, in the order in which it reaches them; `failed` is the other end. */
export const MESSAGE_STATES = ['queued', 'sent', 'delivered', 'read', 'failed'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** A provider's word on one message. */
export interface Receipt {
  /** The id that the provider gave the message. */
  readonly messageId: string;
  readonly state: MessageState;
}

/** A request of a provider, as it arrived. */
export interface HookRequest {
  header(name: string): string | undefined;
  readonly body: Buffer;
}

/** How a provider reports what happened to messages. */
export interface Receipts {
  /** null when the signature is wrong. Content that says nothing about a message is no receipt. */
  read(request: HookRequest): readonly Receipt[] | null;
  /** The answer to the provider's question whether the address is ours, null for a wrong token. Absent where no provider asks. */
  readonly confirm?: ((query: (name: string) => string | undefined) => string | null) | undefined;
}

/** Whether a message changes its state: states only grow, a failure is final, and a message that arrived cannot fail. */
export function grows(from: MessageState, to: MessageState): boolean {
  if (from === 'failed') return false;
  if (to === 'failed') return from === 'queued' || from === 'sent';
  return MESSAGE_STATES.indexOf(to) > MESSAGE_STATES.indexOf(from);
}

/** Compares in constant time, whatever the lengths are. */
export function isSameText(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
