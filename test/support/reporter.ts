import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';

/**
 * Mocha's spec output; `{passed, failed, failures, isComplete}` goes to the file named by `--reporter-option result=FILE`, where
 * `test/run.mjs` sums the counts and repeats the failures, a line each. If TEST_CPU=1, it prints the CPU seconds of each file.
 */
export default class SpecWithCounts extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    if (process.env['TEST_CPU'] === '1') printCpu(runner);
    const file: unknown = options.reporterOptions?.result;
    if (typeof file !== 'string') return;
    let passed = 0;
    const failures: string[] = [];
    const write = (isComplete: boolean): void =>
      writeFileSync(file, JSON.stringify({ passed, failed: failures.length, failures, isComplete }));
    runner.on('pass', () => {
      passed += 1;
    });
    runner.on('fail', (test, error) => failures.push(inOneLine(test, error)));
    runner.once('start', () => process.once('exit', () => existsSync(file) || write(false)));
    runner.once('end', () => write(true));
  }
}

/** The CPU seconds between the first and the last test of each file: of this process, and of the children that ended meanwhile. */
function printCpu(runner: Mocha.Runner): void {
  let start = cpuSeconds();
  runner.on('suite', ({ parent }) => {
    if (parent?.root === true) start = cpuSeconds();
  });
  runner.on('suite end', ({ parent, file = '' }) => {
    if (parent?.root !== true) return;
    const { own, children } = cpuSeconds();
    console.log(`cpu ${(own - start.own).toFixed(2)} s + children ${(children - start.children).toFixed(2)} s ${path.relative('.', file)}`);
  });
}

/** Linux counts the time of ended children in 1/100 s, in fields 16 and 17 of /proc/self/stat; elsewhere it counts as 0. */
function cpuSeconds(): { own: number; children: number } {
  const { user, system } = process.cpuUsage();
  const stat = existsSync('/proc/self/stat') ? readFileSync('/proc/self/stat', 'utf8') : '';
  // the name of the program is in parentheses and may contain blanks
  const [, fields = ''] = /\) (.*)/.exec(stat) ?? [];
  const [childUser = 0, childSystem = 0] = fields.split(' ').slice(13, 15).map(Number);
  return { own: (user + system) / 1_000_000, children: (childUser + childSystem) / 100 };
}

function inOneLine(test: Mocha.Runnable, error: unknown): string {
  const where = path.relative('.', test.file ?? '');
  const [why] = String(error).split('\n', 1);
  return `${where}: ${test.fullTitle()}: ${why}`;
}
