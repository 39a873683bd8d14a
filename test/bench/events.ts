import { alternate, measure, startBaseline, startDiwan } from './machine.ts';
import { figure, promise, title } from './report.ts';
import { call, prepareBench } from './setup.ts';

const ROUNDS = 5;
const EVENT = {
  eventType: 'screen_view',
  userId: 'a7f0c1',
  platform: 'android',
  appVersion: '1.4.2',
  eventData: { screen: 'home', ms: 120 },
};

/** Durable event writes beside one INSERT per request through the ORM, both on one MariaDB with flush at every commit. */
export async function benchEvents(): Promise<void> {
  const bench = await prepareBench();
  const diwan = await startDiwan(bench.env);
  await call(diwan.url, bench.apiKey, {
    path: '/admin/apps',
    body: { slug: 'shop', name: 'Shop', platform: 'both', packageName: 'com.example.shop' },
  });
  const orm = await startBaseline('orm-insert', bench.databaseUrl);
  const load = {
    connections: 64,
    seconds: 4,
    method: 'POST',
    body: JSON.stringify(EVENT),
    headers: { 'Content-Type': 'application/json' },
  };
  const run = (url: string) => async () => {
    const { rate, non2xx, errors } = await measure({ ...load, url });
    if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} refused, ${errors} failed`);
    return rate;
  };
  const urls = { diwan: `${diwan.url}/api/v1/apps/shop/analytics`, orm: `${orm.url}/events` };
  await measure({ ...load, url: urls.diwan, seconds: 2 });
  await measure({ ...load, url: urls.orm, seconds: 2 });
  const rates = await alternate(ROUNDS, { diwan: run(urls.diwan), orm: run(urls.orm) });
  title('Event writes, durable, 64 connections, medians of 5 alternating runs');
  for (const [name, value] of Object.entries(rates)) figure(`${name}, committed a second`, value.toFixed(0));
  promise('diwan / one INSERT per request through the ORM', (rates['diwan'] ?? 0) / (rates['orm'] ?? 1), { atLeast: 5 });
  await Promise.all([diwan.stop(), orm.stop()]);
  await bench.stop();
}
