import assert from 'node:assert/strict';
import { admin, client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';

const SHOP = { slug: 'shop', name: 'Shop', platform: 'both', packageName: 'com.example.shop' };

describe('admin apps', () => {
  let server: TestServer;

  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  it('registers an app with its defaults', async () => {
    const { body } = await admin(server).post('/admin/apps', SHOP).expect(201);
    assert.deepEqual({ ...body, id: 0, createdAt: '', updatedAt: '' }, { ...SHOP, id: 0, currentVersion: '0.0.0', currentVersionCode: 0, storeUrl: '', isActive: true, createdAt: '', updatedAt: '' });
  });

  it('shows it to everybody at once', async () => {
    const { body } = await client(server).get('/apps/shop').expect(200);
    assert.equal(body.name, 'Shop');
  });
});
