import { randomUUID } from 'node:crypto';
import { measureAll, runInTurn, type Served, startDiwan, summarize } from './machine.ts';
import { figure, promise, title } from './report.ts';
import { call, prepareBench } from './setup.ts';
import { benchBudget } from './targeting-budget.ts';

const ROUNDS = 7;
const FLAGS = 100;
const CONNECTIONS = 16;
const SECONDS = 2;
/** More than any cache of addresses holds. */
const PERSONS = 8_000;

/** Reads of a hundred flags that are evaluated for each request, beside the cached read of a hundred flags without targeting. */
export async function benchTargeting(): Promise<void> {
  const bench = await prepareBench();
  const diwan = await startDiwan(bench.env);
  for (const slug of ['plain', 'targeted']) await createFlags(diwan, bench.apiKey, slug);
  const persons = Array.from({ length: PERSONS }, () => personOf(randomUUID()));
  const [person = ''] = persons;
  const runs = {
    'cached, without targeting': () => read(diwan, '/plain/features'),
    'evaluated for one person': () => read(diwan, '/targeted/features', [person]),
    'evaluated for another person each time': () => read(diwan, '/targeted/features', persons),
    'without targeting, another person each time': () => read(diwan, '/plain/features', persons),
    'targeting, nothing told': () => read(diwan, '/targeted/features'),
  };
  await runInTurn(1, runs);
  const results = await runInTurn(ROUNDS, runs);
  const rates = summarize(results, ({ rate }) => rate);
  const cpu = summarize(results, ({ cpuPerAnswer }) => cpuPerAnswer);
  title(`Flags: answers a second with ${FLAGS} flags, medians of ${ROUNDS} alternating runs`);
  for (const [name, rate] of Object.entries(rates.medians))
    figure(name, `${rate.toFixed(0)}, ${(cpu.medians[name] ?? Number.NaN).toFixed(0)} microseconds of CPU each`);
  const ratio = (above: keyof typeof runs, below: keyof typeof runs): number => rates.ratio(above, below);
  promise('evaluated / cached, one person', ratio('evaluated for one person', 'cached, without targeting'), { atLeast: 0.45 });
  const others = ratio('evaluated for another person each time', 'without targeting, another person each time');
  promise('evaluated / without targeting, another person each time', others, { atLeast: 0.45 });
  figure(
    'evaluated for another person each time / cached',
    ratio('evaluated for another person each time', 'cached, without targeting').toFixed(2),
  );
  promise('nothing told / cached', ratio('targeting, nothing told', 'cached, without targeting'), { atLeast: 0.9 });
  await diwan.stop();
  await bench.stop();
  await benchBudget();
}

function personOf(id: string): string {
  return `?installationId=${id}&userId=u-${id.slice(0, 6)}&country=SA&platform=ios`;
}

/** Each connection asks for its own share of the persons in turn. */
function read(diwan: Served, path: string, persons: readonly string[] = ['']) {
  const requests = persons.map((person) => ({ method: 'GET', path: `/api/v1/apps${path}${person}` }));
  const share = Math.ceil(requests.length / CONNECTIONS);
  const clients = Array.from({ length: CONNECTIONS }, (_, index) => {
    const own = requests.slice(index * share, (index + 1) * share);
    return { requests: own.length > 0 ? own : requests };
  });
  return measureAll(diwan, SECONDS, clients);
}

async function createFlags({ url }: Served, apiKey: string, slug: string): Promise<void> {
  await call(url, apiKey, { path: '/admin/apps', body: { slug, name: slug, platform: 'both', packageName: 'com.example' } });
  for (let index = 0; index < FLAGS; index += 1) await createFlag({ url, apiKey, slug, isTargeted: slug === 'targeted' }, index);
}

/** The app that gets a flag. */
interface FlaggedApp {
  readonly url: string;
  readonly apiKey: string;
  readonly slug: string;
  /** Whether the flag is evaluated for each request. */
  readonly isTargeted: boolean;
}

/** Creates a flag with a config and, in a targeted app, two rules; the percentage of the second is `index`. */
export async function createFlag({ url, apiKey, slug, isTargeted }: FlaggedApp, index: number): Promise<void> {
  const rules = [
    { id: 'testers', when: [{ attribute: 'userId', operator: 'in', values: [`u-${index}`, 'u-2'] }] },
    { id: 'saudi', when: [{ attribute: 'country', operator: 'in', values: ['SA', 'AE'] }], percentage: index },
  ];
  const flag = { flagKey: `flag_${index}`, isEnabled: true, config: { limit: index, text: 'a text of some length' } };
  await call(url, apiKey, { path: `/admin/apps/${slug}/features`, body: isTargeted ? { ...flag, targeting: { rules } } : flag });
}
