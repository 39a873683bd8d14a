import { type Api, type Schemas, unwrap } from '../../../api.ts';
import { Problem, problemOf } from '../../../state/problem.ts';
import { type Entry, type Status, statusFor, type Verdict } from './entry.ts';

/** The reason why a decision was not made, or not taken back. */
export type Fault =
  | { readonly kind: 'decided'; readonly by: string | null; readonly status: Status }
  | { readonly kind: 'reports' }
  | { readonly kind: 'changed' }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'problem'; readonly problem: Problem };

export interface Outcome {
  readonly entry: Entry;
  readonly fault: Fault | null;
  /** The status before and after, to take the decision back. */
  readonly before: Status;
  readonly after: Status;
}

const AT_ONCE = 100;

/** Decides on entries as they were read. Each has its own outcome; nothing is thrown. */
export async function sendVerdict(api: Api, entries: readonly Entry[], verdict: Verdict, reason: string): Promise<Outcome[]> {
  const outcomes = await Promise.all(entries.map((entry) => checkOpen(api, entry, statusFor(entry, verdict))));
  const open = outcomes.filter(({ fault }) => fault === null);
  const told = reason.trim().replace(/\s+/g, ' ');
  const because = told === '' ? {} : { reason: told };
  // reported text that keeps its status: the decision is on the reports alone
  const [same, moved] = [open.filter(isSame), open.filter((outcome) => !isSame(outcome))];
  const items = moved.map(({ entry, before, after }) => ({
    ...because,
    entityType: entry.kind,
    id: entry.id,
    status: after,
    ifStatus: before,
    contentHash: entry.contentHash,
  }));
  const closed = same.map((outcome) =>
    resolve(api, outcome, { ...because, resolution: isKept(outcome.after) ? 'dismissed' : 'removed' }, true),
  );
  const done = [...(await decide(api, moved, items)), ...(await Promise.all(closed))];
  return outcomes.map((outcome) => done.find(({ entry }) => entry === outcome.entry) ?? outcome);
}

/** Takes decisions back, unless another one was made since. */
export async function sendUndo(api: Api, decided: readonly Outcome[]): Promise<Outcome[]> {
  const [reported, pending] = [decided.filter(({ entry }) => entry.reports), decided.filter(({ entry }) => !entry.reports)];
  const items = pending.map(({ entry, before, after }) => ({ entityType: entry.kind, id: entry.id, status: before, ifStatus: after }));
  return [...(await decide(api, pending, items)), ...(await Promise.all(reported.map((outcome) => reopen(api, outcome))))];
}

/** Opens the case again, which gives the text its status from before. */
async function reopen(api: Api, outcome: Outcome): Promise<Outcome> {
  const state = isKept(outcome.after) ? 'dismissed' : 'removed';
  const checked = await checkReports(api, outcome, { state, status: outcome.after });
  return checked.fault === null ? resolve(api, checked, { resolution: 'open' }) : checked;
}

function checkOpen(api: Api, entry: Entry, after: Status): Promise<Outcome> {
  const outcome = { entry, fault: null, before: entry.status, after };
  return checkReports(api, outcome, { state: 'open', status: entry.status });
}

function isKept(status: Status): boolean {
  return status === 'approved' || status === 'visible';
}

function isSame({ before, after }: Outcome): boolean {
  return before === after;
}

interface Expected {
  readonly state: Schemas['ReportGroup']['state'];
  readonly status: Status;
}

/** Another moderator may have closed the reports, which can leave the status as it is. */
async function checkReports(api: Api, outcome: Outcome, { state, status }: Expected): Promise<Outcome> {
  const { kind: entityType, id: entityId, reports } = outcome.entry;
  if (reports === null) return outcome;
  try {
    const path = { entityType, entityId };
    const { data } = await unwrap(api.client.GET('/api/v1/admin/reports/{entityType}/{entityId}', { params: { path } }));
    if (data.content === null) return { ...outcome, fault: { kind: 'deleted' } };
    const present = data.content.status;
    if (present !== status) return { ...outcome, fault: { kind: 'decided', by: null, status: present } };
    return data.state === state ? outcome : { ...outcome, fault: { kind: 'reports' } };
  } catch (error) {
    return { ...outcome, fault: faultOf(error) };
  }
}

async function resolve(api: Api, outcome: Outcome, body: Schemas['ReportResolution'], isMatched = false): Promise<Outcome> {
  const { kind: entityType, id: entityId, contentHash } = outcome.entry;
  const header = isMatched ? { 'If-Match': `"${contentHash}"` } : {};
  try {
    await unwrap(
      api.client.PUT('/api/v1/admin/reports/{entityType}/{entityId}', { params: { path: { entityType, entityId }, header }, body }),
    );
    return outcome;
  } catch (error) {
    return { ...outcome, fault: faultOf(error) };
  }
}

async function decide(api: Api, outcomes: readonly Outcome[], items: readonly Schemas['ModerationDecision'][]): Promise<Outcome[]> {
  const decided: Outcome[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE) {
    const part = outcomes.slice(start, start + AT_ONCE);
    try {
      const body = { items: items.slice(start, start + AT_ONCE) };
      const { results } = await unwrap(api.client.POST('/api/v1/admin/moderation/decisions', { body }));
      decided.push(...part.map((outcome, index) => ({ ...outcome, fault: faultIn(results[index]) })));
    } catch (error) {
      decided.push(...part.map((outcome) => ({ ...outcome, fault: faultOf(error) })));
    }
  }
  return decided;
}

function faultIn(result: Schemas['DecisionResult'] | undefined): Fault | null {
  if (result?.outcome !== 'failed') return null;
  const { code = '', by = null, before = 'pending' } = result;
  if (code === 'already_decided') return { kind: 'decided', by, status: before };
  return faultByCode(code) ?? { kind: 'problem', problem: new Problem({ message: code, status: 409, code }) };
}

function faultOf(error: unknown): Fault {
  const problem = problemOf(error);
  return faultByCode(problem.code) ?? { kind: 'problem', problem };
}

function faultByCode(code: string): Fault | null {
  if (code === 'content_changed') return { kind: 'changed' };
  return code.endsWith('_not_found') ? { kind: 'deleted' } : null;
}
