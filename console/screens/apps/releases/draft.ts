import type { Schemas } from '../../../api.ts';
import type { Release } from '../data.ts';
import { fromLocal, toLocal } from '../local-time.ts';

type Platform = 'all' | 'android' | 'ios';
type Guard = 'off' | 'warn' | 'halt';

/** How a release spreads: at once to a percentage, in the steps of the App Store, or in others. */
export type Way = 'percent' | 'appstore' | 'own';

/** A step of a rollout, as it is typed; the time is that of a field, see `local-time.ts`. */
export interface DraftStep {
  readonly percent: string;
  readonly at: string;
}

/** The form of a release, as it is typed. */
export interface ReleaseDraft {
  readonly versionName: string;
  readonly versionCode: string;
  readonly platform: Platform;
  readonly way: Way;
  readonly percent: string;
  readonly steps: readonly DraftStep[];
  readonly notesEn: string;
  readonly notesAr: string;
  readonly changelog: string;
  readonly minVersion: string;
  readonly isForce: boolean;
  readonly forceAfter: string;
  readonly priority: keyof typeof PRIORITIES;
  readonly minOsVersion: string;
  readonly remindAfterHours: string;
  readonly storeUrl: string;
  readonly isActive: boolean;
  readonly guard: Guard;
  readonly guardRate: string;
  readonly guardUsers: string;
}

const DAY_MS = 86_400_000;
const FIRST_STEPS = [
  ['10', 0],
  ['50', 1],
  ['100', 3],
] as const;

const PRIORITIES = { '0': 0, '1': 1, '2': 2, '3': 3, '4': 4, '5': 5 } as const;

export const NEW_RELEASE: ReleaseDraft = {
  versionName: '',
  versionCode: '',
  platform: 'all',
  way: 'percent',
  percent: '100',
  steps: [],
  notesEn: '',
  notesAr: '',
  changelog: '',
  minVersion: '',
  isForce: false,
  forceAfter: '',
  priority: '0',
  minOsVersion: '',
  remindAfterHours: '72',
  storeUrl: '',
  isActive: true,
  guard: 'off',
  guardRate: '2',
  guardUsers: '200',
};

/** The form of a release that exists. */
export function draftOf(release: Release): ReleaseDraft {
  const { versionName, versionCode, platform, rolloutPercent, notes, guard, isForce, isActive } = release;
  return {
    versionName,
    versionCode: String(versionCode),
    platform: platform ?? 'all',
    way: 'percent',
    percent: String(rolloutPercent),
    steps: [],
    notesEn: notes?.en ?? '',
    notesAr: notes?.ar ?? '',
    changelog: release.changelog ?? '',
    minVersion: release.minVersion ?? '',
    isForce,
    forceAfter: toLocal(release.forceAfter),
    priority: priorityOf(release.priority),
    minOsVersion: release.minOsVersion ?? '',
    remindAfterHours: String(release.remindAfterHours),
    storeUrl: release.storeUrl ?? '',
    isActive,
    guard: guard?.action ?? 'off',
    guardRate: String(guard === null ? 2 : Number((guard.maxRate * 100).toFixed(4))),
    guardUsers: String(guard?.minUsers ?? 200),
  };
}

/** The body that publishes the release. */
export function publicationOf(draft: ReleaseDraft): Schemas['VersionCreate'] {
  const { versionName, versionCode, platform, way, percent, steps } = draft;
  return {
    ...fieldsOf(draft),
    versionName,
    versionCode: numberOf(versionCode),
    platform: platform === 'all' ? null : platform,
    ...(way === 'percent' ? { rolloutPercent: numberOf(percent) } : { steps: stepsOf(way, steps) }),
  };
}

/** The steps for the API. */
export function stepsOf(way: 'appstore' | 'own', steps: readonly DraftStep[]): NonNullable<Schemas['VersionCreate']['steps']> {
  return way === 'appstore' ? way : steps.map(({ percent, at }) => ({ percent: numberOf(percent), at: fromLocal(at) ?? '' }));
}

/** Steps to begin with: those of the release, else three that spread it in three days. */
export function firstSteps(release: Release | null, now: Date): readonly DraftStep[] {
  if (release !== null && release.steps.length > 0)
    return release.steps.map(({ percent, at }) => ({ percent: String(percent), at: toLocal(at) }));
  return FIRST_STEPS.map(([percent, days]) => ({ percent, at: toLocal(new Date(now.getTime() + days * DAY_MS).toISOString()) }));
}

/** The body of a change: the fields that differ from those of the release as it was opened. */
export function changesOf(release: Release, draft: ReleaseDraft): Schemas['VersionPatch'] {
  const before = fieldsOf(draftOf(release));
  const changed = Object.entries(fieldsOf(draft)).filter(([name, value]) => !isSame(value, Reflect.get(before, name)));
  return Object.fromEntries(changed);
}

function fieldsOf(draft: ReleaseDraft) {
  const { notesEn, notesAr, guard, guardRate, guardUsers } = draft;
  return {
    notes: notesEn === '' && notesAr === '' ? null : { en: textOf(notesEn), ar: textOf(notesAr) },
    changelog: textOf(draft.changelog),
    minVersion: textOf(draft.minVersion),
    isForce: draft.isForce,
    forceAfter: fromLocal(draft.forceAfter),
    priority: PRIORITIES[draft.priority],
    minOsVersion: textOf(draft.minOsVersion),
    remindAfterHours: numberOf(draft.remindAfterHours),
    storeUrl: textOf(draft.storeUrl),
    isActive: draft.isActive,
    guard:
      guard === 'off' ? null : { action: guard, maxRate: Number((numberOf(guardRate) / 100).toFixed(6)), minUsers: numberOf(guardUsers) },
  };
}

function textOf(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

/** A text that is no number becomes one that the server refuses, with its reason. */
function numberOf(text: string): number {
  const number = Number(text.trim());
  return text.trim() === '' || Number.isNaN(number) ? -1 : number;
}

function priorityOf(priority: number): ReleaseDraft['priority'] {
  const found = Object.entries(PRIORITIES).find(([, number]) => number === priority);
  return isPriority(found?.[0]) ? found[0] : '0';
}

function isPriority(text: string | undefined): text is ReleaseDraft['priority'] {
  return text !== undefined && Object.hasOwn(PRIORITIES, text);
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
