import { startDiwan } from './machine.ts';
import { benchBetterAuth } from './peers/better-auth.ts';
import { benchParse } from './peers/parse.ts';
import { benchUnleash } from './peers/unleash.ts';
import { prepareBench, SIGN_IN_AT_ANY_RATE } from './setup.ts';

/** Diwan beside other servers, which are installed on demand (`npm run bench -- --peers`). */
export async function benchPeers(): Promise<void> {
  const bench = await prepareBench();
  const diwan = await startDiwan({ ...bench.env, ...SIGN_IN_AT_ANY_RATE, RATE_LIMIT_WRITE: 'off' });
  await benchUnleash(diwan, bench);
  await benchBetterAuth(diwan, await bench.createDatabase());
  await benchParse(diwan, bench);
  await diwan.stop();
  await bench.stop();
}
