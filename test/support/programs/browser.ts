import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';

/**
 * Starts a headless Chromium. It opens what playwright-core offers: pages, contexts with another size, colours or language, screenshots.
 * Functions given to `page.evaluate` run in the page: they must not use names of the test file nor contain named functions.
 * @throws when Chromium is not installed
 */
export function startBrowser(): Promise<Browser> {
  const executablePath = process.env['TEST_CHROMIUM'];
  if (executablePath === undefined)
    throw new Error('chromium is not installed; these tests need the Debian package chromium: apt-get install chromium');
  return chromium.launch({ executablePath });
}

/** The errors in the console of a page, its exceptions and its failed requests. The list grows while the page is used. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
  page.on('pageerror', (error) => void complaints.push(error.message));
  page.on('requestfailed', (request) => {
    const error = request.failure()?.errorText ?? '';
    // the page was left while the request ran
    if (error !== 'net::ERR_ABORTED') complaints.push(`${request.url()}: ${error}`);
  });
  return complaints;
}

/** Serves one HTML page on a separate port, so that it has another origin than the server under test. */
export async function servePage(html = '<!doctype html><title>A page of another origin</title>'): Promise<{
  readonly origin: string;
  close(): Promise<void>;
}> {
  const server = createServer((_request, response) => response.setHeader('Content-Type', 'text/html; charset=utf-8').end(html));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // a test that fails before `close` must not keep the run open
  server.unref();
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { origin: `http://127.0.0.1:${port}`, close };
}

/** The text of a script for a page, from a module and all that it imports. */
export async function bundleForPage(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return String(outputFiles[0]?.text);
}
