import type { CommandContext } from '../command.ts';

/** The project that every database contains. */
const DEFAULT_PROJECT = 11;

/** The project that a platform administration command acts on: --project, the profile's project, or the default. */
export async function readProject({ session }: CommandContext): Promise<number> {
  return (await session()).project ?? DEFAULT_PROJECT;
}
