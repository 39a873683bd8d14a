import { spawn } from 'node:child_process';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a JavaScript program in a folder. */
export function runTool(program: string, args: readonly string[], cwd: string): Promise<Ran> {
  return runProgram(process.execPath, [program, ...args], cwd);
}

/** Runs a program in a folder, for at most five minutes. The tools send no telemetry and do not look for newer releases. */
export function runProgram(program: string, args: readonly string[], cwd: string): Promise<Ran> {
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_SUPPRESS_NOTIFICATIONS: 'true', NO_COLOR: '1' };
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      timeout: 300_000,
      env: { ...process.env, ...quiet },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, stdout, stderr }));
  });
}
