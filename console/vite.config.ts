import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const OUT = path.resolve(import.meta.dirname, '../dist/console');
/** React Aria has its own texts in 34 languages; the console speaks two of them. */
const OTHER_LANGUAGES = /[/\\]intl[/\\](?:[a-z]+[/\\])*(?!en-US|ar-AE)[a-z]{2}-[A-Z]{2}\.m?js$/;

/** The packages that every screen needs, in one file: together they compress better. */
const VENDOR = /node_modules[/\\](?:react|react-dom|scheduler|@tanstack|use-sync-external-store|openapi-(?:fetch|react-query))[/\\]/;

/** `npm run build` runs this after the compiler: pages and scripts in dist/console, with a .br and a .gz beside each. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), dropOtherLanguages(), compressAssets()],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'vendor', test: VENDOR }] } } },
    outDir: OUT,
    emptyOutDir: true,
    // the test of the sizes reads which file needs which
    manifest: true,
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
  },
});

function dropOtherLanguages(): Plugin {
  return {
    name: 'drop-other-languages',
    load: { filter: { id: OTHER_LANGUAGES }, handler: () => 'export default {};' },
  };
}

function compressAssets(): Plugin {
  return { name: 'compress-assets', writeBundle: ({ dir = OUT }) => compressFolder(path.join(dir, 'assets')) };
}

function compressFolder(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    const content = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }));
  }
}
