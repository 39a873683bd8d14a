import path from 'node:path';
import { runTool } from './run-tool.ts';

/** The findings of Redocly's ruleset `recommended`; null when there are none. `api` and the tools are paths. */
export async function lintWithRedocly(api: string, tools: string): Promise<string | null> {
  const program = path.join(tools, 'node_modules/@redocly/cli/bin/cli.js');
  const config = path.join(import.meta.dirname, 'redocly.yaml');
  const args = ['lint', api, '--config', config, '--format=json', '--max-problems=1000'];
  const { stdout, stderr } = await runTool(program, args, path.dirname(api));
  const report: RedoclyReport = parse(stdout, stderr);
  const { errors, warnings, ignored } = report.totals;
  if (errors + warnings + ignored === 0) return null;
  return report.problems
    .map(({ severity, ruleId, message, location }) => `${severity} ${ruleId} ${location[0]?.pointer}: ${message}`)
    .join('\n');
}

interface RedoclyReport {
  readonly totals: { readonly errors: number; readonly warnings: number; readonly ignored: number };
  readonly problems: readonly {
    readonly severity: string;
    readonly ruleId: string;
    readonly message: string;
    readonly location: readonly { readonly pointer?: string }[];
  }[];
}

/** The findings of Spectral's ruleset `oas`, hints included; null when there are none. */
export async function lintWithSpectral(api: string, tools: string): Promise<string | null> {
  const program = path.join(tools, 'node_modules/@stoplight/spectral-cli/dist/index.js');
  const ruleset = path.join(import.meta.dirname, 'spectral.yaml');
  const args = ['lint', api, '--ruleset', ruleset, '--fail-severity=hint', '--format=text', '--quiet'];
  const { code, stdout, stderr } = await runTool(program, args, path.dirname(api));
  return code === 0 ? null : stdout + stderr;
}

function parse<T>(stdout: string, stderr: string): T {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`Redocly wrote no report: ${stdout}${stderr}`);
  }
}
