/** Where the process is in its life; read by the readiness check and by every request. */
export interface ProcessState {
  /** The database is migrated and everything that works in the background has started. */
  isReady: boolean;
  /** A signal to end was received: what is under way is finished, nothing more is asked for. */
  isDraining: boolean;
}
