import { client } from '../../support/requests/client.ts';
import type { ConsoleTest, OpenedPage } from '../support.ts';

/** The demo app with releases, users and a rollout that is under way. */
export const SHOP = 'diwan-demo-shop';
export const SHOP_NAME = 'Diwan Demo Shop';
/** Its newest release, which is offered to a part of the phones. */
export const NEWEST = '2.4.0';

/** The project that the operators of these tests belong to. */
const DEMO_PROJECT = 99;

/** A new app, to which nothing has happened yet. */
export async function newApp(test: ConsoleTest, slug: string, name: string): Promise<void> {
  const body = { slug, name, platform: 'both', packageName: 'com.example.new' };
  const credentials = { apiKey: test.server.apiKey, headers: { 'X-Project-ID': String(DEMO_PROJECT) } };
  await client(test.server, credentials).post('/admin/apps', body).expect(201);
}

/** Answers a request of the page with an error of the server. */
export async function breakRequest({ page }: OpenedPage, address: string): Promise<void> {
  const body = { success: false, statusCode: 404, code: 'not_found', message: 'Broken for the test.', requestId: 'request-of-the-test' };
  await page.route(address, (route) => route.fulfill({ status: 404, json: body }));
}

/** Three releases: 1.0.0 with crashes and no guard, 1.1.0 with more crashes than its guard allows, and 1.2.0 with few users. */
export async function crashingReleases(test: ConsoleTest, slug: string): Promise<void> {
  const credentials = { apiKey: test.server.apiKey, headers: { 'X-Project-ID': String(DEMO_PROJECT) } };
  const guard = { maxRate: 0.1, minUsers: 1_000, action: 'warn' };
  const releases = [
    { versionName: '1.0.0', versionCode: 1, users: 40 },
    { versionName: '1.1.0', versionCode: 2, guard, users: 40 },
    { versionName: '1.2.0', versionCode: 3, guard, users: 8 },
  ];
  for (const { users, ...release } of releases) {
    await client(test.server, credentials).post(`/admin/apps/${slug}/versions`, release).expect(201);
    const events = Array.from({ length: users }, (_, index) => ({
      eventType: index < 5 ? 'app_crash' : 'open',
      userId: `${release.versionName}-${index}`,
      appVersion: release.versionName,
    }));
    await client(test.server).post(`/apps/${slug}/analytics/batch`, { events }).expect(200);
  }
}
