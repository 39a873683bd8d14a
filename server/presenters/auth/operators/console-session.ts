import type { ConsoleSessionBody } from '../../../schemas/auth/operators/console-session.ts';
import type { ConsoleSession } from '../../../services/auth/sessions/console-session.ts';
import { presentOwnAccount } from './own-account.ts';

export function presentConsoleSession({ tokens, operator }: ConsoleSession, expiresIn: number): ConsoleSessionBody {
  return { access: tokens.access, expiresIn, operator: presentOwnAccount(operator) };
}
