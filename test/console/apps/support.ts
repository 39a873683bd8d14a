import { admin } from '../../support/requests/client.ts';
import { type ConsoleTest, type OpenedPage, type OpenOptions, signIn } from '../support.ts';

/** The demo app with releases, users and a rollout that is under way. */
export const SHOP = 'diwan-demo-shop';
export const SHOP_NAME = 'Diwan Demo Shop';
/** Its newest release, which is offered to a part of the phones. */
export const NEWEST = '2.4.0';

/** Opens an address as an operator of the project that the demo apps belong to. */
export async function openAs(test: ConsoleTest, role: 'staff' | 'admin', path: string, options: OpenOptions = {}): Promise<OpenedPage> {
  const { body: apps } = await admin(test.server).get('/admin/apps').expect(200);
  const shop = apps.find(({ slug }: { slug: string }) => slug === SHOP);
  const opened = await test.open(path, options);
  await signIn(opened, await test.newOperator(role, shop.projectId));
  return opened;
}

/** A new app, to which nothing has happened yet. */
export async function newApp(test: ConsoleTest, slug: string, name: string): Promise<void> {
  const body = { slug, name, platform: 'both', packageName: 'com.example.new' };
  await admin(test.server).post('/admin/apps', body).expect(201);
}

/** Answers a request of the page with an error of the server. */
export async function breakRequest({ page }: OpenedPage, address: string): Promise<void> {
  const body = { success: false, statusCode: 404, code: 'not_found', message: 'Broken for the test.', requestId: 'request-of-the-test' };
  await page.route(address, (route) => route.fulfill({ status: 404, json: body }));
}
