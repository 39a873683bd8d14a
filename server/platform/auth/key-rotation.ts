import {
  closeSync,
  fchownSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { generateKey, type PrivateJwk, parseKeySet, writeKeySet } from './key-file.ts';
import { KEY_LEAD_SECONDS } from './signing-keys.ts';

export interface RotationOptions {
  readonly now: Date;
  /** The lifetime of an access token. */
  readonly tokenSeconds: number;
  /** The new key signs at once instead of after a minute. */
  readonly atOnce: boolean;
}

export interface Rotated {
  readonly added: string;
  readonly signsFrom: Date;
  /** Older keys that only verify, each until the last token that it signed has expired. */
  readonly retiring: readonly { readonly kid: string; readonly until: Date }[];
  readonly dropped: readonly string[];
}

/** Added to the lifetime of the last token, because clocks differ and a process may load a new key late. */
const SPARE_SECONDS = 300;

/**
 * Adds a signing key to the file and drops the keys that no valid token needs. Replaces the file as a whole, keeps its owner and gives
 * access only to the owner.
 * @throws Error when the file cannot be read or written, holds no set of signing keys, or another rotation is running
 */
export function rotateKeys(path: string, options: RotationOptions): Rotated {
  // a symbolic link must remain one
  const file = realpathSync(path);
  const draft = `${file}.new`;
  const descriptor = openDraft(draft);
  try {
    const { keys, ...rotated } = planRotation(parseKeySet(readFileSync(file, 'utf8'), file), options);
    const { uid, gid } = statSync(file);
    if (process.getuid !== undefined && uid !== process.getuid()) fchownSync(descriptor, uid, gid);
    writeFileSync(descriptor, writeKeySet(keys));
    fsyncSync(descriptor);
    renameSync(draft, file);
    return rotated;
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** The draft is also the lock: two concurrent rotations would lose one of the keys. */
function openDraft(draft: string): number {
  try {
    return openSync(draft, 'wx', 0o600);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    throw new Error(`${draft} exists: another rotation is running. If none is, a rotation was killed: delete that file and try again.`);
  }
}

/** The keys after a rotation, the newest first. */
export function planRotation(
  keys: readonly PrivateJwk[],
  { now, tokenSeconds, atOnce }: RotationOptions,
): Rotated & { keys: PrivateJwk[] } {
  const seconds = Math.floor(now.getTime() / 1_000);
  const added = { ...generateKey(), signsFrom: seconds + (atOnce ? 0 : KEY_LEAD_SECONDS) };
  const sorted = [added, ...keys].sort((a, b) => startOf(b) - startOf(a));
  const dated = sorted.map((key, index) => ({ key, until: endOf(sorted[index - 1], tokenSeconds) }));
  const kept = dated.filter(({ until }) => until >= seconds);
  return {
    keys: kept.map(({ key }) => key),
    added: added.kid,
    signsFrom: dateOf(added.signsFrom),
    retiring: kept.filter(({ until }) => Number.isFinite(until)).map(({ key, until }) => ({ kid: key.kid, until: dateOf(until) })),
    dropped: dated.filter((entry) => !kept.includes(entry)).map(({ key }) => key.kid),
  };
}

function startOf({ signsFrom = 0 }: PrivateJwk): number {
  return signsFrom;
}

/** A key signs until the next newer key starts, and verifies until the last of its tokens has expired. */
function endOf(successor: PrivateJwk | undefined, tokenSeconds: number): number {
  return successor === undefined ? Number.POSITIVE_INFINITY : startOf(successor) + tokenSeconds + SPARE_SECONDS;
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1_000);
}
