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
