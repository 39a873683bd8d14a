import { LRUCache } from 'lru-cache';
import { Op } from 'sequelize';
import { ApiKey } from '../../../models/apps/ApiKey.ts';
import type { ApiKeyDirectory, StoredApiKey } from '../../platform/auth/api-key-guard.ts';
import { TtlCache } from '../../platform/concurrency/ttl-cache.ts';
import type { Database } from '../../platform/db/database.ts';
import { toApiKeyRecord } from './api-key-record.ts';

/** A key that is used all the time has its last use stored once a minute. */
const USE_INTERVAL_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/** Finds issued keys for the guard. A change of this process counts at once, that of another process after at most 1 s. */
export class StoredApiKeys implements ApiKeyDirectory {
  readonly #db: Database;
  readonly #keys: TtlCache<string, StoredApiKey | null>;
  readonly #prefixes: TtlCache<'live', Set<string>>;
  readonly #stored = new LRUCache<number, number>({ max: MAX_REMEMBERED });
  readonly #pending = new Map<number, Date>();
  #writing: Promise<void> | null = null;

  constructor(db: Database) {
    this.#db = db;
    this.#keys = new TtlCache(async (prefix) => {
      const apiKey = await db.model(ApiKey).findOne({ where: { prefix, revokedAt: null } });
      return apiKey === null ? null : toStored(apiKey);
    });
    this.#prefixes = new TtlCache(async () => {
      const live = await db.model(ApiKey).findAll({ where: { revokedAt: null }, attributes: ['prefix'], raw: true });
      return new Set(live.map(({ prefix }) => prefix));
    });
  }

  find(prefix: string): Promise<StoredApiKey | null> {
    return this.#keys.get(prefix);
  }

  async findListed(prefix: string): Promise<StoredApiKey | null> {
    const prefixes = await this.#prefixes.get('live');
    return prefixes.has(prefix) ? this.find(prefix) : null;
  }

  /** Call it when a key was issued or revoked. */
  forget(prefix: string): void {
    this.#keys.forget(prefix);
    this.#prefixes.clear();
  }

  noteUse(id: number, now: Date): void {
    const last = this.#stored.get(id);
    if (last !== undefined && now.getTime() - last < USE_INTERVAL_MS) return;
    this.#stored.set(id, now.getTime());
    this.#pending.set(id, now);
    this.#writing ??= this.#writeUses().finally(() => {
      this.#writing = null;
    });
  }

  /** Resolves when every pending use is written or has failed. Await it before the database is closed. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  /** One after the other, so that this work never takes more than one connection. A failure loses the last use of one minute. */
  async #writeUses(): Promise<void> {
    for (const [id, at] of this.#pending) {
      this.#pending.delete(id);
      try {
        const isLater = { [Op.or]: [{ lastUsedAt: null }, { lastUsedAt: { [Op.lt]: at } }] };
        await this.#db.model(ApiKey).update({ lastUsedAt: at }, { where: { id, ...isLater } });
      } catch (error) {
        this.#db.log.warn({ err: error, apiKeyId: id }, 'storing the last use of an API key failed; its next use is stored in a minute');
      }
    }
  }
}

function toStored(apiKey: ApiKey): StoredApiKey {
  const { id, name, prefix, scopes, apps, projectId, expiresAt } = toApiKeyRecord(apiKey);
  return { id, name, prefix, scopes, apps, projectId, expiresAt, digest: Buffer.from(apiKey.digest, 'hex') };
}
