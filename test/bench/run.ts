import { benchCli } from './cli.ts';
import { benchDashboard } from './dashboard.ts';
import { benchEvents } from './events.ts';
import { benchFeedback } from './feedback.ts';
import { describeMachine } from './machine.ts';
import { benchMemory } from './memory.ts';
import { benchReads } from './reads.ts';
import { missedPromises } from './report.ts';
import { benchTokens } from './tokens.ts';

/** `npm run bench [reads|events|dashboard|memory|tokens|feedback|cli …]`: ratios of alternating runs; needs a MariaDB binary. */
const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  reads: benchReads,
  events: benchEvents,
  dashboard: benchDashboard,
  memory: benchMemory,
  tokens: benchTokens,
  feedback: benchFeedback,
  cli: benchCli,
};

const names = process.argv.slice(2);
console.log(`Diwan bench: ${describeMachine()}`);
for (const name of names.length > 0 ? names : Object.keys(BENCHES)) {
  const bench = BENCHES[name];
  if (bench === undefined) throw new Error(`Unknown bench "${name}"; known: ${Object.keys(BENCHES).join(', ')}`);
  await bench();
}
process.exitCode = missedPromises() > 0 ? 1 : 0;
