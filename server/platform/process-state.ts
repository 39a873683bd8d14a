/** The phase of the process; the readiness check and every request read it. */
export interface ProcessState {
  /** The database is migrated and all background work has started. */
  isReady: boolean;
  /** A stop signal was received: running requests finish, new ones are not wanted. */
  isDraining: boolean;
  /** Why the start tries again; null otherwise. It may name users and hosts, so only operators see it. */
  waitsFor: string | null;
  /** The names of the migrations for which the start waits. */
  pendingMigrations: readonly string[];
}
