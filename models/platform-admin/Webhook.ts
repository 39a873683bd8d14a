import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** An address of a team that gets events. */
export class Webhook extends Model<InferAttributes<Webhook>, InferCreationAttributes<Webhook>> {
  declare id: CreationOptional<number>;
  /** null: the events of all projects and of the platform. */
  declare homeProjectId: number | null;
  declare url: string;
  /** JSON: types and patterns such as `review.*`. */
  declare events: string;
  declare description: string | null;
  declare format: 'standard' | 'slack';
  declare language: 'en' | 'ar';
  /** Whether its events carry texts that people wrote. */
  declare content: boolean;
  declare isActive: boolean;
  /** null while it is active. */
  declare disabledAt: CreationOptional<Date | null>;
  declare disabledReason: CreationOptional<'manual' | 'gone' | 'failing' | null>;
  /** Sealed for `webhook:<id>`. */
  declare secret: string;
  /** The secret before the last rotation, sealed. Signs as well until `oldSecretUntil`. */
  declare oldSecret: CreationOptional<string | null>;
  declare oldSecretUntil: CreationOptional<Date | null>;
  /** Nothing of its schedule is sent before. */
  declare pausedUntil: CreationOptional<Date | null>;
  /** Since when every scheduled try has failed; null after a success. */
  declare failingSince: CreationOptional<Date | null>;
  declare lastSuccessAt: CreationOptional<Date | null>;
  declare lastFailureAt: CreationOptional<Date | null>;
  declare revision: CreationOptional<number>;
  declare createdAt: Date;
  declare updatedAt: Date;
}

export function initWebhook(sequelize: Sequelize): void {
  (class extends Webhook {}).init(
    {
      id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true },
      homeProjectId: { type: DataTypes.INTEGER, field: 'project_id', defaultValue: null },
      url: { type: DataTypes.TEXT, allowNull: false },
      events: { type: DataTypes.TEXT, allowNull: false },
      description: DataTypes.STRING(200),
      format: { type: DataTypes.STRING(16), allowNull: false },
      language: { type: DataTypes.STRING(8), allowNull: false },
      content: { type: DataTypes.BOOLEAN, allowNull: false },
      isActive: { type: DataTypes.BOOLEAN, allowNull: false },
      disabledAt: { type: DataTypes.DATE(3), defaultValue: null },
      disabledReason: { type: DataTypes.STRING(32), defaultValue: null },
      secret: { type: DataTypes.STRING(255), allowNull: false },
      oldSecret: { type: DataTypes.STRING(255), defaultValue: null },
      oldSecretUntil: { type: DataTypes.DATE(3), defaultValue: null },
      pausedUntil: { type: DataTypes.DATE(3), defaultValue: null },
      failingSince: { type: DataTypes.DATE(3), defaultValue: null },
      lastSuccessAt: { type: DataTypes.DATE(3), defaultValue: null },
      lastFailureAt: { type: DataTypes.DATE(3), defaultValue: null },
      revision: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      createdAt: { type: DataTypes.DATE(3), allowNull: false },
      updatedAt: { type: DataTypes.DATE(3), allowNull: false },
    },
    { sequelize, modelName: 'Webhook', tableName: 'webhooks', timestamps: false },
  );
}
