import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startServer, type TestServer } from '../support/server.ts';
import { type Kept, normalise, type Recording, send } from './recorded-requests.ts';

/**
 * Recorded over HTTP from a server of the release before apps and keys belonged to projects, started with `ENV`. The file is never written
 * again: it holds the requests of those clients and their answers.
 */
const RECORDINGS: readonly Recording[] = readFileSync(path.join(import.meta.dirname, 'recorded-answers.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
  .map((recording: Recording) => ({ ...recording, answer: normalise(recording.answer) }));

const ENV = { ADMIN_USERNAME: 'recorded-first', ADMIN_PASSWORD: 'correct horse battery', OTP_COOLDOWN_SECONDS: '0' };
const UNKNOWN_KEY = 'dk_00000000_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/** The fields that answers have beyond the recorded ones, by the request. */
const ADDED: readonly (readonly [request: RegExp, fields: readonly string[]])[] = [
  [/^\w+ \/admin\/apps(?:\/[\w-]+)?$/, ['projectId']],
  [/^POST \/auth\/register-init$/, ['channel', 'fallbackSeconds']],
  [/^\w+ \/admin\/api-keys/, ['projectId', 'parentId']],
  [/^\w+ \/admin\/projects\/\d+\/operators/, ['owner', 'totp']],
  [/^\w+ \/admin\/apps\/[\w-]+\/features/, ['valueType', 'targeting', 'kind']],
  [
    /^\w+ \/admin\/apps\/[\w-]+\/versions/,
    ['platform', 'rolloutPercent', 'rolloutState', 'steps', 'haltedAt', 'offeredPercent', 'forceAfter', 'priority'].concat([
      'minOsVersion',
      'notes',
      'remindAfterHours',
      'guard',
      'guardActedAt',
    ]),
  ],
  [
    /^\w+ \/admin\/apps\/[\w-]+\/maintenance/,
    ['state', 'startAt', 'endAt', 'announceFrom', 'mode', 'platforms', 'versions', 'testers', 'etag'],
  ],
  [/^\w+ \/admin\/projects\/\d+\/test-phones/, ['source']],
  [
    /^\w+ \/admin\/projects(?:\/\d+)?$/,
    [
      'autoHideReports',
      'blockedWords',
      'requireTotp',
      'accountDeletionDays',
      'erasedContent',
      'phone',
      'guard',
      'guardScale',
      'capPerDay',
      'sms',
      'notices',
    ],
  ],
  [/^\w+ \/auth\/(?:register-verify|admin\/users)/, ['emailVerified', 'lastLoginAt', 'deletesAt']],
  [/^GET \/(?:admin\/)?posts/, ['moderation', 'contentHash', 'subscribed']],
];

/** The sentences that changed: codes and statuses are those of before. */
const REWORDED: Readonly<Record<string, string>> = {
  'Allowed here: PUT, OPTIONS.': 'Allowed here: GET, HEAD, PUT, OPTIONS.',
  'A valid API key is required in the X-Api-Key header.':
    'A valid API key in X-Api-Key is required, or the token of an operator in Authorization.',
  'The review was changed after you read it. Read it again.': 'The content was changed after you read it. Read it again.',
  'Authentication credentials were not provided.': 'Send the token of an operator in Authorization, or an API key in X-Api-Key.',
};

/** Refusals of which the status and the code stay, and the list of faults differs. */
const OTHER_FAULTS = [
  // the faults name the fields that the request cannot change
  'PUT /admin/apps/souq {"slug":"x"}',
  // the fault names the scopes of a key, of which there are more
  'POST /admin/api-keys {"name":"x","scopes":["root"]}',
  // the strength of a password is judged once all else is right
  'POST /admin/projects/11/operators {"username":"x","password":"password","role":"root"}',
  // "must be at least 1" instead of "must be greater than or equal to 1"
  'POST /admin/apps/souq/versions {"versionName":"v2","versionCode":0}',
  'GET /admin/reviews?status=x&page=0 undefined',
  'GET /admin/apps/other/analytics?days=0 undefined',
  // "must be an object" instead of "must be of type object"
  'POST /admin/apps/souq/features {"flagKey":"1x","config":[]}',
];

/** The callers who were refused and are admitted now. */
const ADMITTED = ['token:staff GET /auth/admin/users', 'token:staff POST /auth/admin/users/{userId}/unlock'];

describe('clients of the release before', () => {
  let server: TestServer;

  before(async () => {
    server = await startServer({ env: ENV });
  });
  after(() => server.close());

  it('get the answers that were recorded, and named additions', async () => {
    const kept: Kept = { platform: server.apiKey, wrong: UNKNOWN_KEY };
    const differences: string[] = [];
    for (const recording of RECORDINGS) {
      const { status, body } = await send(server.url, recording, kept);
      const recorded = { status: recording.status, body: expectedOf(recording) };
      const answered = { status, body: without(recorded.body, body, addedTo(recording)) };
      const parts = hasOtherFaults(recording) ? [withoutFaults(recorded), withoutFaults(answered)] : [recorded, answered];
      const isAdmitted = ADMITTED.includes(`${recording.as} ${recording.ask}`) && recording.status === 403 && status === 200;
      if (!isAdmitted && !isEqual(parts)) differences.push(`${recording.as} ${recording.ask}: ${JSON.stringify(parts)}`);
    }
    assert.deepEqual(differences, []);
    assert.ok(RECORDINGS.length > 200);
  });
});

/** The recorded answer with the changes that the change log names. */
function expectedOf({ as, ask, answer }: Recording): unknown {
  // a reader learns no codes of test phones
  if (as === 'key:reader' && ask.endsWith('/test-phones') && Array.isArray(answer))
    return answer.map((phone) => ({ ...phone, code: null }));
  const message = REWORDED[String(Reflect.get(Object(answer), 'message'))];
  return message === undefined ? answer : { ...Object(answer), message, detail: message };
}

function addedTo({ ask }: Recording): string[] {
  return ADDED.flatMap(([request, fields]) => (request.test(ask) ? fields : []));
}

/** The answer without the added fields that the recorded one lacks. */
function without(recorded: unknown, answer: unknown, added: readonly string[]): unknown {
  if (Array.isArray(answer)) return answer.map((one, index) => without(Object(recorded)[index], one, added));
  if (typeof answer !== 'object' || answer === null) return answer;
  const known = Object.entries(answer).filter(([name]) => !added.includes(name) || name in Object(recorded));
  return Object.fromEntries(known.map(([name, value]) => [name, without(Object(recorded)[name], value, added)]));
}

function hasOtherFaults({ ask, body }: Recording): boolean {
  return OTHER_FAULTS.includes(`${ask} ${JSON.stringify(body)}`);
}

function withoutFaults({ status, body }: { status: number; body: unknown }): object {
  return { status, code: Reflect.get(Object(body), 'code') };
}

function isEqual([recorded, answered]: readonly object[]): boolean {
  try {
    assert.deepEqual(answered, recorded);
    return true;
  } catch {
    return false;
  }
}
