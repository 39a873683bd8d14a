/**
 * The CPU time of `work` in milliseconds, the best of `runs`. The time of other processes, and of other threads of this process, does
 * not count.
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

/** The CPU time in milliseconds that this process uses while `work` runs. The time of other processes does not count. */
export async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const cpu = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return (user + system) / 1000;
}
