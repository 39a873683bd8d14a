import { disposeEngine } from './engine.ts';

/** Mocha calls this once, after the last test of the process. */
export async function mochaGlobalTeardown(): Promise<void> {
  await disposeEngine();
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
let leaving = false;

// Mocha dies of these on the spot, and the database server would outlive it. A terminal's Ctrl-C comes twice: from it and from run.mjs.
for (const signal of SIGNALS) process.on(signal, () => void leave(signal));

async function leave(signal: NodeJS.Signals): Promise<void> {
  if (leaving) return;
  leaving = true;
  await Promise.race([disposeEngine().catch(() => {}), new Promise((resolve) => setTimeout(resolve, 5000))]);
  // through 'exit', where whatever tests started for themselves is stopped
  process.exit(signal === 'SIGINT' ? 130 : 143);
}
