import { createContext, use } from 'react';
import type { Preferences } from './preferences.ts';

interface Chosen {
  readonly preferences: Preferences;
  readonly change: (changes: Partial<Preferences>) => void;
}

const PreferencesContext = createContext<Chosen | null>(null);
export const PreferencesProvider = PreferencesContext.Provider;

/** Language, theme and shortcuts of this browser, and how to change them. */
export function usePreferences(): Chosen {
  const chosen = use(PreferencesContext);
  if (chosen === null) throw new Error('There is no <PreferencesProvider> around this component.');
  return chosen;
}
