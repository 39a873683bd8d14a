import { DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** The failed sign-ins of a username within an hour, from all addresses together. */
export class OperatorFailure extends Model<InferAttributes<OperatorFailure>, InferCreationAttributes<OperatorFailure>> {
  /** The username in lower case, of an operator or not. */
  declare usernameKey: string;
  declare failures: number;
  /** The time of the first one; an hour later they count no more. */
  declare startedAt: Date;
}

export function initOperatorFailure(sequelize: Sequelize): void {
  (class extends OperatorFailure {}).init(
    {
      usernameKey: { type: DataTypes.STRING(64), primaryKey: true },
      failures: { type: DataTypes.INTEGER, allowNull: false },
      startedAt: { type: DataTypes.DATE(3), allowNull: false },
    },
    { sequelize, modelName: 'OperatorFailure', tableName: 'operator_failures', timestamps: false },
  );
}
