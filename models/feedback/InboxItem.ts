import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** A message in the inbox of a user. An entry that is announced to everybody has a row only for the users who have read it. */
export class InboxItem extends Model<InferAttributes<InboxItem>, InferCreationAttributes<InboxItem>> {
  declare id: CreationOptional<number>;
  declare projectId: number;
  /** UUID. */
  declare userId: string;
  /** Such as `post.status`: see `services/feedback/inbox/item-types.ts`. */
  declare type: string;
  /** `post`, `review`, `comment` or `changelog`. */
  declare entityType: string;
  declare entityId: number;
  /** Tells the items about one record apart. */
  declare revision: number;
  /** JSON of what the record no longer shows, such as its former status; null when there is nothing. */
  declare data: CreationOptional<string | null>;
  declare createdAt: Date;
  declare readAt: CreationOptional<Date | null>;
}

export function initInboxItem(sequelize: Sequelize): void {
  (class extends InboxItem {}).init(
    {
      id: { type: DataTypes.BIGINT, autoIncrement: true, primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
      userId: { type: DataTypes.STRING(48), allowNull: false },
      type: { type: DataTypes.STRING(32), allowNull: false },
      entityType: { type: DataTypes.STRING(16), allowNull: false },
      entityId: { type: DataTypes.INTEGER, allowNull: false },
      revision: { type: DataTypes.BIGINT, allowNull: false },
      data: { type: DataTypes.TEXT, defaultValue: null },
      createdAt: { type: DataTypes.DATE(3), allowNull: false },
      readAt: { type: DataTypes.DATE(3), defaultValue: null },
    },
    { sequelize, modelName: 'InboxItem', tableName: 'inbox_items', timestamps: false },
  );
}
