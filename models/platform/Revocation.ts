import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** Access tokens of the subject that were issued up to `revokedAt` are refused. Rows are only added, and deleted when no token can be that old. */
class Revocation extends Model<InferAttributes<Revocation>, InferCreationAttributes<Revocation>> {
  declare id: CreationOptional<number>;
  declare kind: 'session' | 'user' | 'operator';
  /** Id of the session, user or operator. */
  declare subject: string;
  declare revokedAt: Date;
}

export function initRevocation(sequelize: Sequelize): void {
  (class extends Revocation {}).init(
    {
      id: { type: DataTypes.BIGINT, autoIncrement: true, primaryKey: true },
      kind: { type: DataTypes.STRING(16), allowNull: false },
      subject: { type: DataTypes.STRING(36), allowNull: false },
      revokedAt: { type: DataTypes.DATE(3), allowNull: false },
    },
    { sequelize, modelName: 'Revocation', tableName: 'revocations', timestamps: false },
  );
}
