import type { Kit } from '../kit.ts';

/** The one that always exists (contract §5). */
const DEFAULT_PROJECT = 11;

/** The project that a platform command is about: --project, else the profile's, else the default one. */
export async function projectOf({ session }: Kit): Promise<number> {
  return (await session()).project ?? DEFAULT_PROJECT;
}
