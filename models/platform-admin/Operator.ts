import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

export type OperatorRole = 'staff' | 'admin';

/** Who signs in with a username to run a project (contract §2, companion accounts). */
export class Operator extends Model<InferAttributes<Operator>, InferCreationAttributes<Operator>> {
  declare id: CreationOptional<number>;
  declare projectId: number;
  /** As typed when it was made. */
  declare username: string;
  /** In lower case: unique over all projects, for the login names no project. */
  declare usernameKey: string;
  declare email: CreationOptional<string | null>;
  declare passwordHash: string;
  declare role: OperatorRole;
  declare isActive: CreationOptional<boolean>;
  /** When password, role or activity last changed: what was signed in before is over. */
  declare accessChangedAt: Date;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;
}

export function initOperator(sequelize: Sequelize): void {
  Operator.init(
    {
      id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
      username: { type: DataTypes.STRING(64), allowNull: false },
      usernameKey: { type: DataTypes.STRING(64), allowNull: false },
      email: { type: DataTypes.STRING(254), defaultValue: null },
      passwordHash: { type: DataTypes.STRING(255), allowNull: false },
      role: { type: DataTypes.STRING(16), allowNull: false },
      isActive: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: true },
      accessChangedAt: { type: DataTypes.DATE(3), allowNull: false },
      createdAt: DataTypes.DATE(3),
      updatedAt: DataTypes.DATE(3),
    },
    { sequelize, tableName: 'operators' },
  );
}
