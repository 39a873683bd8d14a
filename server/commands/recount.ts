import { runProgram } from './diwan-server/program.ts';

/** The same as `diwan-server recount`, for manifests and scripts that name this file. */
await runProgram(['recount', ...process.argv.slice(2)]);
