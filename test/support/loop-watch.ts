/** Longer than a busy machine keeps a working process off its CPU: a longer pause is a blocking call. */
const ASLEEP_MS = 3_000;

/**
 * Measures the longest block of the event loop, in milliseconds. Only the CPU time of this process counts, so that a busy machine is
 * not mistaken for blocking code.
 */
export function watchLoop(everyMs = 10): { stop(): number } {
  let longest = 0;
  let load = performance.eventLoopUtilization();
  let cpu = process.cpuUsage();
  const timer = setInterval(() => {
    const { active } = performance.eventLoopUtilization(load);
    const { user, system } = process.cpuUsage(cpu);
    longest = Math.max(longest, active > ASLEEP_MS ? active : Math.min(active, (user + system) / 1000));
    load = performance.eventLoopUtilization();
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
 * The milliseconds that the event loop of this process has spent waiting so far. They include neither the time of its work, nor the time in
 * which a busy machine did not run it. A limit on them tells a hanging call from a slow machine; measure blocking code otherwise.
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
