import type { CodeSentBody } from '../../schemas/auth/fields.ts';
import type { CodeSent } from '../../services/auth/otp/send-code.ts';

export function presentCodeSent({ message, cooldownSeconds, channel }: CodeSent): CodeSentBody {
  // no provider reports yet whether a message arrived
  return { message, cooldownSeconds, channel, fallbackSeconds: null };
}
