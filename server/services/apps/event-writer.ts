import { unavailable } from '../../platform/errors.ts';
import { type NewEvent, writeEvents } from './event-batch.ts';

/**
 * Coalesces event writes (design §5): what arrives while a batch is being committed is committed together next, and each
 * caller is answered only after its own row is durable. Everything is bounded: batch, batches at once, bytes, and waiting.
 */

const MAX_BATCH = 256;
/** One statement writes a batch, and a server takes 16 MiB of it (`max_allowed_packet`); one large batch would fail them all. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024;
/** Apps whose batches are written at once; below the pool's size, so that events never starve the rest. */
const MAX_WRITERS = 4;
const MAX_WAITING = 5_000;
const MAX_WAITING_BYTES = 32 * 1024 * 1024;
const MAX_WAIT_MS = 1_500;

interface Waiting {
  readonly event: NewEvent;
  readonly since: number;
  readonly bytes: number;
  resolve(isDuplicate: boolean): void;
  reject(error: unknown): void;
}

/** Queues by app; an app is in `queues` from its first waiting event until its last batch is done. */
const queues = new Map<number, Waiting[]>();
const ready: number[] = [];
let writers = 0;
let waitingCount = 0;
let waitingBytes = 0;

/**
 * Resolves when the event is committed: true when its `eventId` was there already.
 * @throws ApiError 503 when too many wait or the database does not take them in time.
 */
export function recordEvent(appId: number, event: NewEvent): Promise<boolean> {
  const bytes = 256 + (event.eventData?.length ?? 0) * 2;
  if (waitingCount >= MAX_WAITING || waitingBytes + bytes > MAX_WAITING_BYTES) return Promise.reject(overloaded());
  return new Promise((resolve, reject) => {
    enqueue(appId, { event, bytes, since: performance.now(), resolve, reject });
  });
}

/** How many events wait to be committed. */
export function waitingEvents(): number {
  return waitingCount;
}

function enqueue(appId: number, waiting: Waiting): void {
  waitingCount += 1;
  waitingBytes += waiting.bytes;
  const queue = queues.get(appId);
  if (queue !== undefined) {
    queue.push(waiting);
    return;
  }
  queues.set(appId, [waiting]);
  ready.push(appId);
  // after the requests that are readable now, so that a burst makes one batch
  setImmediate(startWriters);
}

function startWriters(): void {
  while (writers < MAX_WRITERS) {
    const appId = ready.shift();
    if (appId === undefined) return;
    writers += 1;
    void writeQueue(appId).finally(() => {
      writers -= 1;
      startWriters();
    });
  }
}

/** One batch of the app, then back to the end of the line when more came in meanwhile. */
async function writeQueue(appId: number): Promise<void> {
  const queue = queues.get(appId) ?? [];
  const batch = takeBatch(queue);
  leave(batch);
  await writeBatch(appId, batch, queue);
  if (queue.length > 0) ready.push(appId);
  else queues.delete(appId);
}

/** At least one, however large. */
function takeBatch(queue: Waiting[]): Waiting[] {
  let count = 0;
  let bytes = 0;
  for (const waiting of queue) {
    bytes += waiting.bytes;
    if (count === MAX_BATCH || (count > 0 && bytes > MAX_BATCH_BYTES)) break;
    count += 1;
  }
  return queue.splice(0, count);
}

async function writeBatch(appId: number, batch: readonly Waiting[], behind: Waiting[]): Promise<void> {
  const oldest = performance.now() - MAX_WAIT_MS;
  const inTime = batch.filter((waiting) => waiting.since >= oldest);
  for (const waiting of batch) if (waiting.since < oldest) waiting.reject(overloaded());
  if (inTime.length === 0) return;
  try {
    const duplicates = await writeEvents(
      appId,
      inTime.map((waiting) => waiting.event),
    );
    inTime.forEach((waiting, index) => waiting.resolve(duplicates[index] === true));
  } catch (error) {
    // a database that failed this batch would let those behind it wait as long for the same answer
    const stranded = behind.splice(0);
    leave(stranded);
    for (const waiting of [...inTime, ...stranded]) waiting.reject(error);
  }
}

function leave(waiting: readonly Waiting[]): void {
  waitingCount -= waiting.length;
  waitingBytes -= waiting.reduce((sum, { bytes }) => sum + bytes, 0);
}

function overloaded(): Error {
  return unavailable('Too many events are waiting to be written. Try again in a moment.');
}
