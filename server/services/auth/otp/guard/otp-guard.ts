import type { GuardMode, OtpSettings } from '../../../../domain/project-settings.ts';
import { Bulkhead } from '../../../../platform/concurrency/bulkhead.ts';
import type { SecretKeys } from '../../../../platform/crypto/secret-keys.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { BatchQueue } from '../../../../platform/db/transactions/batch-queue.ts';
import { ApiError, throttled } from '../../../../platform/errors.ts';
import type { NewCode, StoredCode } from '../stored-codes.ts';
import { type CodeSource, type Dimension, type Subjects, subjectsOf } from './dimensions.ts';
import { raiseAlarm } from './guard-alarms.ts';
import { type GuardItem, guardBatches, type PlaceOutcome, type TakePlace } from './guard-batch.ts';

/** Batches that one process writes at once, one for each project. */
const WRITERS = { slots: 4, queue: 10_000, waitMs: 1_500 };

const REFUSALS: ReadonlySet<string> = new Set(['otp_budget', 'otp_cap']);

/** Whether the guard refused a code. */
export function isGuardRefusal(error: unknown): boolean {
  return error instanceof ApiError && REFUSALS.has(error.code);
}

/** Counts what the guard does, for the metrics. */
export interface GuardCounts {
  refusal(dimension: Dimension | 'cap', mode: GuardMode): void;
}

export interface GuardDeps {
  readonly db: Database;
  readonly secrets: SecretKeys;
  readonly counts: GuardCounts;
}

export interface CappedProject {
  readonly id: number;
  readonly settings: { readonly otp: OtpSettings };
}

/** The place of a further message. */
export interface MessagePlace {
  giveBack(): Promise<void>;
}

export interface PlaceRequest {
  readonly code: NewCode;
  readonly project: CappedProject;
  readonly now: Date;
  /** null when the guard does not count the code. */
  readonly source: CodeSource | null;
  readonly isKnownDevice: boolean;
  /** Whether it is no message that costs money: the cap does not count it. */
  readonly isFree: boolean;
}

/** The place of a code that is stored. */
export interface Place {
  readonly projectId: number;
  readonly taken: TakePlace;
  /** The guard would have refused the code, but only records refusals. */
  readonly isOverBudget: boolean;
  /** The code that this one replaced. */
  readonly before: StoredCode | null;
}

/**
 * Bounds the codes that strangers can make a project send. A code has no place when too many codes from the same network, to the same
 * prefix or country, or of the project were not used, or when the messages of the day are used up.
 */
export class OtpGuard {
  readonly #deps: GuardDeps;
  readonly #queue: BatchQueue<GuardItem, PlaceOutcome>;

  constructor(deps: GuardDeps) {
    this.#deps = deps;
    this.#queue = new BatchQueue(deps.db, guardBatches(raiseAlarm), new Bulkhead(WRITERS));
  }

  /**
   * Stores a code that is about to be sent, with its place; a refused one changes nothing.
   * @throws ApiError 429 `otp_budget`, `otp_cap`
   */
  async take({ project, code, now, source, isKnownDevice, isFree }: PlaceRequest): Promise<Place> {
    const { guard, guardScale: scale, capPerDay } = project.settings.otp;
    const cap = isFree ? null : capPerDay;
    const subjects = guard === 'off' || source === null ? null : subjectsOf(this.#deps.secrets, source);
    const taken = { kind: 'take', code, at: now, now, subjects, isEnforced: guard === 'enforce', scale, isKnownDevice, cap } as const;
    const { refusal, cappedFor, before } = await this.#queue.add(project.id, taken);
    if (refusal !== null) this.#deps.counts.refusal(refusal.dimension, guard);
    if (refusal !== null && taken.isEnforced) throw throttled(refusal.seconds, 'otp_budget', 'Too many codes were asked for.');
    if (cappedFor !== null) {
      this.#deps.counts.refusal('cap', guard);
      throw throttled(cappedFor, 'otp_cap', 'The codes of this day are used up.');
    }
    return { projectId: project.id, taken, isOverBudget: refusal !== null, before };
  }

  /**
   * Takes a place for a further message with a code that has its place: the cap of the day counts it, nothing else does. null when the
   * messages of the day are used up.
   */
  async takeMessage({ id, settings }: CappedProject, now: Date): Promise<MessagePlace | null> {
    const { capPerDay: cap, guard } = settings.otp;
    if (cap === null) return { giveBack: () => Promise.resolve() };
    const { cappedFor } = await this.#queue.add(id, { kind: 'message', at: now, now, subjects: null, cap });
    if (cappedFor !== null) this.#deps.counts.refusal('cap', guard);
    if (cappedFor !== null) return null;
    return {
      giveBack: async () => {
        await this.#queue.add(id, { kind: 'return', at: now, now, subjects: null, cap });
      },
    };
  }

  /** Gives the place of a code back that no channel accepted. */
  async giveBack(place: Place, now: Date): Promise<void> {
    const { at, subjects, cap } = place.taken;
    if (subjects === null && cap === null) return;
    await this.#queue.add(place.projectId, { kind: 'return', at, now, subjects, cap });
  }

  /** Counts the use of a code that was sent at `sentAt`. */
  async noteUse(source: CodeSource, { sentAt, now }: { sentAt: Date; now: Date }): Promise<void> {
    const subjects: Subjects = subjectsOf(this.#deps.secrets, source);
    await this.#queue.add(source.projectId, { kind: 'use', at: sentAt, now, subjects });
  }
}
