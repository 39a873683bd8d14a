import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** A user does not want to read an author. */
export class AuthorBlock extends Model<InferAttributes<AuthorBlock>, InferCreationAttributes<AuthorBlock>> {
  declare id: CreationOptional<number>;
  declare projectId: number;
  /** The user who blocks: a UUID or `operator:<id>`. */
  declare userId: string;
  declare authorId: string;
  declare createdAt: CreationOptional<Date>;
}

export function initAuthorBlock(sequelize: Sequelize): void {
  (class extends AuthorBlock {}).init(
    {
      id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
      userId: { type: DataTypes.STRING(48), allowNull: false },
      authorId: { type: DataTypes.STRING(48), allowNull: false },
      createdAt: DataTypes.DATE(3),
    },
    { sequelize, modelName: 'AuthorBlock', tableName: 'author_blocks', updatedAt: false },
  );
}
