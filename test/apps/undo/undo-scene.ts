import assert from 'node:assert/strict';
import type { Response } from 'supertest';
import { admin, client } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { codeOf } from '../support.ts';

/** A row of the changes of an app. */
export interface ChangeRow {
  id: number;
  action: string;
  target: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  undoes: number | null;
  canUndo: boolean;
}

/** The changes of one app, and what operators and phones see of it. */
export class UndoScene {
  readonly #server: TestServer;
  readonly slug: string;

  constructor(server: TestServer, slug: string) {
    this.#server = server;
    this.slug = slug;
  }

  path(rest = ''): string {
    return `/admin/apps/${this.slug}${rest}`;
  }

  async changes(query = ''): Promise<ChangeRow[]> {
    const { body } = await admin(this.#server)
      .get(this.path(`/changes${query}`))
      .expect(200);
    return body.data;
  }

  async last(): Promise<ChangeRow> {
    const [row] = await this.changes('?limit=1');
    assert.ok(row !== undefined);
    return row;
  }

  /** Undoes a change, by default the last one. */
  async undo(id?: number, query = ''): Promise<Response> {
    return admin(this.#server).post(this.path(`/changes/${id ?? (await this.last()).id}/undo${query}`), {});
  }

  async undone(id?: number): Promise<ChangeRow> {
    const { status, body } = await this.undo(id);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body, body.canUndo], [await this.last(), true]);
    return body;
  }

  async refused(code: string, id?: number): Promise<string> {
    const of = id ?? (await this.last()).id;
    const row = (await this.changes()).find((one) => one.id === of);
    assert.equal(row?.canUndo, false);
    for (const query of ['', '?dryRun=true']) assert.equal(codeOf(await this.undo(of, query)), code);
    return (await this.undo(of)).body.message;
  }

  /** The bytes that phones and operators get, without the times of rows and requests. */
  async state(): Promise<string[]> {
    const phone = 'platform=ios&currentVersion=1.0.0&language=en';
    const reads = ['', '/version?currentVersion=1.0.0&platform=android', '/maintenance', `/maintenance?${phone}`, `/bootstrap?${phone}`];
    const installed = ['a', 'b', 'c', 'd'].map((id) => `/version?${phone}&installationId=${id}`);
    const open = [...reads, ...installed].map(async (read) => (await client(this.#server).get(`/apps/${this.slug}${read}`)).text);
    const own = ['/versions', '/maintenance/history'].map(async (read) => (await admin(this.#server).get(this.path(read))).text);
    const texts = await Promise.all([...open, ...own]);
    return texts.map((text) =>
      text.replaceAll(/"(createdAt|updatedAt|etag|timestamp|serverTime|requestId)":"(?:[^"\\]|\\.)*"/g, '"$1":""'),
    );
  }

  /** Undoes the change that `make` makes, the undo, and so on; each time all is as it was. */
  async goesBackAndForth(make: () => PromiseLike<unknown>): Promise<ChangeRow> {
    const before = await this.state();
    await make();
    const after = await this.state();
    const made = await this.last();
    assert.notDeepEqual(after, before);
    assert.equal(made.canUndo, true, JSON.stringify(made));
    assert.equal((await this.undo(made.id, '?dryRun=true')).status, 200);
    assert.deepEqual([await this.state(), await this.last()], [after, made]);
    const back = await this.undone();
    assert.equal(back.undoes, made.id);
    assert.deepEqual(await this.state(), before, `undo of ${made.action}`);
    await this.undone();
    assert.deepEqual(await this.state(), after, `undo of the undo of ${made.action}`);
    await this.undone();
    assert.deepEqual(await this.state(), before);
    return back;
  }
}
