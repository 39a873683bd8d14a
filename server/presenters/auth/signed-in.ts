import type { SignedInBody } from '../../schemas/auth/fields.ts';
import type { SignedIn } from '../../services/auth/sessions/sessions.ts';
import { presentTokens } from './tokens.ts';
import { presentUser } from './user.ts';

export function presentSignedIn({ user, tokens }: SignedIn): SignedInBody {
  return { user: presentUser(user), tokens: presentTokens(tokens) };
}
