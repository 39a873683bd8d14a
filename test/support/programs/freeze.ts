import { readdirSync, readFileSync } from 'node:fs';

const STOP_MS = 30_000;

/** Stops a process (SIGSTOP) and returns once none of its threads runs, which takes a while on a busy machine. @throws Error after 30 s */
export function freezeProcess(pid: number): void {
  process.kill(pid, 'SIGSTOP');
  if (process.platform !== 'linux') return;
  const deadline = performance.now() + STOP_MS;
  while (!readdirSync(`/proc/${pid}/task`).every((thread) => isStopped(pid, thread))) {
    if (performance.now() > deadline) throw new Error(`process ${pid} still runs ${STOP_MS} ms after SIGSTOP`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
  }
}

function isStopped(pid: number, thread: string): boolean {
  try {
    return /\) [Tt] /.test(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8'));
  } catch {
    // the thread has ended
    return true;
  }
}

/** Stops this process for so long, as a busy machine does: nothing is read, and timers become due. */
export function pauseProcess(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
