import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** One try of a delivery. */
export class WebhookAttempt extends Model<InferAttributes<WebhookAttempt>, InferCreationAttributes<WebhookAttempt>> {
  declare id: CreationOptional<number>;
  declare deliveryId: number;
  declare isManual: boolean;
  declare startedAt: Date;
  /** null when no answer came. */
  declare status: number | null;
  declare durationMs: number;
  declare error: string | null;
  /** The first kB. */
  declare answer: string | null;
}

export function initWebhookAttempt(sequelize: Sequelize): void {
  (class extends WebhookAttempt {}).init(
    {
      id: { type: DataTypes.BIGINT, autoIncrement: true, primaryKey: true },
      deliveryId: { type: DataTypes.BIGINT, allowNull: false },
      isManual: { type: DataTypes.BOOLEAN, allowNull: false },
      startedAt: { type: DataTypes.DATE(3), allowNull: false },
      status: DataTypes.INTEGER,
      durationMs: { type: DataTypes.INTEGER, allowNull: false },
      error: DataTypes.STRING(200),
      answer: DataTypes.TEXT,
    },
    { sequelize, modelName: 'WebhookAttempt', tableName: 'webhook_attempts', timestamps: false },
  );
}
