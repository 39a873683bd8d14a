import { parseArgs } from 'node:util';
import { endProcesses } from '../support/programs/process.ts';
import { diskFaults } from './disk.ts';
import type { Fault } from './fault.ts';
import { galeraFaults } from './galera/faults.ts';
import { mariadbFaults } from './mariadb.ts';
import { restartFaults } from './restarts.ts';
import { failuresOf, mergeInto, type Row, tableOf, writeTable } from './results.ts';
import { missingOf } from './servers.ts';
import { switchoverFaults } from './switchover.ts';

/**
 * `npm run faults [-- NAME… --rounds N --json FILE --markdown FILE --list]` injects faults under load and prints one table. The exit code
 * is 1 when a bar is missed. A JSON file keeps the rows of other faults from earlier runs; a Markdown file gets the table between comments.
 */
const FAULTS: readonly Fault[] = [...galeraFaults, ...mariadbFaults, ...switchoverFaults, ...diskFaults, ...restartFaults];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    json: { type: 'string' },
    markdown: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

const unknown = positionals.filter((name) => !FAULTS.some((fault) => fault.name === name));
if (unknown.length > 0) throw new Error(`Unknown fault ${unknown.join(', ')}; known: ${FAULTS.map(({ name }) => name).join(', ')}`);
const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
if (rounds !== undefined && !(Number.isSafeInteger(rounds) && rounds > 0)) throw new Error('--rounds takes a number above 0.');
const chosen = FAULTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));

if (values.list) for (const { name, needs } of chosen) console.log(`${name}: ${missingOf(needs) ?? 'can run'}`);
else process.exitCode = await main();
// a database client of a killed server may hold a timer
process.exit();

async function main(): Promise<number> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  process.once('exit', endProcesses);
  const rows: Row[] = [];
  for (const fault of chosen) rows.push(await runOne(fault));
  const all = values.json === undefined ? rows : mergeInto(values.json, rows);
  if (values.markdown !== undefined) writeTable(values.markdown, all);
  console.log(`\n${tableOf(rows)}`);
  for (const row of rows) if ('skipped' in row) console.log(`\nSKIPPED ${row.fault}: ${row.skipped}`);
  for (const { fault, failures } of rows) for (const failure of failures) console.log(`\nMISSED ${fault}: ${failure}`);
  return rows.some(({ failures }) => failures.length > 0) ? 1 : 0;
}

async function runOne(fault: Fault): Promise<Row> {
  const count = rounds ?? fault.rounds;
  const skipped = missingOf(fault.needs) ?? fault.obstacle?.();
  if (skipped !== undefined) {
    console.log(`\n== ${fault.name}: SKIPPED, ${skipped} ==`);
    return { fault: fault.name, rounds: 0, failures: [], skipped };
  }
  console.log(`\n== ${fault.name}: ${count} rounds ==`);
  const started = performance.now();
  const note = (line: string): void => console.log(`  ${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}`);
  try {
    const result = await fault.run(count, note);
    return { fault: fault.name, rounds: count, failures: failuresOf(fault, result), result };
  } catch (error) {
    console.error(error);
    const skipped = `ended with an error: ${error instanceof Error ? error.message : String(error)}`;
    return { fault: fault.name, rounds: count, failures: [skipped], skipped };
  } finally {
    endProcesses();
  }
}
