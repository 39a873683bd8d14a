/**
 * The values of the column `queue` of a delivery: it has ended, waits for a try of its schedule, waits for one by hand, or is being tried
 * until its lease expires.
 */
export const QUEUES = { ended: 0, automatic: 1, manual: 2, leased: 3 } as const;
