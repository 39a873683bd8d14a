export interface BlockedRow {
  readonly id: number;
  readonly parentId: number | null;
  readonly children: number;
  readonly moderation: string;
}
