import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Request } from 'express';
import { initModels } from '../../../models/index.ts';
import { signPhoneToken } from '../../../server/platform/auth/access-token.ts';
import { generateKey, writeKeySet } from '../../../server/platform/auth/key-file.ts';
import { Revocations } from '../../../server/platform/auth/revocations.ts';
import { LiveSigningKeys, type SigningKeys } from '../../../server/platform/auth/signing-keys.ts';
import { createTokenGuard, type TokenGuard } from '../../../server/platform/auth/token-guard.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import { migrate } from '../../../server/platform/db/migrations/migrate.ts';
import { RefreshUses } from '../../../server/services/auth/sessions/refresh-uses.ts';
import { movableClock } from '../../auth/support.ts';
import { openScratchDatabase, silent } from '../../support/databases/scratch-database.ts';
import { temporaryFolder } from '../../support/engine.ts';

const SECONDS = 3_600;
const CAPACITY = 100;

/** The keys of a file; counts the look-ups, one for each verified signature. */
class CountedKeys implements SigningKeys {
  readonly #keys: LiveSigningKeys;
  revision = 0;
  checks = 0;

  constructor(keys: LiveSigningKeys) {
    this.#keys = keys;
  }

  get current() {
    return this.#keys.current;
  }

  get jwks() {
    return this.#keys.jwks;
  }

  find(kid: string) {
    this.checks += 1;
    return this.#keys.find(kid);
  }
}

describe('the cache of verified tokens', () => {
  const clock = movableClock();
  let keys: CountedKeys;
  let guard: TokenGuard;
  let db: Database;
  let revocations: Revocations;
  let count = 0;

  before(async () => {
    db = await openScratchDatabase({ initModels });
    await migrate(db, silent);
    revocations = new Revocations(db, { clock, tokenSeconds: SECONDS });
    await revocations.start();
  });
  after(async () => {
    await revocations.stop();
    await db.close();
  });
  beforeEach(async () => {
    const file = path.join(await temporaryFolder(), 'keys.json');
    writeFileSync(file, writeKeySet([generateKey()]));
    keys = new CountedKeys(new LiveSigningKeys(file, clock));
    guard = createTokenGuard({ keys, clock, tokenSeconds: SECONDS, revocations, uses: new RefreshUses(db), maxCached: CAPACITY });
  });

  const newToken = (): { token: string; userId: string; sessionId: string } => {
    count += 1;
    const userId = `8d1f4c1e-58a8-4a63-9d3c-${String(count).padStart(12, '0')}`;
    const sessionId = `session-${count}`;
    const claims = { userId, phone: '+966500000001', projectId: 11, role: 'customer', sessionId, generation: 1 } as const;
    return { token: signPhoneToken(keys, claims, { now: clock.now(), seconds: SECONDS }), userId, sessionId };
  };
  const requestWith = (token: string): Request => {
    const authorization = `Bearer ${token}`;
    return { headers: { authorization }, rawHeaders: ['Authorization', authorization] } as unknown as Request;
  };
  const outcome = (token: string): Promise<string> =>
    guard.verify(requestWith(token)).then(
      (actor) => (actor.kind === 'user' ? actor.id : actor.kind),
      (error: { code: string }) => error.code,
    );

  it('verifies the signature of a token once', async () => {
    const { token, userId } = newToken();
    assert.deepEqual([await outcome(token), await outcome(token), await outcome(token)], [userId, userId, userId]);
    assert.equal(keys.checks, 1);
  });

  it('keeps the actors of different tokens apart', async () => {
    const tokens = Array.from({ length: 50 }, newToken);
    for (let round = 0; round < 2; round += 1)
      assert.deepEqual(
        await Promise.all(tokens.map(({ token }) => outcome(token))),
        tokens.map(({ userId }) => userId),
      );
    assert.equal(keys.checks, 50);
  });

  it('expires a cached token on time, with leeway', async () => {
    const { token, userId } = newToken();
    await outcome(token);
    clock.advance(SECONDS + 4.999);
    assert.equal(await outcome(token), userId);
    clock.advance(0.001);
    assert.deepEqual([await outcome(token), await outcome(token)], ['token_not_valid', 'token_not_valid']);
  });

  it('refuses a cached token after revocation or key removal', async () => {
    const [bySession, byUser, byKey] = [newToken(), newToken(), newToken()];
    for (const { token, userId } of [bySession, byUser, byKey]) assert.equal(await outcome(token), userId);
    await revocations.revoke('session', [bySession.sessionId], clock.now());
    await revocations.revoke('user', [byUser.userId], clock.now());
    for (const { token } of [bySession, byUser])
      assert.deepEqual([await outcome(token), await outcome(token)], ['token_not_valid', 'token_not_valid']);
    keys.find = () => undefined;
    assert.equal(await outcome(byKey.token), byKey.userId, 'as long as the keys are the same');
    keys.revision += 1;
    assert.equal(await outcome(byKey.token), 'token_not_valid');
  });

  it('does not cache a token whose key was dropped meanwhile', async () => {
    const { token, userId } = newToken();
    const find = keys.find.bind(keys);
    keys.find = (kid) => {
      const key = find(kid);
      keys.revision += 1;
      keys.find = () => undefined;
      // another request clears the cache meanwhile
      void outcome(newToken().token);
      return key;
    };
    assert.equal(await outcome(token), userId);
    assert.equal(await outcome(token), 'token_not_valid');
  });

  it('limits a token to the configured lifetime', async () => {
    const { userId, sessionId } = newToken();
    const claims = { userId, phone: '+966500000001', projectId: 11, role: 'customer', sessionId, generation: 1 } as const;
    const token = signPhoneToken(keys, claims, { now: clock.now(), seconds: 2 * SECONDS });
    clock.advance(SECONDS + 4.999);
    assert.equal(await outcome(token), userId);
    clock.advance(0.001);
    assert.equal(await outcome(token), 'token_not_valid');
  });

  it('does not cache an invalid token', async () => {
    const { token } = newToken();
    const [head, payload, signature = ''] = token.split('.');
    const bad = `${head}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    for (let turn = 1; turn <= 3; turn += 1) {
      assert.equal(await outcome(bad), 'token_not_valid');
      assert.equal(keys.checks, turn);
    }
  });

  it('keeps a bounded number of recently used tokens', async () => {
    const first = newToken();
    const second = newToken();
    await outcome(first.token);
    await outcome(second.token);
    const others = CAPACITY - 1;
    const claims = {
      userId: first.userId,
      phone: '+966500000001',
      projectId: 11,
      role: 'customer',
      sessionId: 's',
      generation: 1,
    } as const;
    for (let index = 0; index < others; index += 1) {
      if (index === others - 1) await outcome(first.token);
      await outcome(signPhoneToken(keys, claims, { now: clock.now(), seconds: SECONDS }));
    }
    const before = keys.checks;
    await outcome(first.token);
    assert.equal(keys.checks, before);
    await outcome(second.token);
    assert.equal(keys.checks, before + 1);
  });
});
