import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

export type RoadmapStatus = 'planned' | 'in_progress' | 'completed';

/** A planned change, or one that was completed. */
export class RoadmapItem extends Model<InferAttributes<RoadmapItem>, InferCreationAttributes<RoadmapItem>> {
  declare id: CreationOptional<number>;
  declare projectId: number;
  declare title: string;
  declare description: CreationOptional<string | null>;
  declare status: RoadmapStatus;
  /** Position of the status in the order of the list. */
  declare statusRank: number;
  declare category: CreationOptional<string | null>;
  /** `YYYY-MM-DD`. */
  declare targetDate: CreationOptional<string | null>;
  declare position: number;
  /** The feature request that the item answers. */
  declare postId: CreationOptional<number | null>;
  /** UUID of a user or `operator:<id>`. */
  declare createdBy: string;
  /** Counts the writes of this row. */
  declare revision: CreationOptional<number>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;
}

export function initRoadmapItem(sequelize: Sequelize): void {
  (class extends RoadmapItem {}).init(
    {
      id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
      title: { type: DataTypes.STRING(200), allowNull: false },
      description: { type: DataTypes.TEXT, defaultValue: null },
      status: { type: DataTypes.STRING(16), allowNull: false },
      statusRank: { type: DataTypes.INTEGER, allowNull: false },
      category: { type: DataTypes.STRING(50), defaultValue: null },
      targetDate: { type: DataTypes.DATEONLY, defaultValue: null },
      position: { type: DataTypes.INTEGER, allowNull: false },
      postId: { type: DataTypes.INTEGER, defaultValue: null },
      createdBy: { type: DataTypes.STRING(48), allowNull: false },
      revision: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      createdAt: DataTypes.DATE(3),
      updatedAt: DataTypes.DATE(3),
    },
    { sequelize, modelName: 'RoadmapItem', tableName: 'roadmap_items' },
  );
}
