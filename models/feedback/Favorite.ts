import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** An item that a user keeps as a favorite. */
export class Favorite extends Model<InferAttributes<Favorite>, InferCreationAttributes<Favorite>> {
  declare id: CreationOptional<number>;
  declare projectId: number;
  /** UUID of a user or `operator:<id>`. */
  declare userId: string;
  declare itemType: string;
  declare itemId: number;
  declare createdAt: CreationOptional<Date>;
}

export function initFavorite(sequelize: Sequelize): void {
  (class extends Favorite {}).init(
    {
      id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
      userId: { type: DataTypes.STRING(48), allowNull: false },
      itemType: { type: DataTypes.STRING(16), allowNull: false },
      itemId: { type: DataTypes.INTEGER, allowNull: false },
      createdAt: DataTypes.DATE(3),
    },
    { sequelize, modelName: 'Favorite', tableName: 'favorites', updatedAt: false },
  );
}
