import { residentMegabytes, startDiwan } from './machine.ts';
import { figure, promise, title } from './report.ts';
import { call, prepareBench } from './setup.ts';

const REQUESTS = 100_000;
const PARALLEL = 32;
const SAMPLES = 20;

/** Resident memory over 100,000 mixed requests: reads, update checks of many versions, events, refusals, admin lists. */
export async function benchMemory(): Promise<void> {
  const bench = await prepareBench();
  const diwan = await startDiwan(bench.env);
  await call(diwan.url, bench.apiKey, {
    path: '/admin/apps',
    body: { slug: 'shop', name: 'Shop', platform: 'both', packageName: 'com.example.shop' },
  });
  const samples: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    await sendMany(diwan.url, bench.apiKey, { from: (sample * REQUESTS) / SAMPLES, count: REQUESTS / SAMPLES });
    samples.push(residentMegabytes(diwan.pid));
  }
  title('Resident memory over 100,000 mixed requests, MB');
  figure('samples', samples.map((value) => value.toFixed(0)).join(' '));
  promise('highest', Math.max(...samples), { atMost: 200 });
  const half = samples.slice(SAMPLES / 2);
  promise('growth over the last half, MB', slopeOf(half) * half.length, { atMost: 10 });
  await diwan.stop();
  await bench.stop();
}

async function sendMany(url: string, apiKey: string, { from, count }: { from: number; count: number }): Promise<void> {
  let next = from;
  const worker = async (): Promise<void> => {
    while (next < from + count) {
      const { path, ...options } = requestOf(next, apiKey);
      next += 1;
      const response = await fetch(`${url}${path}`, options);
      if (response.status >= 500) throw new Error(`${path}: ${response.status}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}

function requestOf(index: number, apiKey: string): RequestInit & { path: string } {
  const base = '/api/v1/apps/shop';
  const json = { 'Content-Type': 'application/json' };
  switch (index % 8) {
    case 0:
      return { path: base };
    case 1:
      return { path: `${base}/version?currentVersion=1.${index}.0` };
    case 2:
      return { path: `${base}/bootstrap?platform=ios` };
    case 3:
      return {
        path: `${base}/analytics`,
        method: 'POST',
        headers: json,
        body: JSON.stringify({ eventType: 'open', userId: `u${index}`, eventData: { index } }),
      };
    case 4:
      return { path: `${base}/analytics`, method: 'POST', headers: json, body: '{"eventType":' };
    case 5:
      return { path: '/api/v1/admin/apps', headers: { 'X-Api-Key': apiKey } };
    case 6:
      return { path: `/api/v1/nothing/${index}` };
    default:
      return { path: `${base}/features` };
  }
}

/** Least squares: growth per sample. */
function slopeOf(values: readonly number[]): number {
  const meanX = (values.length - 1) / 2;
  const meanY = values.reduce((sum, value) => sum + value, 0) / values.length;
  const over = values.reduce((sum, value, x) => sum + (x - meanX) * (value - meanY), 0);
  const under = values.reduce((sum, _, x) => sum + (x - meanX) ** 2, 0);
  return over / under;
}
