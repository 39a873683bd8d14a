import { runProgram } from './diwan-server/program.ts';

/** The same as `diwan-server migrate`, for manifests and scripts that name this file. */
await runProgram(['migrate', ...process.argv.slice(2)]);
