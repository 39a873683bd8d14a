import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** Consecutive wrong passwords or codes of one subject, and the lock that they led to. */
export class AttemptLock extends Model<InferAttributes<AttemptLock>, InferCreationAttributes<AttemptLock>> {
  /** 0 for operators, whose usernames belong to no project. */
  declare projectId: number;
  declare kind: 'otp' | 'password' | 'account_otp' | 'account_password' | 'operator' | 'device';
  /** A phone in E.164, a digest of username and address, or the hash of a device's token. */
  declare subject: string;
  /** The username in lower case for operators, the phone for a known device of a user. */
  declare account: CreationOptional<string | null>;
  declare failures: number;
  /** Guess permits of attempts under way, as text of a fixed length each. */
  declare permits: string;
  declare lockedUntil: CreationOptional<Date | null>;
  declare changedAt: Date;
}

export function initAttemptLock(sequelize: Sequelize): void {
  (class extends AttemptLock {}).init(
    {
      projectId: { type: DataTypes.INTEGER, primaryKey: true },
      kind: { type: DataTypes.STRING(16), primaryKey: true },
      subject: { type: DataTypes.STRING(64), primaryKey: true },
      account: { type: DataTypes.STRING(64), defaultValue: null },
      failures: { type: DataTypes.INTEGER, allowNull: false },
      permits: { type: DataTypes.STRING(2_560), allowNull: false },
      lockedUntil: { type: DataTypes.DATE(3), defaultValue: null },
      changedAt: { type: DataTypes.DATE(3), allowNull: false },
    },
    { sequelize, modelName: 'AttemptLock', tableName: 'attempt_locks', timestamps: false },
  );
}
