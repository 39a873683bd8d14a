import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';

/** Less than the time that `test/run.mjs` leaves to a process after its tests. */
const OPEN_MS = 15_000;

/**
 * Mocha's spec output; `{passed, failed, failures, isComplete}` goes to the file named by `--reporter-option result=FILE`, where
 * `test/run.mjs` sums the counts and repeats the failures, a line each. If TEST_CPU=1, it prints the CPU seconds of each file.
 */
export default class SpecWithCounts extends Mocha.reporters.Spec {
  readonly #file: string | null;
  readonly #failures: string[] = [];
  #passed = 0;

  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    if (process.env['TEST_CPU'] === '1') printCpu(runner);
    const file: unknown = options.reporterOptions?.result;
    this.#file = typeof file === 'string' ? file : null;
    if (this.#file === null) return;
    runner.on('pass', () => {
      this.#passed += 1;
    });
    runner.on('fail', (test, error) => this.#failures.push(inOneLine(test, error)));
    runner.once('start', () => process.once('exit', () => this.#write(false)));
  }

  /** Mocha calls this after the global teardown: to delete the data of a database server may take half a minute. */
  override done(failures: number, fn: (failures: number) => void): void {
    this.#write(true);
    setTimeout(() => console.log(`Still open after ${OPEN_MS / 1000} s: ${process.getActiveResourcesInfo().join(', ')}`), OPEN_MS).unref();
    fn(failures);
  }

  #write(isComplete: boolean): void {
    if (this.#file === null || existsSync(this.#file)) return;
    const result = { passed: this.#passed, failed: this.#failures.length, failures: this.#failures, isComplete };
    writeFileSync(this.#file, JSON.stringify(result));
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
