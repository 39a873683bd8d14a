import { type Measured, measure, runInTurn, type Served, startDiwan, summarize } from './machine.ts';
import { figure, promise, title } from './report.ts';
import { createShop, prepareBench } from './setup.ts';

const ROUNDS = 7;
const FLAGS = 100;
const LOAD = { connections: 16, seconds: 2 };

/** Reads of a hundred flags that are evaluated for each request, beside the cached read of a hundred flags without targeting. */
export async function benchTargeting(): Promise<void> {
  const bench = await prepareBench();
  const diwan = await startDiwan(bench.env);
  await createShop(diwan.url, bench.apiKey);
  for (const slug of ['plain', 'targeted']) await createFlags(diwan, bench.apiKey, slug);
  const read = (path: string) => (): Promise<Measured> => measure({ url: `${diwan.url}${path}`, ...LOAD });
  const runs = {
    'cached, without targeting': read('/api/v1/apps/plain/features'),
    'evaluated for each request': read('/api/v1/apps/targeted/features?installationId=8d1f2c&userId=u-81&country=SA&platform=ios'),
    'targeting, nothing told': read('/api/v1/apps/targeted/features'),
  };
  await runInTurn(1, runs);
  const rates = summarize(await runInTurn(ROUNDS, runs), ({ rate }) => rate);
  title(`Flags: answers a second with ${FLAGS} flags, medians of ${ROUNDS} alternating runs`);
  for (const [name, rate] of Object.entries(rates.medians)) figure(name, rate.toFixed(0));
  promise('evaluated / cached', rates.ratio('evaluated for each request', 'cached, without targeting'), { atLeast: 0.45 });
  promise('nothing told / cached', rates.ratio('targeting, nothing told', 'cached, without targeting'), { atLeast: 0.9 });
  await diwan.stop();
  await bench.stop();
}

async function createFlags(diwan: Served, apiKey: string, slug: string): Promise<void> {
  const post = async (path: string, body: object): Promise<void> => {
    const headers = { 'Content-Type': 'application/json', 'X-Api-Key': apiKey };
    const response = await fetch(`${diwan.url}/api/v1/admin/apps${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  await post('', { slug, name: slug, platform: 'both', packageName: 'com.example' });
  for (let index = 0; index < FLAGS; index += 1) {
    const rules = [
      { id: 'testers', when: [{ attribute: 'userId', operator: 'in', values: ['u-1', 'u-2'] }] },
      { id: 'saudi', when: [{ attribute: 'country', operator: 'in', values: ['SA', 'AE'] }], percentage: index },
    ];
    const flag = { flagKey: `flag_${index}`, isEnabled: true, config: { limit: index, text: 'a text of some length' } };
    await post(`/${slug}/features`, slug === 'targeted' ? { ...flag, targeting: { rules } } : flag);
  }
}
