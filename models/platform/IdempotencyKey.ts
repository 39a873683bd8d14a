import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** A request that its client named with `Idempotency-Key`, and the reply to it. Digests are 64 characters of hex. */
export class IdempotencyKey extends Model<InferAttributes<IdempotencyKey>, InferCreationAttributes<IdempotencyKey>> {
  /** Digest of the client, the endpoint and the key. */
  declare scopeDigest: string;
  declare bodyDigest: string;
  /** Digest of the client alone; null in rows of an older release. */
  declare ownerDigest: CreationOptional<string | null>;
  /** UUID of the request that may answer. */
  declare holder: string;
  /** `failed`: the next request may begin at once. */
  declare state: 'running' | 'done' | 'failed';
  /** HTTP status, once done. */
  declare status: CreationOptional<number | null>;
  declare answer: CreationOptional<string | null>;
  declare createdAt: Date;
}

export function initIdempotencyKey(sequelize: Sequelize): void {
  (class extends IdempotencyKey {}).init(
    {
      scopeDigest: { type: DataTypes.STRING(64), primaryKey: true },
      bodyDigest: { type: DataTypes.STRING(64), allowNull: false },
      ownerDigest: { type: DataTypes.STRING(64), defaultValue: null },
      holder: { type: DataTypes.STRING(36), allowNull: false },
      state: { type: DataTypes.STRING(32), allowNull: false },
      status: DataTypes.INTEGER,
      answer: DataTypes.TEXT('medium'),
      createdAt: { type: DataTypes.DATE(3), allowNull: false },
    },
    { sequelize, modelName: 'IdempotencyKey', tableName: 'idempotency_keys', timestamps: false },
  );
}
