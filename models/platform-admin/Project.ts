import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** A tenant (contract §5). Projects are switched off, never deleted. */
export class Project extends Model<InferAttributes<Project>, InferCreationAttributes<Project>> {
  /** Given out by the service, not by the database: an operator may choose it, and engines count on differently after that. */
  declare id: number;
  declare name: string;
  declare isActive: CreationOptional<boolean>;
  /** JSON text of what was set. */
  declare settings: CreationOptional<string>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;
}

export function initProject(sequelize: Sequelize): void {
  Project.init(
    {
      id: { type: DataTypes.INTEGER, primaryKey: true },
      name: { type: DataTypes.STRING(100), allowNull: false },
      isActive: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: true },
      settings: { type: DataTypes.TEXT, allowNull: false, defaultValue: '{}' },
      createdAt: DataTypes.DATE(3),
      updatedAt: DataTypes.DATE(3),
    },
    { sequelize, tableName: 'projects' },
  );
}
