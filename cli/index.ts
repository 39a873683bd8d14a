#!/usr/bin/env node
import { processIo } from './io.ts';
import { runProgram } from './program.ts';

const interrupted = new AbortController();
const SHUTDOWN_LIMIT_MS = 1_000;
process.once('SIGINT', () => {
  interrupted.abort();
  // the command may print its last line; a hanging command or a second Ctrl-C ends the process
  setTimeout(() => process.exit(130), SHUTDOWN_LIMIT_MS).unref();
  process.once('SIGINT', () => process.exit(130));
});
// `| head -1` closes the pipe early, which is no failure
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

process.exitCode = await runProgram(process.argv.slice(2), processIo(), interrupted.signal);
