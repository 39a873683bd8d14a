/** A person whose account is erased. The row of the user has lost its personal data by then. */
export interface ErasedPerson {
  readonly userId: string;
  readonly projectId: number;
  readonly email: string | null;
  /** Whether the person has shown that the address is theirs. Only then are rows of guests with this address theirs too. */
  readonly isEmailProved: boolean;
  /** Whether the texts lose their author or are deleted. */
  readonly content: 'anonymise' | 'delete';
  readonly now: Date;
}

/** One step of an erasure. Each service erases its own tables. */
export interface ErasureStep {
  /** Stored while the step is under way; at most 32 characters. */
  readonly name: string;
  /**
   * Erases a part, in the transaction that also stores how far the step is. `position` is empty at first, then what the last call returned;
   * null ends the step. A second run of the step finds nothing, unless a request under way wrote it meanwhile.
   */
  erasePart(person: ErasedPerson, position: string): Promise<string | null>;
}

/** Rows that one transaction erases: it holds their locks. */
export const ERASED_AT_ONCE = 100;

/** The author of what an erased user leaves. */
export const DELETED_AUTHOR = 'deleted';
export const DELETED_GUEST = 'guest:deleted';
