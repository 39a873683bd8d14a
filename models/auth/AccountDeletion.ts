import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';
import type { UserStatus } from './User.ts';

/** An account that is to be erased, until everything of it is gone. */
export class AccountDeletion extends Model<InferAttributes<AccountDeletion>, InferCreationAttributes<AccountDeletion>> {
  declare userId: string;
  declare projectId: number;
  /** The status that a restored user gets back. */
  declare statusBefore: UserStatus;
  /** Kept after the user has lost it, because later steps find rows by it. */
  declare email: CreationOptional<string | null>;
  declare emailProved: CreationOptional<boolean>;
  /** Kept likewise; null until the grace is over. */
  declare phone: CreationOptional<string | null>;
  /** `waiting` until the grace is over, then the step of the erasure that is next. */
  declare step: string;
  /** How far that step is; empty at its begin. */
  declare position: string;
  /** UUID of the run that works on it until `dueAt`. */
  declare lease: CreationOptional<string | null>;
  /** When the grace, and later the erasure, began. */
  declare begunAt: Date;
  /** When the next step may begin. */
  declare dueAt: Date;
}

export function initAccountDeletion(sequelize: Sequelize): void {
  (class extends AccountDeletion {}).init(
    {
      userId: { type: DataTypes.STRING(36), primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
      statusBefore: { type: DataTypes.STRING(16), allowNull: false },
      email: { type: DataTypes.STRING(254), defaultValue: null },
      emailProved: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
      phone: { type: DataTypes.STRING(16), defaultValue: null },
      step: { type: DataTypes.STRING(32), allowNull: false },
      position: { type: DataTypes.STRING(64), allowNull: false },
      lease: { type: DataTypes.STRING(36), defaultValue: null },
      begunAt: { type: DataTypes.DATE(3), allowNull: false },
      dueAt: { type: DataTypes.DATE(3), allowNull: false },
    },
    { sequelize, modelName: 'AccountDeletion', tableName: 'account_deletions', timestamps: false },
  );
}
