import type { Clock } from '../clock.ts';
import type { Actor, Context, ProjectInfo } from '../context.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../observe/logger.ts';

/** Makes the context of a handler. */
export function makeContext(parts: ContextParts, deps: ContextDeps): Context {
  return new RequestContext(parts, deps);
}

export interface ContextDeps {
  readonly db: Database;
  readonly log: Logger;
  readonly clock: Clock;
}

interface ContextParts {
  readonly service: unknown;
  readonly requestId: string;
  readonly actor: Actor;
  readonly address?: string | null;
  readDevice?(): string | null;
  readonly project: ProjectInfo | null;
  readonly ifMatch?: Context['ifMatch'];
  readonly deviceToken?: string | null;
  readonly idempotencyKey?: string | null;
  readonly browser?: Context['browser'];
  readonly wantsCsv?: boolean;
  consumeRateLimit?: Context['consumeRateLimit'];
  takeFromRateLimit?: Context['takeFromRateLimit'];
  releaseSlot?: Context['releaseSlot'];
}

const UNLIMITED: Context['consumeRateLimit'] = async () => 0;
const ALL_HITS: Context['takeFromRateLimit'] = async (_name, _key, hits) => hits;
const NO_SLOT: Context['releaseSlot'] = () => {};
const NO_DEVICE = (): null => null;

class RequestContext implements Context {
  readonly db: Database;
  readonly service: unknown;
  readonly requestId: string;
  readonly actor: Actor;
  readonly address: string | null;
  readonly project: ProjectInfo | null;
  readonly now: Date;
  readonly ifMatch: Context['ifMatch'];
  readonly deviceToken: string | null;
  readonly idempotencyKey: string | null;
  readonly browser: Context['browser'];
  readonly wantsCsv: boolean;
  readonly consumeRateLimit: Context['consumeRateLimit'];
  readonly takeFromRateLimit: Context['takeFromRateLimit'];
  readonly releaseSlot: Context['releaseSlot'];
  readonly #parentLog: Logger;
  readonly #readDevice: () => string | null;
  #log: Logger | undefined;

  constructor(parts: ContextParts, { db, log, clock }: ContextDeps) {
    const { requestId, actor, address = null, project, ifMatch = null, consumeRateLimit = UNLIMITED, releaseSlot = NO_SLOT } = parts;
    this.db = db;
    this.service = parts.service;
    this.requestId = requestId;
    this.actor = actor;
    this.address = address;
    this.project = project;
    this.now = clock.now();
    this.ifMatch = ifMatch;
    this.deviceToken = parts.deviceToken ?? null;
    this.idempotencyKey = parts.idempotencyKey ?? null;
    this.browser = parts.browser ?? null;
    this.wantsCsv = parts.wantsCsv ?? false;
    this.consumeRateLimit = consumeRateLimit;
    this.takeFromRateLimit = parts.takeFromRateLimit ?? ALL_HITS;
    this.releaseSlot = releaseSlot;
    this.#parentLog = log;
    this.#readDevice = parts.readDevice ?? NO_DEVICE;
  }

  /** Read only by sign-ins. */
  get device(): string | null {
    return this.#readDevice();
  }

  /** Created on first use, because most requests log nothing themselves. */
  get log(): Logger {
    this.#log ??= this.#parentLog.child({ requestId: this.requestId });
    return this.#log;
  }
}
