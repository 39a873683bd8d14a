import { measureAll, residentMegabytes, type Served, startDiwan } from './machine.ts';
import { figure, promise, title } from './report.ts';
import { call, prepareBench } from './setup.ts';
import { createFlag } from './targeting.ts';

const APPS = 1_000;
/** Apps with a hundred flags that are evaluated for each request; the others have one that is the same for everybody. */
const TARGETED_APPS = 50;
const FLAGS = 100;
const PARALLEL = 16;
const CONNECTIONS = 16;
const ROUNDS = 4;
const SECONDS = 10;

/** Resident memory of a process that serves as many apps as it keeps, after reads of all of them by many versions and persons. */
export async function benchAppMemory(): Promise<void> {
  const bench = await prepareBench();
  const diwan = await startDiwan({ ...bench.env, RATE_LIMIT_WRITE: 'off' });
  await createApps(diwan, bench.apiKey);
  const created = residentMegabytes(diwan.pid);
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await measureAll(diwan, SECONDS, clientsOf(round));
    samples.push(residentMegabytes(diwan.pid));
  }
  title(`Resident memory with ${APPS} apps, ${TARGETED_APPS} of them with ${FLAGS} targeted flags, MB`);
  figure('after they were created', created.toFixed(0));
  figure(`after each ${SECONDS} s of reads`, samples.map((value) => value.toFixed(0)).join(' '));
  promise('highest', Math.max(...samples), { atMost: 200 });
  await diwan.stop();
  await bench.stop();
}

async function createApps({ url }: Served, apiKey: string): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < APPS) {
      const index = next;
      next += 1;
      const slug = slugOf(index);
      await call(url, apiKey, { path: '/admin/apps', body: { slug, name: slug, platform: 'both', packageName: 'com.example' } });
      const isTargeted = index < TARGETED_APPS;
      for (let flag = 0; flag < (isTargeted ? FLAGS : 1); flag += 1) await createFlag({ url, apiKey, slug, isTargeted }, flag);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}

/** Each connection reads its share of the apps: a few versions, and persons that differ in each round. */
function clientsOf(round: number) {
  return Array.from({ length: CONNECTIONS }, (_, connection) => ({
    requests: Array.from({ length: APPS }, (_app, index) => index)
      .filter((index) => index % CONNECTIONS === connection)
      .flatMap((index) => requestsOf(index, round)),
  }));
}

function requestsOf(index: number, round: number) {
  const versions = [`1.${round}.0`, `1.${round}.1`].flatMap((version) =>
    ['ios', 'android'].map((platform) => `platform=${platform}&currentVersion=${version}`),
  );
  const persons = [`installationId=${index}-${round}&country=SA`, `userId=u-${index}-${round}&language=ar`];
  const base = `/api/v1/apps/${slugOf(index)}`;
  return [
    ...[...versions, ...persons].map((query) => ({ method: 'GET', path: `${base}/bootstrap?${query}` })),
    ...persons.map((query) => ({ method: 'GET', path: `${base}/features?${query}` })),
    { method: 'POST', path: `${base}/ofrep/v1/evaluate/flags`, body: JSON.stringify({ context: { targetingKey: `${index}-${round}` } }) },
  ];
}

function slugOf(index: number): string {
  return `app-${index}`;
}
