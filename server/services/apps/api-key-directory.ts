import { LRUCache } from 'lru-cache';
import { Op } from 'sequelize';
import { ApiKey } from '../../../models/apps/ApiKey.ts';
import type { ApiKeyDirectory, Scope, StoredApiKey } from '../../platform/auth/api-key-guard.ts';
import type { Logger } from '../../platform/logger.ts';
import { ShortMemory } from '../../platform/short-memory.ts';

export interface RunningApiKeyDirectory extends ApiKeyDirectory {
  /** Resolves when every use noted so far is written, or could not be. Await it before the database is closed. */
  settled(): Promise<void>;
}

/** A key's last use is told to the minute. */
const NOTE_EVERY_MS = 60_000;
const MAX_NOTED = 10_000;

const keys = new ShortMemory<string, StoredApiKey | null>(async (prefix) => {
  const apiKey = await ApiKey.findOne({ where: { prefix, revokedAt: null } });
  return apiKey === null ? null : toStored(apiKey);
});

/** Looks issued keys up for the guard: at once what this process issued or revoked, at most 1 s old what another did. */
export function apiKeyDirectory(log: Logger): RunningApiKeyDirectory {
  keys.clear();
  const noted = new LRUCache<number, number>({ max: MAX_NOTED });
  const waiting = new Map<number, Date>();
  let writing: Promise<void> = Promise.resolve();
  let isWriting = false;

  const noteUse = (id: number, now: Date): void => {
    const last = noted.get(id);
    if (last !== undefined && now.getTime() - last < NOTE_EVERY_MS) return;
    noted.set(id, now.getTime());
    waiting.set(id, now);
    if (isWriting) return;
    isWriting = true;
    writing = writeUses(waiting, log).finally(() => {
      isWriting = false;
    });
  };
  return { find: (prefix) => keys.recall(prefix), noteUse, settled: () => writing };
}

/** Call it when a key was issued or revoked. */
export function forgetApiKey(prefix: string): void {
  keys.forget(prefix);
}

/** One after the other, so that notes never take more than one connection; a failure costs one minute's note. */
async function writeUses(waiting: Map<number, Date>, log: Logger): Promise<void> {
  for (const [id, at] of waiting) {
    waiting.delete(id);
    try {
      await ApiKey.update({ lastUsedAt: at }, { where: { id, [Op.or]: [{ lastUsedAt: null }, { lastUsedAt: { [Op.lt]: at } }] } });
    } catch (error) {
      log.warn({ err: error, apiKeyId: id }, 'the use of an API key could not be noted');
    }
  }
}

function toStored(apiKey: ApiKey): StoredApiKey {
  return {
    id: apiKey.id,
    name: apiKey.name,
    scopes: apiKey.scopes.split(',') as Scope[],
    apps: apiKey.apps === null ? null : (JSON.parse(apiKey.apps) as string[]),
    digest: Buffer.from(apiKey.digest, 'hex'),
    expiresAt: apiKey.expiresAt,
  };
}
