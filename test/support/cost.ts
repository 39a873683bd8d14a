/**
 * Milliseconds that `work` takes, the best of `runs`: those in which this process was computing. What the machine gave to others
 * meanwhile does not count, nor what other threads of this process do beside it.
 */
export function costOf(work: () => unknown, runs = 5): number {
  const costs = Array.from({ length: runs }, () => {
    const start = performance.now();
    const cpu = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(cpu);
    return Math.min(performance.now() - start, (user + system) / 1000);
  });
  return Math.min(...costs);
}
