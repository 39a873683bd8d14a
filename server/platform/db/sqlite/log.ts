import { SqliteHandle } from './handle.ts';

/** Moves the write-ahead log into the file and empties it. Returns false when a transaction still needs it. */
export function truncateLog(path: string): boolean {
  const handle = new SqliteHandle(path);
  try {
    return handle.tryCheckpoint();
  } finally {
    handle.close();
  }
}
