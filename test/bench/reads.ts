import { createConnection } from 'mysql2/promise';
import { alternate, measure, startBaseline, startDiwan } from './machine.ts';
import { figure, promise, title } from './report.ts';
import { call, prepareBench } from './setup.ts';

const ROUNDS = 9;
const LOAD = { connections: 16, seconds: 2 };

/** Public snapshot reads compared with a bare Express route that sends the same bytes, and the SQL they cause. */
export async function benchReads(): Promise<void> {
  const bench = await prepareBench();
  const diwan = await startDiwan(bench.env);
  await call(diwan.url, bench.apiKey, {
    path: '/admin/apps',
    body: { slug: 'shop', name: 'Shop', platform: 'both', packageName: 'com.example.shop' },
  });
  for (let index = 0; index < 12; index += 1) {
    await call(diwan.url, bench.apiKey, {
      path: '/admin/apps/shop/features',
      body: { flagKey: `flag_${index}`, isEnabled: index % 2 === 0, config: { limit: index } },
    });
  }
  const url = `${diwan.url}/api/v1/apps/shop/features`;
  const first = await fetch(url);
  const etag = first.headers.get('etag') ?? '';
  const bare = await startBaseline('bare-express', await first.text());
  const rate =
    (target: string, headers = {}) =>
    async () =>
      (await measure({ ...LOAD, url: target, headers })).rate;
  await measure({ ...LOAD, url });
  await measure({ ...LOAD, url: `${bare.url}/body` });
  const { medians, ratio } = await alternate(ROUNDS, {
    diwan: rate(url),
    bare: rate(`${bare.url}/body`),
    unchanged: rate(url, { 'If-None-Match': etag }),
  });
  title(`Public snapshot reads, 16 connections, medians of ${ROUNDS} alternating runs`);
  for (const [name, value] of Object.entries(medians)) figure(`${name}, answers a second`, value.toFixed(0));
  promise('diwan / bare Express with helmet and express-rate-limit', ratio('diwan', 'bare'), { atLeast: 0.9 });
  promise('304 / 200', ratio('unchanged', 'diwan'), { atLeast: 1 });
  await countSql(bench.databaseUrl, url);
  await Promise.all([diwan.stop(), bare.stop()]);
  await bench.stop();
}

/** Statements under load, compared with those of an idle server, which polls the revisions twice a second. */
async function countSql(databaseUrl: string, url: string): Promise<void> {
  const connection = await createConnection(databaseUrl);
  const selects = async (): Promise<number> => {
    const [rows] = await connection.query<[{ Value: string }] & never[]>("SHOW GLOBAL STATUS LIKE 'Com_select'");
    return Number(rows[0].Value);
  };
  const during = async (work: () => Promise<unknown>): Promise<number> => {
    const before = await selects();
    await work();
    return (await selects()) - before;
  };
  const idle = await during(() => new Promise((resolve) => setTimeout(resolve, LOAD.seconds * 1000)));
  const busy = await during(() => measure({ ...LOAD, url }));
  figure('SELECTs idle / in as many seconds under load', `${idle} / ${busy}`);
  promise('SELECTs beyond those of the look at the revisions', Math.max(0, busy - idle - 2), { atMost: 0 });
  await connection.end();
}
