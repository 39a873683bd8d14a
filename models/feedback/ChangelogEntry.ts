import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

export type ChangeType = 'added' | 'changed' | 'deprecated' | 'removed' | 'fixed' | 'security';

/** A released change. The posts that it links to are rows of `ChangelogLink`. */
export class ChangelogEntry extends Model<InferAttributes<ChangelogEntry>, InferCreationAttributes<ChangelogEntry>> {
  declare id: CreationOptional<number>;
  declare projectId: number;
  declare title: string;
  /** Markdown. */
  declare content: string;
  declare titleAr: CreationOptional<string | null>;
  declare contentAr: CreationOptional<string | null>;
  declare version: CreationOptional<string | null>;
  declare type: ChangeType;
  /** Before this time only staff and the creator see the entry. */
  declare publishedAt: Date;
  /** Whether everybody who was registered at its publication has it in the inbox. */
  declare isAnnounced: CreationOptional<boolean>;
  /** When its publication was recorded and its readers were told; null before. */
  declare toldAt: CreationOptional<Date | null>;
  /** UUID of a user or `operator:<id>`. */
  declare createdBy: string;
  /** Counts the writes of this row. */
  declare revision: CreationOptional<number>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;
}

export function initChangelogEntry(sequelize: Sequelize): void {
  (class extends ChangelogEntry {}).init(
    {
      id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
      title: { type: DataTypes.STRING(200), allowNull: false },
      content: { type: DataTypes.TEXT, allowNull: false },
      titleAr: { type: DataTypes.STRING(200), defaultValue: null },
      contentAr: { type: DataTypes.TEXT, defaultValue: null },
      version: { type: DataTypes.STRING(64), defaultValue: null },
      type: { type: DataTypes.STRING(16), allowNull: false },
      publishedAt: { type: DataTypes.DATE(3), allowNull: false },
      isAnnounced: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
      toldAt: { type: DataTypes.DATE(3), defaultValue: null },
      createdBy: { type: DataTypes.STRING(48), allowNull: false },
      revision: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      createdAt: DataTypes.DATE(3),
      updatedAt: DataTypes.DATE(3),
    },
    { sequelize, modelName: 'ChangelogEntry', tableName: 'changelog_entries' },
  );
}
