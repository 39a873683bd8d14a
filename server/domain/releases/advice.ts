import { deadlineOf, type Notes, type Offer } from './offers.ts';
import type { Device, UpdateCheck } from './update-check.ts';

export const UPDATE_MODES = ['none', 'soft', 'flexible', 'immediate'] as const;

/** How a phone should bring up an update, in the language of its user. */
export interface UpdateAdvice {
  mode: (typeof UPDATE_MODES)[number];
  priority: number;
  forceAfter: string | null;
  remindAfterHours: number;
  notes: string | null;
  language: 'en' | 'ar';
  dir: 'ltr' | 'rtl';
  rollout: { percent: number; included: boolean };
}

const REMIND_AFTER_HOURS = 72;

/** The advice that belongs to a check. A forced update has no time to wait, so that no phone snoozes it. */
export function adviceFor(offer: Offer, check: UpdateCheck, device: Device & { language: UpdateAdvice['language'] }): UpdateAdvice {
  const { latest, rollout } = offer;
  const priority = latest?.priority ?? 0;
  const { notes, language } = notesIn(latest?.notes ?? null, device.language);
  return {
    mode: modeOf(check, priority),
    priority,
    forceAfter: check.updateAvailable ? (deadlineOf(offer, device)?.toISOString() ?? null) : null,
    remindAfterHours: check.forceUpdate ? 0 : (latest?.remindAfterHours ?? REMIND_AFTER_HOURS),
    notes,
    language,
    dir: language === 'ar' ? 'rtl' : 'ltr',
    rollout,
  };
}

/** The language that the app's texts have for a language tag such as `ar-SA`. */
export function languageOf(tag: string | undefined): UpdateAdvice['language'] {
  return /^ar(?:[-_]|$)/i.test(tag ?? '') ? 'ar' : 'en';
}

function modeOf({ updateAvailable, forceUpdate }: UpdateCheck, priority: number): UpdateAdvice['mode'] {
  if (!updateAvailable) return 'none';
  if (forceUpdate || priority >= 5) return 'immediate';
  return priority >= 3 ? 'flexible' : 'soft';
}

/** The notes in the wanted language, else in the other one. */
function notesIn(notes: Notes | null, wanted: UpdateAdvice['language']): { notes: string | null; language: UpdateAdvice['language'] } {
  const other = wanted === 'ar' ? 'en' : 'ar';
  if (notes?.[wanted]) return { notes: notes[wanted], language: wanted };
  if (notes?.[other]) return { notes: notes[other], language: other };
  return { notes: null, language: wanted };
}
