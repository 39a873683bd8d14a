import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Profile } from '../../../cli/profiles/store.ts';
import { temporaryFolder } from '../../support/engine.ts';

/** A folder for XDG_CONFIG_HOME with the profile `default`, or an empty one. */
export async function newHome(profile?: Profile): Promise<string> {
  const home = await temporaryFolder();
  if (profile === undefined) return home;
  mkdirSync(path.join(home, 'diwan'), { mode: 0o700 });
  const text = JSON.stringify({ current: 'default', profiles: { default: profile } });
  writeFileSync(path.join(home, 'diwan/profiles.json'), text, { mode: 0o600 });
  return home;
}
