import { benchAppMemory } from './app-memory.ts';
import { benchAudit } from './audit.ts';
import { benchBlocks } from './blocks.ts';
import { benchCli } from './cli.ts';
import { benchConsole } from './console.ts';
import { benchDashboard } from './dashboard.ts';
import { benchEvents } from './events.ts';
import { benchFeedback } from './feedback.ts';
import { benchLists } from './lists.ts';
import { benchLogin } from './login.ts';
import { describeMachine } from './machine.ts';
import { benchMemory } from './memory.ts';
import { benchNginx } from './nginx.ts';
import { benchOverload } from './overload.ts';
import { benchPeers } from './peers.ts';
import { benchReads } from './reads.ts';
import { missedPromises } from './report.ts';
import { benchSimilar } from './similar.ts';
import { benchStreams } from './streams.ts';
import { printTable } from './table.ts';
import { benchTargeting } from './targeting.ts';
import { benchTokens } from './tokens.ts';
import { benchWebhooks } from './webhooks.ts';
import { benchWrites } from './writes.ts';

/**
 * `npm run bench [NAME …] [-- --peers]`: ratios, of all benches or of those that are named by the keys below.
 */
const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  reads: benchReads,
  events: benchEvents,
  dashboard: benchDashboard,
  memory: benchMemory,
  'app-memory': benchAppMemory,
  tokens: benchTokens,
  targeting: benchTargeting,
  streams: benchStreams,
  lists: benchLists,
  similar: benchSimilar,
  login: benchLogin,
  feedback: benchFeedback,
  blocks: benchBlocks,
  writes: benchWrites,
  webhooks: benchWebhooks,
  overload: benchOverload,
  audit: benchAudit,
  cli: benchCli,
  console: benchConsole,
  nginx: benchNginx,
};

const words = process.argv.slice(2);
const hasPeers = words.includes('--peers');
const named = words.filter((word) => word !== '--peers');
const names = [...(named.length > 0 ? named : Object.keys(BENCHES)), ...(hasPeers ? ['peers'] : [])];
console.log(`Diwan bench: ${describeMachine()}`);
for (const name of names) {
  const bench = name === 'peers' ? benchPeers : BENCHES[name];
  if (bench === undefined) throw new Error(`Unknown bench "${name}"; known: ${Object.keys(BENCHES).join(', ')}`);
  await bench();
}
printTable();
process.exitCode = missedPromises() > 0 ? 1 : 0;
