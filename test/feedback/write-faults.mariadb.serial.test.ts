import assert from 'node:assert/strict';
import mysql from 'mysql2/promise';
import { type MariaDb, startMariaDb } from '../support/databases/mariadb.ts';
import { DEADLOCKS } from '../support/databases/sql.ts';
import { waitedMs } from '../support/loop-watch.ts';
import { until } from '../support/programs/process.ts';
import { openRace, type Race } from '../support/race.ts';
import { tally } from '../support/requests/key-access.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { executeAcrossProjects, expectExactCounts, user } from './support.ts';
import * as to from './write-race-support.ts';

const AT_ONCE = 60;
/** The deadline of a request, and a margin for a busy machine. */
const ANSWERED_MS = 2_500 + 500;

interface Timed extends to.Outcome {
  /** In `waitedMs`. */
  readonly waited: number;
}

describe('feedback writes while the database fails', () => {
  let database: MariaDb;
  let server: TestServer;
  let race: Race;
  let people: to.Sender[];
  let other: mysql.Connection;
  let postId: number;

  before(async () => {
    database = await startMariaDb({ durable: true });
    server = await startServer({ env: { DATABASE_URL: await database.createDatabase() } });
    race = await openRace(server, AT_ONCE);
    people = Array.from({ length: AT_ONCE }, () => ({ caller: user(server), projectId: 11 }));
    postId = await newPost();
  });
  beforeEach(async () => {
    other = await mysql.createConnection(server.env['DATABASE_URL'] ?? '');
    other.on('error', () => {});
  });
  afterEach(async () => {
    other.destroy();
    await untilServed();
    await expectExactCounts(server);
  });
  after(async () => {
    race.close();
    await server.close();
    await database.stop();
  });

  const person = (index: number): to.Sender => people[index % people.length] as to.Sender;
  const newPost = async (): Promise<number> =>
    (await person(0).caller.post('/posts', { title: 'Dark mode', description: 'x', category: 'bug' }).expect(201)).body.data.id;
  /** Waits until a vote is counted again, and with it every transaction of before has ended. */
  const untilServed = () => until(async () => (await person(0).caller.post(`/posts/${postId}/vote`)).status === 200);

  async function timed(attempt: to.Attempt): Promise<Timed> {
    const started = waitedMs();
    const [answer] = await race.runOnce([attempt.call]);
    assert.ok(answer !== undefined);
    return { ...attempt, answer, waited: waitedMs() - started };
  }
  const mixed = (): to.Attempt[] =>
    Array.from({ length: AT_ONCE }, (_, index) => {
      const sender = index % 7 === 0 ? { ...person(index), key: `key-${performance.now()}-${index}` } : person(index);
      const kinds = [
        () => (Math.random() < 0.5 ? to.voteFor : to.withdrawalFrom)(sender, postId, [200, 503]),
        () => to.commentOn(sender, ['post', postId], [201, 503]),
        () => to.reviewOf(sender, { itemType: 'product', itemId: 1 }, [201, 503]),
        () => ({ ...to.toggleOf(sender, 1), allowed: [200, 503] }),
        () => ({ ...to.postBy(sender), allowed: [201, 503] }),
      ];
      return (kinds[index % kinds.length] as () => to.Attempt)();
    });
  /** Sends mixed requests until `isDone`, each client one after the other. */
  async function load(isDone: () => boolean, seen: Timed[]): Promise<void> {
    const client = async (index: number): Promise<void> => {
      while (!isDone()) seen.push(await timed(mixed()[index] as to.Attempt));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => client(index)));
  }
  async function expectAnswered(seen: readonly Timed[]): Promise<void> {
    to.expectOwnAnswers(seen);
    for (const { call, answer, waited } of seen) assert.ok(waited <= ANSWERED_MS, `${call.path} ${answer.status} after ${waited} ms`);
    for (const table of ['reviews', 'comments', 'posts'] as const) {
      const { created, found } = await to.expectOwnRows(server, seen, table);
      assert.equal(found, created, table);
    }
  }

  const outages: [string, () => Promise<void> | void, () => Promise<void> | void][] = [
    ['is frozen', () => database.freeze(), () => database.thaw()],
    ['is killed', () => database.kill(), () => database.restart()],
  ];
  for (const [name, begin, end] of outages)
    it(`are answered in time while the database ${name}`, async () => {
      const seen: Timed[] = [];
      const refused = () => seen.filter(({ answer }) => answer.status === 503).length;
      let isDone = false;
      const loading = load(() => isDone, seen);
      await until(() => seen.length > AT_ONCE);
      await begin();
      await until(() => refused() > AT_ONCE);
      await end();
      const before = seen.length - refused();
      await until(() => seen.length - refused() > before + AT_ONCE);
      isDone = true;
      await loading;
      await untilServed();
      await expectAnswered(seen);
    });

  it('are refused in time while their post is locked', async () => {
    await other.query('BEGIN');
    await other.query('SELECT id FROM posts WHERE id = ? FOR UPDATE', [postId]);
    const locked = [
      ...people.slice(0, 20).map((sender) => to.voteFor(sender, postId, [503])),
      to.commentOn(person(0), ['post', postId], [503]),
    ];
    const free = people.slice(0, 20).flatMap((sender) => [to.reviewOf(sender, { itemType: 'product', itemId: 2 }), to.postBy(sender)]);
    const seen = await Promise.all([...locked, ...free].map(timed));
    await expectAnswered(seen);
  });

  it('are all counted in spite of repeated deadlocks', async () => {
    await other.query('CREATE TABLE ballast (n INT)');
    const deadlocks = async (): Promise<number> => {
      const [[row]] = await other.query<mysql.RowDataPacket[]>(DEADLOCKS);
      return Number(row?.['total']);
    };
    /** Takes the locks of a vote in the opposite order. InnoDB ends the transaction that changed fewer rows, which is the vote. */
    const cross = async (): Promise<void> => {
      await other.query('BEGIN');
      await other.query('INSERT INTO ballast VALUES ?', [Array.from({ length: 500 }, (_, n) => [n])]);
      await other.query("UPDATE feedback_counts SET total = total WHERE name = 'votes'");
      await other.query('SELECT id FROM posts WHERE id = ? FOR UPDATE', [postId]);
      await other.query('ROLLBACK');
    };
    const before = await deadlocks();
    for (let round = 0; (await deadlocks()) < before + 3; round += 1) {
      assert.ok(round < 100, 'no deadlock in 100 rounds');
      const ballot = round % 2 === 0 ? to.withdrawalFrom : to.voteFor;
      const voting = Promise.all(people.slice(0, 40).map((sender) => timed(ballot(sender, postId))));
      await cross();
      assert.deepEqual(tally((await voting).map(({ answer }) => answer)), { 200: 40 });
    }
  });

  /** MySQL finishes a write whose client has gone; MariaDB has cancelled it. Resolves to the number of those that it ended. */
  async function endSleeping(): Promise<number> {
    const [processes] = await other.query<mysql.RowDataPacket[]>('SHOW FULL PROCESSLIST');
    const writes = processes.filter(({ Info }) => /^INSERT INTO `reviews`/.test(String(Info)));
    for (const { Id } of writes) await other.query('KILL ?', [Id]).catch(() => {});
    return writes.length;
  }

  it('are refused in time when a batch fails and stalls', async () => {
    const body = `FOR EACH ROW IF NEW.title = 'poison' THEN SIGNAL SQLSTATE '45000'; ELSEIF NEW.title = 'slow' THEN DO SLEEP(5); END IF`;
    await executeAcrossProjects(server.db, `CREATE TRIGGER slow_reviews BEFORE INSERT ON reviews ${body}`);
    try {
      const titled = (title: string): to.Attempt => {
        const attempt = to.reviewOf(person(0), { itemType: 'product', itemId: 3 }, title === 'slow' ? [503] : [500]);
        return { ...attempt, call: { ...attempt.call, body: { ...(attempt.call.body as object), title } } };
      };
      const seen = await Promise.all(['poison', ...Array.from({ length: 12 }, () => 'slow')].map((title) => timed(titled(title))));
      await expectAnswered(seen);
    } finally {
      await until(async () => (await endSleeping()) === 0);
      await other.query('DROP TRIGGER slow_reviews');
    }
  });
});
