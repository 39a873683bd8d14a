import { ask } from './requests/wire.ts';

/** Series with their values, such as `diwan_workers` or `diwan_sign_ins_total{method="code",outcome="wrong"}`. */
export type Series = ReadonlyMap<string, number>;

/** The metrics that a server serves to its own machine. */
export async function readMetrics(url: string): Promise<Series> {
  const { status, text } = await ask(url, '/metrics');
  if (status !== 200) throw new Error(`/metrics answered ${status}: ${text}`);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}

/** How much each series grew whose name begins with `prefix`, by the rest of its name. */
export function growth(before: Series, after: Series, prefix: string): Record<string, number> {
  const grown = [...after].filter(([name, value]) => name.startsWith(prefix) && value !== (before.get(name) ?? 0));
  return Object.fromEntries(grown.map(([name, value]) => [name.slice(prefix.length), value - (before.get(name) ?? 0)]));
}
