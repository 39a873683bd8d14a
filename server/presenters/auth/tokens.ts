import type { TokensBody } from '../../schemas/auth/fields.ts';
import type { OperatorTokensBody } from '../../schemas/auth/operators/operator-tokens.ts';
import type { OperatorTokenPair } from '../../services/auth/operators/operator-sessions.ts';
import type { TokenPair } from '../../services/auth/sessions/sessions.ts';

export function presentTokens({ accessToken, refreshToken, tokenType, expiresIn }: TokenPair): TokensBody {
  return { accessToken, refreshToken, tokenType, expiresIn };
}

export function presentOperatorTokens({ access, refresh }: OperatorTokenPair): OperatorTokensBody {
  return { access, refresh };
}
