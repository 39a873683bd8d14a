import { type CommandContext, defineCommand } from '../../command.ts';
import { EXIT } from '../../errors/errors.ts';
import type { Printer } from '../../output/printer.ts';
import { isolateDirection, oneLine } from '../../output/safe-text.ts';
import type { Column } from '../../output/table.ts';
import type { Finding } from './finding.ts';
import { checkAddress, checkConnection, checkFile } from './local-checks.ts';
import {
  checkApiKey,
  checkClock,
  checkHealth,
  checkProviders,
  checkReadiness,
  checkSignIn,
  checkVersion,
  checkWebhooks,
} from './server-checks.ts';

const COLUMNS: readonly Column<Finding>[] = [
  { title: 'Status', value: ({ status }) => status, isStatus: true },
  { title: 'Check', value: ({ check }) => check },
  { title: 'Finding', value: ({ finding }) => finding },
  { title: 'Next', value: ({ next }) => next },
];

/** The checks run in this order. After a failed connection check, the server checks cannot run. */
const CONNECTION_CHECKS = [checkAddress, checkConnection, checkHealth];
const SERVER_CHECKS = [checkReadiness, checkVersion, checkClock, checkSignIn, checkApiKey, checkProviders, checkWebhooks];

export default defineCommand<null>({
  parse: () => null,
  async run(context) {
    const findings = await runChecks(context);
    if (!context.print.isForPeople) context.print.rows(COLUMNS, findings, { checks: findings });
    else for (const finding of findings) context.print.lines(lineOf(finding, context.print));
    return findings.some(({ status }) => status === 'fail') ? EXIT.failed : EXIT.done;
  },
});

async function runChecks(context: CommandContext): Promise<Finding[]> {
  const findings = [await checkFile(context)];
  for (const check of CONNECTION_CHECKS) {
    const finding = await check(context);
    findings.push(finding);
    if (finding.status === 'fail') return findings;
  }
  for (const check of SERVER_CHECKS) findings.push(await check(context));
  return findings;
}

function lineOf({ status, check, finding, next }: Finding, { colors }: Printer): string {
  const paint = { ok: colors.green, warn: colors.yellow, fail: colors.red }[status];
  const line = `${paint(status.padEnd(4))}  ${check}: ${isolateDirection(oneLine(finding))}`;
  return next === null ? line : `${line}\n      next: ${next}`;
}
