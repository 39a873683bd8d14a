/** Longer than a busy machine keeps a process off its CPU: a longer pause is a blocking call. */
const ASLEEP_MS = 1_000;

/**
 * Measures the longest block of the event loop, in milliseconds. Only the CPU time of this process counts, so that a busy machine is
 * not mistaken for blocking code.
 */
export function watchLoop(everyMs = 10): { stop(): number } {
  let longest = 0;
  let at = performance.now();
  let cpu = process.cpuUsage();
  const timer = setInterval(() => {
    const wall = performance.now() - at;
    const { user, system } = process.cpuUsage(cpu);
    const blocked = wall > ASLEEP_MS ? wall : Math.min(wall, (user + system) / 1000);
    longest = Math.max(longest, blocked - everyMs);
    at = performance.now();
    cpu = process.cpuUsage();
  }, everyMs);
  return {
    stop() {
      clearInterval(timer);
      return longest;
    },
  };
}

const TICK_MS = 10;
/** A tick that is later than this was delayed. */
const LATE_MS = 5;
let waited = 0;
let idle = 0;
let isTicking = false;

/**
 * The milliseconds that the event loop of this process has spent waiting so far. They do not include the time of its own work, nor the
 * time in which a busy machine did not run it. A limit on them tells a hanging call from a slow machine; measure blocking code otherwise.
 */
export function waitedMs(): number {
  if (!isTicking) setInterval(addWait, TICK_MS).unref();
  isTicking = true;
  addWait();
  return waited;
}

function addWait(): void {
  const since = idle;
  idle = performance.eventLoopUtilization().idle;
  waited += Math.min(idle - since, TICK_MS + LATE_MS);
}
