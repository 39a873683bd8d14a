import { disposeEngine, prepareEngine } from './engine.ts';

/** Mocha calls this once, before the first test of the process. */
export async function mochaGlobalSetup(): Promise<void> {
  await prepareEngine();
}

/** Mocha calls this once, after the last test of the process. */
export async function mochaGlobalTeardown(): Promise<void> {
  await disposeEngine();
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
let isEnding = false;

// Mocha would end at once and the database server outlive it. A terminal's Ctrl-C arrives twice: from it and from run.mjs.
for (const signal of SIGNALS) process.on(signal, () => void end(signal));

async function end(signal: NodeJS.Signals): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await Promise.race([disposeEngine().catch(() => {}), new Promise((resolve) => setTimeout(resolve, 5000))]);
  // the 'exit' handlers stop the servers that tests started
  process.exit(signal === 'SIGINT' ? 130 : 143);
}
