/** A record or item that can be commented on. */
export interface Target {
  readonly entityType: string;
  readonly entityId: number;
  /** The author; null for an item, which other systems store. */
  readonly userId: string | null;
  readonly createdAt: Date;
}
