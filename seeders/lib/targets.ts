/** What can be commented on. */
export interface Target {
  readonly entityType: string;
  readonly entityId: number;
  /** Who wrote it; null for an item, which stands elsewhere. */
  readonly userId: string | null;
  readonly createdAt: Date;
}
