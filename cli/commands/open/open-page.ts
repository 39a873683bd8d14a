import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type CommandContext, defineCommand } from '../../command.ts';
import { readChoice } from '../../input/arguments.ts';
import { PAGES } from './pages.ts';

const PATHS: Readonly<Record<(typeof PAGES)[number], string>> = { home: '/', docs: '/docs', openapi: '/openapi.json', ready: '/readyz' };

export default defineCommand<(typeof PAGES)[number]>({
  parse: ({ args: [page] }) => readChoice('page', page, PAGES),
  async run(context, page) {
    const { io, options, print } = context;
    const url = (await context.session()).url + PATHS[page];
    if (print.json) print.record([], { url });
    else print.lines(url);
    if (!print.isTerminal || options.dryRun || !options.input || io.env['CI']) return;
    if (!(await launch(context, url))) print.note('No browser was found: open the address yourself, or name a program in BROWSER.');
  },
});

/** Starts the browser without waiting for its end. False when it cannot be started. */
async function launch({ io }: CommandContext, url: string): Promise<boolean> {
  const [program, args] = opener(io.env['BROWSER']);
  const child = spawn(program, [...args, url], { detached: true, stdio: 'ignore' });
  child.unref();
  return once(child, 'spawn').then(
    () => true,
    () => false,
  );
}

function opener(browser: string | undefined): [program: string, args: readonly string[]] {
  if (browser) return [browser, []];
  if (process.platform === 'darwin') return ['open', []];
  return process.platform === 'win32' ? ['rundll32', ['url.dll,FileProtocolHandler']] : ['xdg-open', []];
}
