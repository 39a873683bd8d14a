import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import http, { type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** The parts of `package.json` and of the lock file that npm reads. */
interface Manifest {
  readonly name?: string;
  readonly version: string;
  readonly link?: boolean;
}

export interface Registry {
  readonly url: string;
  /** The packages whose files were asked for. */
  readonly sent: ReadonlySet<string>;
  close(): Promise<void>;
}

/**
 * A registry of npm with the packages of `node_modules`: an installation into an empty folder needs no network then.
 * A package of another platform has only the entry of the lock file.
 */
export async function startRegistry(root: string): Promise<Registry> {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Manifest> };
  const sent = new Set<string>();
  const server = http.createServer((req, res) => {
    const address = decodeURIComponent(req.url ?? '/').slice(1);
    if (address.startsWith('files/')) {
      const folder = address.slice('files/'.length).replace(/\.tgz$/, '');
      sent.add(folder.replace(/^.*node_modules\//, ''));
      sendFolder(path.join(root, folder), res);
      return;
    }
    const found = Object.entries(lock.packages).filter(([folder, { link }]) => folder.endsWith(`node_modules/${address}`) && link !== true);
    if (found.length === 0) return void res.writeHead(404).end('{}');
    const versions = found.map(([folder, entry]) => {
      const file = path.join(root, folder, 'package.json');
      const manifest: Manifest = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : entry;
      const dist = { tarball: `http://${req.headers.host}/files/${encodeURIComponent(folder)}.tgz` };
      return [manifest.version, { ...manifest, name: address, dist }] as const;
    });
    const body = { name: address, 'dist-tags': { latest: versions[0]?.[0] }, versions: Object.fromEntries(versions) };
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    sent,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function sendFolder(folder: string, res: ServerResponse): void {
  const args = ['--create', '--use-compress-program=gzip -1', '--exclude=./node_modules', '--transform=s,^\\.,package,', '-C', folder, '.'];
  const tar = spawn('tar', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  res.writeHead(200, { 'Content-Type': 'application/octet-stream' });
  tar.stdout.pipe(res);
}
