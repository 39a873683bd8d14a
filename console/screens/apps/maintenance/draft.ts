import type { Schemas } from '../../../api.ts';
import type { Window } from '../data.ts';
import { fromLocal, toLocal } from '../local-time.ts';

type Versions = NonNullable<Window['versions']>;
type Testers = Window['testers'];

/** The form of a window of maintenance, as it is typed. */
export interface WindowDraft {
  readonly when: 'now' | 'later';
  readonly startAt: string;
  readonly endAt: string;
  readonly announceFrom: string;
  readonly estimatedEnd: string;
  readonly messageEn: string;
  readonly messageAr: string;
  readonly mode: Window['mode'];
  readonly platform: 'all' | 'android' | 'ios';
  readonly versions: string;
  readonly letIn: 'none' | 'ids' | 'segment';
  readonly ids: string;
  readonly segment: string;
}

/** An empty form with the given texts. */
export function newDraft(messageEn: string, messageAr: string): WindowDraft {
  const times = { startAt: '', endAt: '', announceFrom: '', estimatedEnd: '' };
  return { when: 'now', ...times, messageEn, messageAr, mode: 'full', platform: 'all', versions: '', letIn: 'none', ids: '', segment: '' };
}

/** The form of a scheduled window. */
export function draftOf(window: Window): WindowDraft {
  const { startAt, endAt, announceFrom, estimatedEnd, messageEn, messageAr, mode, platforms, versions, testers } = window;
  const [platform = 'all', ...others] = platforms ?? [];
  return {
    when: 'later',
    startAt: toLocal(startAt),
    endAt: toLocal(endAt),
    announceFrom: toLocal(announceFrom),
    estimatedEnd: toLocal(estimatedEnd),
    messageEn: messageEn ?? '',
    messageAr: messageAr ?? '',
    mode,
    platform: others.length > 0 ? 'all' : platform,
    versions: (versions ?? []).map(({ min = '', max = '' }) => `${min}..${max}`).join(', '),
    letIn: testers === null ? 'none' : testers.segment === undefined ? 'ids' : 'segment',
    ids: (testers?.ids ?? []).join('\n'),
    segment: testers?.segment ?? '',
  };
}

/** The fields of the window that was typed, for switching on, scheduling and changing. */
export function windowOf(draft: WindowDraft) {
  const { when, messageEn, messageAr, mode, platform, versions } = draft;
  const isLater = when === 'later';
  return {
    messageEn: textOf(messageEn),
    messageAr: textOf(messageAr),
    estimatedEnd: fromLocal(draft.estimatedEnd),
    startAt: isLater ? fromLocal(draft.startAt) : null,
    endAt: fromLocal(draft.endAt),
    announceFrom: isLater ? fromLocal(draft.announceFrom) : null,
    mode,
    platforms: platform === 'all' ? null : [platform],
    versions: rangesOf(versions),
    testers: testersOf(draft),
  } satisfies Partial<Schemas['MaintenancePut']>;
}

/** The first part of the field of versions that is no range; null when all are. */
export function wrongRange(text: string): string | null {
  return partsOf(text).find((part) => !/^[^.\s][^\s]*\.\.[^\s]*$|^\.\.[^.\s][^\s]*$/.test(part)) ?? null;
}

function rangesOf(text: string): Versions | null {
  const ranges = partsOf(text).map((part) => {
    const [min = '', max = ''] = part.split('..');
    return { ...(min === '' ? {} : { min }), ...(max === '' ? {} : { max }) };
  });
  return ranges.length === 0 ? null : ranges;
}

function partsOf(text: string): string[] {
  return text.split(/[,،\s]+/).filter((part) => part !== '');
}

function testersOf({ letIn, ids, segment }: WindowDraft): Testers {
  if (letIn === 'segment') return segment === '' ? null : { segment };
  const listed = ids.split(/\s+/).filter((id) => id !== '');
  return letIn === 'none' || listed.length === 0 ? null : { ids: listed };
}

function textOf(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

/** The fields that differ from those of the window as it was opened. */
export function changesOf(window: Window, draft: WindowDraft): Schemas['MaintenanceEdit'] {
  const before = windowOf(draftOf(window));
  const changed = Object.entries(windowOf(draft)).filter(([name, value]) => !isSame(value, Reflect.get(before, name)));
  return Object.fromEntries(changed);
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
