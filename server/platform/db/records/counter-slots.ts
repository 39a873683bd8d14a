import type { Database } from '../database.ts';

const SLOTS = 16;

/**
 * The slot in which a transaction changes the counters of a project: no other transaction of the process uses it. Processes begin at
 * different slots. SQLite has one writer at a time, so that a second slot would gain nothing.
 */
export function slotOf(db: Database): number {
  return db.isMySql ? (db.firstSlot + db.scopes.number()) % SLOTS : 0;
}
