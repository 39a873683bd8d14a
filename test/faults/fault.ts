/** The servers that a fault may need besides Diwan. `galera` means MariaDB with its provider of replication, and rsync. */
export type ServerName = 'mariadb' | 'galera' | 'haproxy' | 'nginx';

/** One kind of fault: it injects it `rounds` times under load and reports what the clients and the checker saw. */
export interface Fault {
  readonly name: string;
  readonly needs: readonly ServerName[];
  /** How many rounds run unless the command line says otherwise. */
  readonly rounds: number;
  /** Limits that this fault has besides no lost or doubled write and no wrong counter. */
  readonly bars?: Bars;
  /** Why this machine cannot inject the fault although it has the servers; undefined when it can. */
  readonly obstacle?: () => string | undefined;
  run(rounds: number, note: (line: string) => void): Promise<FaultResult>;
}

export interface Bars {
  readonly longestGapMs?: number;
  readonly slowestAnswerMs?: number;
  /** How many requests may be refused or stay without an answer. */
  readonly refusals?: number;
}

export interface FaultResult {
  /** Writes that were answered with 200 or 201. */
  readonly acknowledged: number;
  /** Acknowledged writes that a node does not have. */
  readonly lost: number;
  /** Writes that a node has more than once. */
  readonly doubled: number;
  readonly wrongCounters: number;
  /** The longest time without an acknowledged write. */
  readonly longestGapMs: number;
  readonly slowestAnswerMs: number;
  /** Counts by status and code, such as `503 unavailable`, or by the error of the connection. */
  readonly refusals: Readonly<Record<string, number>>;
  /** Observations such as "two writers: 0". */
  readonly remarks?: string;
  /** Promises of this fault that were broken, in words; each fails the run. */
  readonly violations?: readonly string[];
}
