/** How many things of one kind wait, and since when the first of them does. */
export interface WaitingCount {
  readonly count: number;
  readonly oldestAt: Date | null;
}

export interface WaitingFeedback {
  readonly reviews: WaitingCount;
  readonly comments: WaitingCount;
  readonly posts: WaitingCount;
  /** Things with open reports. */
  readonly reports: WaitingCount;
}

/** A release that was halted by hand or by its crash guard. */
export interface StoppedRelease {
  /** The slug. */
  readonly app: string;
  readonly id: number;
  readonly versionName: string;
  readonly versionCode: number;
  readonly state: 'halted' | 'guarded';
  readonly at: Date;
}

/** A maintenance that is active now. */
export interface ActiveMaintenance {
  readonly app: string;
  readonly id: number;
  readonly mode: 'full' | 'read_only';
  readonly startAt: Date;
  readonly endAt: Date | null;
  readonly platforms: readonly string[] | null;
}

export interface WaitingApps {
  readonly releases: readonly StoppedRelease[];
  readonly maintenance: readonly ActiveMaintenance[];
  readonly staleFlags: number;
}

export interface WaitingMail {
  readonly waiting: number;
  readonly failed: number;
  readonly oldestAt: Date | null;
}

/** The parts of the answer, which other services read from counters and indexes. */
export interface WaitingSources {
  readFeedback(projectId: number): Promise<WaitingFeedback>;
  readApps(projectId: number, now: Date): Promise<WaitingApps>;
  readMail(projectId: number): Promise<WaitingMail>;
}
