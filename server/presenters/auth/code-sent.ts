import type { CodeSentBody } from '../../schemas/auth/fields.ts';
import type { CodeSent } from '../../services/auth/otp/send-code.ts';

export function presentCodeSent({ message, cooldownSeconds, channel, fallbackSeconds }: CodeSent): CodeSentBody {
  return { message, cooldownSeconds, channel, fallbackSeconds };
}
