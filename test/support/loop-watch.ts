/** Longer than a busy machine keeps a process off its CPU: who waits that long sleeps inside a call. */
const ASLEEP_MS = 1_000;

/**
 * Watches how long the event loop stands still, in milliseconds. A turn counts as long as the process itself was computing, so that
 * a machine that gives its CPU to others is not mistaken for code that blocks.
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
