import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

export type OperatorRole = 'staff' | 'admin';

/** A staff member or admin of a project, who signs in with a username. */
export class Operator extends Model<InferAttributes<Operator>, InferCreationAttributes<Operator>> {
  declare id: CreationOptional<number>;
  declare projectId: number;
  /** As typed at creation. */
  declare username: string;
  /** In lower case. Unique over all projects, because a login names no project. */
  declare usernameKey: string;
  declare email: CreationOptional<string | null>;
  declare passwordHash: string;
  declare role: OperatorRole;
  /** An admin of all projects. */
  declare isOwner: CreationOptional<boolean>;
  declare isActive: CreationOptional<boolean>;
  /** The last change of password, role or activity: earlier sessions have ended. */
  declare accessChangedAt: Date;
  /** null until the first sign-in under a release that stores it. */
  declare lastLoginAt: CreationOptional<Date | null>;
  /** Encrypted. Not in force before `totpEnabledAt` is set. */
  declare totpSecret: CreationOptional<string | null>;
  declare totpEnabledAt: CreationOptional<Date | null>;
  /** The last time step whose code was used. */
  declare totpLastStep: CreationOptional<number | null>;
  /** Counts the writes of this row. */
  declare revision: CreationOptional<number>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;
}

export function initOperator(sequelize: Sequelize): void {
  (class extends Operator {}).init(
    {
      id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
      username: { type: DataTypes.STRING(64), allowNull: false },
      usernameKey: { type: DataTypes.STRING(64), allowNull: false },
      email: { type: DataTypes.STRING(254), defaultValue: null },
      passwordHash: { type: DataTypes.STRING(255), allowNull: false },
      role: { type: DataTypes.STRING(16), allowNull: false },
      isOwner: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
      isActive: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: true },
      accessChangedAt: { type: DataTypes.DATE(3), allowNull: false },
      lastLoginAt: { type: DataTypes.DATE(3), defaultValue: null },
      totpSecret: { type: DataTypes.STRING(190), defaultValue: null },
      totpEnabledAt: { type: DataTypes.DATE(3), defaultValue: null },
      totpLastStep: { type: DataTypes.INTEGER, defaultValue: null },
      revision: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      createdAt: DataTypes.DATE(3),
      updatedAt: DataTypes.DATE(3),
    },
    { sequelize, modelName: 'Operator', tableName: 'operators' },
  );
}
