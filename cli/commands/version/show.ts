import { defineCommand } from '../../command.ts';
import { readVersion } from '../../version.ts';

export default defineCommand<string>({
  parse: () => readVersion(),
  run: async ({ print }, version) => (print.json ? print.record([], { version }) : print.lines(version)),
});
