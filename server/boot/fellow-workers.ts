import cluster from 'node:cluster';

/**
 * How workers become ready. In the first start all listen at once, and none is ready before all are. A worker that replaces another one
 * later prepares its work first and listens then, so that no request meets it while it starts.
 */

/** The first argument of a worker says in which start it takes part: the environment belongs to the operator. */
const FIRST_START = '--worker=first-start';
const LATER_START = '--worker=later-start';
const READY = 'diwan:ready';
const ALL_READY = 'diwan:all-ready';

/** The other workers, as one of them knows them. */
export interface FellowWorkers {
  /** Every worker has been ready at the same time since the first process started; it stays true. */
  readonly wereAllReady: boolean;
  /** Reports that this worker serves requests. */
  reportReady(): void;
}

/** In the first process: the function that starts a worker. It tells the workers when `count` of them are ready for the first time. */
export function createFork(count: number): () => void {
  const ready = new Set<(typeof cluster)['worker']>();
  let wereAllReady = false;
  cluster.on('message', (worker, message) => {
    if (message !== READY || wereAllReady) return;
    ready.add(worker);
    // a worker may have died since its report
    if ([...ready].filter((each) => each?.isDead() === false).length < count) return;
    wereAllReady = true;
    // Node passes connections over the same channel: one that arrives later finds the worker informed
    for (const each of Object.values(cluster.workers ?? {})) each?.send(ALL_READY, ignoreDeath);
  });
  return () => {
    cluster.setupPrimary({ args: [wereAllReady ? LATER_START : FIRST_START, ...process.argv.slice(2)] });
    cluster.fork();
  };
}

/** Without a callback, a message to a worker that has just died would end the first process. */
function ignoreDeath(): void {}

/** In a worker of `createFork`: the others. null in every other process. */
export function joinFellows(argv: readonly string[] = process.argv): FellowWorkers | null {
  const isLater = argv.includes(LATER_START);
  if (!isLater && !argv.includes(FIRST_START)) return null;
  const fellows = { wereAllReady: isLater, reportReady: () => void process.send?.(READY) };
  process.on('message', (message: unknown) => {
    if (message === ALL_READY) fellows.wereAllReady = true;
  });
  return fellows;
}
