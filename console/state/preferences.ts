import type { Language } from '../i18n/format.ts';

export type Theme = 'system' | 'light' | 'dark';

export interface Preferences {
  readonly language: Language;
  readonly theme: Theme;
  readonly hasShortcuts: boolean;
}

const KEYS = { language: 'language', theme: 'theme', shortcuts: 'shortcuts' } as const;

/** The choices of the reader in this browser, else the browser's own. */
export function readPreferences(): Preferences {
  const language = stored(KEYS.language) ?? navigator.language.slice(0, 2);
  const theme = stored(KEYS.theme);
  return {
    language: language === 'ar' ? 'ar' : 'en',
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    hasShortcuts: stored(KEYS.shortcuts) !== 'off',
  };
}

/** Keeps each choice as one word. */
export function storePreferences({ language, theme, hasShortcuts }: Preferences): void {
  store(KEYS.language, language);
  store(KEYS.theme, theme);
  store(KEYS.shortcuts, hasShortcuts ? 'on' : 'off');
}

/** Sets what style sheets and screen readers go by. */
export function applyPreferences({ language, theme }: Preferences): void {
  const root = document.documentElement;
  root.lang = language;
  root.dir = language === 'ar' ? 'rtl' : 'ltr';
  if (theme === 'system') root.removeAttribute('data-theme');
  else root.dataset['theme'] = theme;
}

// a browser that refuses storage keeps nothing, and the console works all the same
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, word: string): void {
  try {
    localStorage.setItem(key, word);
  } catch {}
}
