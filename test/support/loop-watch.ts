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
