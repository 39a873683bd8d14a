import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/** Mocha's own spec output; the counts go to the file named by `--reporter-option result=FILE`, where `test/run.mjs` sums them. */
export default class SpecWithCounts extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const file: unknown = options.reporterOptions?.result;
    if (typeof file !== 'string') return;
    let passed = 0;
    let failed = 0;
    runner.on('pass', () => {
      passed += 1;
    });
    runner.on('fail', () => {
      failed += 1;
    });
    runner.once('end', () => writeFileSync(file, JSON.stringify({ passed, failed })));
  }
}
