/**
 * Calls `work` after so many milliseconds, and once what has arrived by then is read: after a pause of the process its timers would
 * otherwise end waits whose answer is already here. Returns a function that cancels it.
 */
export function afterReading(ms: number, work: () => void): () => void {
  let reading: NodeJS.Immediate | undefined;
  // immediates run after the event loop has read its sockets, which comes after the timers
  const timer = setTimeout(() => {
    reading = setImmediate(work);
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(reading);
  };
}
