import { fillFeedback, HOT_ITEM } from './feedback-data.ts';
import { fillLists, ITEMS } from './lists-data.ts';
import type { LoadClient } from './load-plan.ts';
import { type MeasuredClients, measureClients, residentMegabytes, runInTurn, type Served, startDiwan, summarize } from './machine.ts';
import { copyToNaive } from './naive-data.ts';
import { figure, promise, title } from './report.ts';
import { prepareBench, startNaiveApi } from './setup.ts';
import { type TabulatedWork, tabulate } from './table.ts';
import { reading } from './write-works.ts';

const ROUNDS = 3;
const CLIENTS = 64;
/** Half of these reviews are of one item. */
const FILLED = 10_000;
const SECONDS = { warmUp: 1, measured: 2 };
const API = '/api/v1';

interface ListWork {
  /** The row of the closing table. */
  readonly row: TabulatedWork;
  /** The reads of each client; a list that all read has one answer for all who wait at the same time. */
  readonly clients: (prefix: string) => readonly LoadClient[];
  /** The lowest quotient of the rates of Diwan and of the conventional handler; null promises none. */
  readonly atLeast: number | null;
}

const all = (path: string) => (prefix: string) => reading(CLIENTS, prefix + path);

/** First pages of 20 rows, or of 20 threads with two replies each. */
const WORKS: Readonly<Record<string, ListWork>> = {
  'reviews of one item': { row: 'review list', clients: all(`/reviews?itemType=${HOT_ITEM.type}&itemId=${HOT_ITEM.id}`), atLeast: 2.5 },
  'reviews of 64 items': {
    row: 'review lists, each its own',
    clients: (prefix) => Array.from({ length: CLIENTS }, (_, client) => reading(1, `${prefix}${itemPath(client)}`)).flat(),
    atLeast: null,
  },
  posts: { row: 'post list', clients: all('/posts'), atLeast: 2 },
  'comments on one item': { row: 'comment list', clients: all(`/comments?entityType=${HOT_ITEM.type}&entityId=1`), atLeast: 2 },
  roadmap: { row: 'roadmap', clients: all('/roadmap'), atLeast: 2 },
  changelog: { row: 'changelog', clients: all('/changelog'), atLeast: 2 },
};

function itemPath(client: number): string {
  return `/reviews?itemType=${ITEMS.type}&itemId=${ITEMS.firstId + (client % ITEMS.count)}`;
}

/** Public lists beside conventional handlers on the same MariaDB, read without a token by 64 clients. */
export async function benchLists(): Promise<void> {
  const bench = await prepareBench();
  const diwan = await startDiwan(bench.env);
  const naive = await startNaiveApi(bench);
  await fillFeedback(bench.databaseUrl, FILLED);
  await fillLists(bench.databaseUrl);
  for (const table of ['reviews', 'posts', 'comments', 'roadmap_items', 'changelog_entries', 'changelog_links'] as const)
    await copyToNaive(bench.databaseUrl, table);
  await expectEqualLists(diwan, naive);
  for (const [name, work] of Object.entries(WORKS)) await compare(name, work, { diwan, naive });
  promise('resident memory of the server at the end, MB', residentMegabytes(diwan.pid), { atMost: 200 });
  await Promise.all([diwan.stop(), naive.stop()]);
  await bench.stop();
}

interface Page {
  readonly data: readonly { readonly id: number }[];
  readonly pagination: { readonly total: number };
}

/** Otherwise one of the two would do less. @throws Error when they do not answer as many rows and the same total */
async function expectEqualLists(diwan: Served, naive: Served): Promise<void> {
  const shapeOf = async (url: string): Promise<string> => {
    const { data, pagination } = (await (await fetch(url)).json()) as Page;
    return `${data.length} of ${pagination.total}`;
  };
  for (const [name, { clients }] of Object.entries(WORKS)) {
    const pathOf = (prefix: string): string => clients(prefix)[0]?.requests[0]?.path ?? '';
    const [ours, theirs] = await Promise.all([shapeOf(diwan.url + pathOf(API)), shapeOf(naive.url + pathOf(''))]);
    if (ours !== theirs || !ours.startsWith('20 of ')) throw new Error(`${name}: ${ours} rows beside ${theirs}`);
  }
}

async function compare(name: string, { row, clients, atLeast }: ListWork, { diwan, naive }: { diwan: Served; naive: Served }) {
  const runs = (seconds: number) => ({
    diwan: () => measureClients(diwan, { seconds, clients: clients(API) }),
    naive: () => measureClients(naive, { seconds, clients: clients('') }),
  });
  await runInTurn(1, runs(SECONDS.warmUp));
  const results: Record<string, MeasuredClients[]> = await runInTurn(ROUNDS, runs(SECONDS.measured));
  const rates = summarize(results, ({ rate }) => rate);
  const cpu = summarize(results, ({ cpuPerAnswer }) => cpuPerAnswer);
  const p99 = summarize(results, (measured) => measured.p99);
  title(`${name}, first page: answers a second, ${CLIENTS} clients, medians of ${ROUNDS} alternating runs of ${SECONDS.measured} s`);
  for (const [server, rate] of Object.entries(rates.medians)) {
    const microseconds = (cpu.medians[server] ?? Number.NaN).toFixed(0);
    figure(
      server,
      `${rate.toFixed(0)}, p99 ${(p99.medians[server] ?? Number.NaN).toFixed(0)} ms, ${microseconds} microseconds of CPU each`,
    );
  }
  figure('CPU of an answer, naive / diwan', cpu.ratio('naive', 'diwan').toFixed(2));
  const ratio = rates.ratio('diwan', 'naive');
  if (atLeast === null) figure('rate, diwan / naive', ratio.toFixed(2));
  else promise('rate, diwan / naive', ratio, { atLeast });
  promise(
    'answers that are not 2xx',
    Object.values(results)
      .flat()
      .reduce((sum, { failed }) => sum + failed, 0),
    { atMost: 0 },
  );
  tabulate(row, rates, { diwan: 'diwan', others: { naive: 'naive' } });
}
