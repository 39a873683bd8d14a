import { EXIT } from '../../errors.ts';
import { type Kit, verb } from '../../kit.ts';
import type { Printer } from '../../output/printer.ts';
import { isolated, oneLine } from '../../output/safe-text.ts';
import type { Column } from '../../output/table.ts';
import type { Finding } from './finding.ts';
import { checkAddress, checkConnection, checkFile } from './local-checks.ts';
import { checkApiKey, checkClock, checkHealth, checkReadiness, checkSignIn, checkVersion } from './server-checks.ts';

const COLUMNS: readonly Column<Finding>[] = [
  { title: 'Status', value: ({ status }) => status },
  { title: 'Check', value: ({ check }) => check },
  { title: 'Finding', value: ({ finding }) => finding },
  { title: 'Next', value: ({ next }) => next },
];

/** In this order; after a failure of one of the first three there is nothing left to look at on the server. */
const REACH = [checkAddress, checkConnection, checkHealth];
const SERVER = [checkReadiness, checkVersion, checkClock, checkSignIn, checkApiKey];

export default verb<null>({
  parse: () => null,
  async run(kit) {
    const findings = await examine(kit);
    if (kit.print.json || !kit.print.isTerminal) kit.print.rows(COLUMNS, findings, { checks: findings });
    else for (const finding of findings) kit.print.lines(lineOf(finding, kit.print));
    return findings.some(({ status }) => status === 'fail') ? EXIT.failed : EXIT.done;
  },
});

async function examine(kit: Kit): Promise<Finding[]> {
  const findings = [await checkFile(kit)];
  for (const check of REACH) {
    const finding = await check(kit);
    findings.push(finding);
    if (finding.status === 'fail') return findings;
  }
  for (const check of SERVER) findings.push(await check(kit));
  return findings;
}

function lineOf({ status, check, finding, next }: Finding, { colors }: Printer): string {
  const paint = { ok: colors.green, warn: colors.yellow, fail: colors.red }[status];
  const line = `${paint(status.padEnd(4))}  ${check}: ${isolated(oneLine(finding))}`;
  return next === null ? line : `${line}\n      next: ${next}`;
}
