import { writeFileSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';

/**
 * Mocha's own spec output; `{passed, failed, failures}` goes to the file named by `--reporter-option result=FILE`, where `test/run.mjs`
 * sums the counts and repeats what failed: a line each, below which nothing else follows but the sum.
 */
export default class SpecWithCounts extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const file: unknown = options.reporterOptions?.result;
    if (typeof file !== 'string') return;
    let passed = 0;
    const failures: string[] = [];
    runner.on('pass', () => {
      passed += 1;
    });
    runner.on('fail', (test, error) => failures.push(inOneLine(test, error)));
    runner.once('end', () => writeFileSync(file, JSON.stringify({ passed, failed: failures.length, failures })));
  }
}

function inOneLine(test: Mocha.Runnable, error: unknown): string {
  const where = path.relative('.', test.file ?? '');
  const [why] = String(error).split('\n', 1);
  return `${where}: ${test.fullTitle()}: ${why}`;
}
