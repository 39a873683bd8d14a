import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordAudits } from '../../../server/platform/db/records/audit.ts';
import { newReview } from '../../feedback/reviews/review-support.ts';
import { executeAcrossProjects, guest, selectAcrossProjects } from '../../feedback/support.ts';
import { DUTY, type Duty, HOUR_MS, startDuty } from './notice-support.ts';

const RUNNER = path.resolve(import.meta.dirname, '../../support/programs/notice-runner.ts');
const PROJECTS = Array.from({ length: 60 }, (_, index) => 100 + index);
const ACTIONS = ['otp.guard_acted', 'otp.cap_reached'];
const KILLS = 4;

interface QueuedMail {
  readonly key: string;
  readonly recipient: string;
  readonly project: number;
  readonly template: string;
  readonly data: string;
}

describe('notices of several processes', () => {
  let duty: Duty;

  before(async () => {
    duty = await startDuty();
    const at = duty.clock.now();
    const settings = JSON.stringify({ notices: { to: DUTY } });
    const values = PROJECTS.map((id) => [id, 'Kills', 1, settings, at, at]);
    const insert = 'INSERT INTO projects (id, name, is_active, settings, created_at, updated_at) VALUES :values';
    await executeAcrossProjects(duty.server.db, insert, { values });
    for (const projectId of PROJECTS) await newReview(guest(duty.server, projectId), { guestEmail: 'guest@example.com' });
  });
  after(() => duty.close());

  const act = async (round: number): Promise<void> => {
    const by = { actor: { kind: 'system', id: 'otp' }, requestId: null, address: null, now: duty.clock.now() } as const;
    const acts = PROJECTS.flatMap((projectId) =>
      ACTIONS.map((action) => ({ projectId, action, subject: `round:${round}`, details: { messages: round, capPerDay: 9 } })),
    );
    await recordAudits(duty.server.db, by, acts);
  };

  const startRunner = async () => {
    const args = ['--import', 'tsx', RUNNER, duty.server.env['DATABASE_URL'] ?? '', duty.clock.now().toISOString()];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    return { child, ended };
  };

  const queued = () =>
    selectAcrossProjects<QueuedMail>(
      duty.server.db,
      "SELECT mail_key AS `key`, recipient, project_id AS project, template, data FROM mail_outbox WHERE template LIKE 'notice%'",
    );

  it('tell each act once, however often one is killed', async () => {
    let killed = 0;
    for (let round = 0; round < KILLS; round += 1) {
      await act(round);
      duty.clock.advance(HOUR_MS);
      const { child, ended } = await startRunner();
      // the whole work takes about this long
      await sleep(20 + 90 * round);
      child.kill('SIGKILL');
      const [, signal] = await ended;
      if (signal === 'SIGKILL') killed += 1;
      // two others finish the hour at once
      const others = await Promise.all([startRunner(), startRunner()]);
      await Promise.all([duty.run(), ...others.map((other) => other.ended)]);
    }
    assert.ok(killed > 0, 'no process was killed while it worked');
    const mails = await queued();
    const acts = mails.filter(({ template }) => template === 'notice_acts');
    const told = acts.flatMap(({ project, recipient, data }) => {
      const { kind, acts: list } = JSON.parse(data);
      return (JSON.parse(list) as { subject: string }[]).map(({ subject }) => `${project} ${kind} ${recipient} ${subject}`);
    });
    const rounds = Array.from({ length: KILLS }, (_, round) => round);
    const all = PROJECTS.flatMap((project) =>
      ACTIONS.flatMap((kind) => DUTY.flatMap((to) => rounds.map((round) => `${project} ${kind} ${to} round:${round}`))),
    );
    assert.deepEqual(told.sort(), all.sort());
    const waiting = mails
      .filter(({ template }) => template === 'notice_waiting')
      .map(({ project, recipient }) => `${project} ${recipient}`);
    const hourly = PROJECTS.flatMap((project) => DUTY.flatMap((to) => rounds.map(() => `${project} ${to}`)));
    assert.deepEqual(waiting.sort(), hourly.sort());
    assert.deepEqual(await selectAcrossProjects(duty.server.db, 'SELECT audit_id FROM notice_acts'), []);
  });
});
