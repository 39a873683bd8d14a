import { DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** The number of favorites of one user. The counter moves by raw SQL, and its row is the lock of the user's favorites. */
export class FavoriteOwner extends Model<InferAttributes<FavoriteOwner>, InferCreationAttributes<FavoriteOwner>> {
  declare projectId: number;
  /** UUID of a user or `operator:<id>`. */
  declare userId: string;
  declare total: number;
}

export function initFavoriteOwner(sequelize: Sequelize): void {
  (class extends FavoriteOwner {}).init(
    {
      projectId: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
      userId: { type: DataTypes.STRING(48), allowNull: false, primaryKey: true },
      total: { type: DataTypes.INTEGER, allowNull: false },
    },
    { sequelize, modelName: 'FavoriteOwner', tableName: 'favorite_owners', timestamps: false },
  );
}
