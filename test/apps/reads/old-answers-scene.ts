import { createHash } from 'node:crypto';
import { admin, client } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';

/** The time of the scene; the flags and releases of its apps do not depend on it. */
export const SCENE_TIME = '2026-03-10T12:34:56.789Z';

const CONFIG = { z: 1, a: [true, null, { نص: 'قيمة' }], '': 0.1, nested: { deep: { er: [] } } };
const VERSIONS = ['0.9', '1.0.0', 'v1.2', '1.2.3+45', '1.4.0-beta.1', '2.0.0', '9', 'latest', '1..2'];
const PLATFORMS = ['android', 'ios', 'web'];

/** Creates apps in every state that the reads of a start distinguish. */
export async function createScene(server: TestServer): Promise<void> {
  const post = (path: string, body: object) => admin(server).post(`/admin/apps${path}`, body).expect(201);
  const put = (path: string, body: object) => admin(server).put(`/admin/apps${path}`, body).expect(200);
  const app = { name: 'متجر', packageName: 'com.example.shop', platform: 'both', storeUrl: 'https://store.example/shop' };
  for (const [slug, platform] of [
    ['full', 'both'],
    ['droid', 'android'],
    ['bare', 'ios'],
    ['gone', 'both'],
  ])
    await post('', { ...app, slug, platform });
  for (const slug of ['full', 'droid']) {
    await post(`/${slug}/versions`, { versionName: '1.0.0', versionCode: 1, minVersion: '1.0.0' });
    await post(`/${slug}/versions`, { versionName: '1.4.0', versionCode: 2, isForce: slug === 'full', changelog: 'Faster\nsearch' });
    await post(`/${slug}/versions`, { versionName: '2.0.0', versionCode: 3, storeUrl: 'https://store.example/2' });
    await post(`/${slug}/features`, { flagKey: 'b', isEnabled: true, description: 'B', config: CONFIG });
    await post(`/${slug}/features`, { flagKey: 'A.off', config: {} });
    await post(`/${slug}/features`, { flagKey: '_plain', isEnabled: true });
  }
  await put('/full/maintenance', { isActive: true, messageEn: 'Back soon', messageAr: 'سنعود', estimatedEnd: '2026-03-10T13:00:00Z' });
  await put('/droid/maintenance', { isActive: true, messageEn: 'Back soon' });
  await put('/gone', { isActive: false });
}

/** The addresses that clients of the release before may ask for. */
export function sceneAddresses(): string[] {
  const queries = [
    '',
    '?unknown=1',
    '?platform=android&platform=ios',
    ...PLATFORMS.map((platform) => `?platform=${platform}`),
    ...VERSIONS.map((version) => `?currentVersion=${version}`),
    ...VERSIONS.flatMap((version) => ['android', 'ios'].map((platform) => `?platform=${platform}&currentVersion=${version}`)),
  ];
  const withQuery = ['full', 'droid', 'bare'].flatMap((slug) =>
    ['version', 'bootstrap'].flatMap((read) => queries.map((query) => `${slug}/${read}${query}`)),
  );
  const plain = ['full', 'droid', 'bare', 'gone', 'none'].flatMap((slug) =>
    ['', '/maintenance', '/features', '/features?unknown=1', '/maintenance?unknown=1', '/version', '/bootstrap'].map((read) => slug + read),
  );
  const spelt = ['full/features/', 'full%2Ffeatures', 'FULL/features', 'full/features?a[b]=1'];
  return [...new Set([...plain, ...withQuery, ...spelt])];
}

/** The whole answer to a request: in full, and as one line with its digest. */
export async function answerTo(server: TestServer, address: string): Promise<{ line: string; text: string }> {
  const { status, headers, text } = await client(server).get(`/apps/${address}`);
  const body = text.replace(/"(timestamp|requestId)":"[^"]*"/g, '"$1":""');
  const kept = ['etag', 'cache-control', 'retry-after', 'content-type', 'vary'].map((name) => `${name}: ${headers[name] ?? ''}`);
  const full = [status, ...kept, body].join('\n');
  return { line: `${status} ${createHash('sha256').update(full).digest('base64url').slice(0, 16)}`, text: full };
}
