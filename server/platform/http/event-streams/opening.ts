/** A change that the readers of a topic learn about. A later change has a higher id, as far as the source can tell. */
export interface StreamEvent {
  readonly id: number;
  readonly data: string;
}

/** A stream that a client asks for. */
export interface Opening {
  readonly topic: string;
  /** The present state; a reader that has seen less gets it at once. */
  readonly latest: StreamEvent;
  /** The newest event that the reader has seen; null for one that begins now. */
  readonly since: number | null;
}
