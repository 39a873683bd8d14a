import { DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** A deleted record whose comments and votes are still being deleted in the background. */
export class DeferredDelete extends Model<InferAttributes<DeferredDelete>, InferCreationAttributes<DeferredDelete>> {
  declare projectId: number;
  declare entityType: string;
  declare entityId: number;
}

export function initDeferredDelete(sequelize: Sequelize): void {
  (class extends DeferredDelete {}).init(
    {
      projectId: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
      entityType: { type: DataTypes.STRING(16), allowNull: false, primaryKey: true },
      entityId: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
    },
    { sequelize, modelName: 'DeferredDelete', tableName: 'feedback_leftovers', timestamps: false },
  );
}
