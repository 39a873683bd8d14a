import { benchCli } from './cli.ts';
import { benchDashboard } from './dashboard.ts';
import { benchEvents } from './events.ts';
import { benchFeedback } from './feedback.ts';
import { describeMachine } from './machine.ts';
import { benchMemory } from './memory.ts';
import { benchReads } from './reads.ts';
import { missedPromises } from './report.ts';
import { benchTokens } from './tokens.ts';

/** `npm run bench [reads|events|dashboard|memory|tokens|feedback|cli …]`: ratios measured side by side; needs a MariaDB binary. */
const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  reads: benchReads,
  events: benchEvents,
  dashboard: benchDashboard,
  memory: benchMemory,
  tokens: benchTokens,
  feedback: benchFeedback,
  cli: benchCli,
};

const asked = process.argv.slice(2);
console.log(`Diwan bench: ${describeMachine()}`);
for (const name of asked.length > 0 ? asked : Object.keys(BENCHES)) {
  const bench = BENCHES[name];
  if (bench === undefined) throw new Error(`no bench "${name}"; there are ${Object.keys(BENCHES).join(', ')}`);
  await bench();
}
process.exitCode = missedPromises() > 0 ? 1 : 0;
