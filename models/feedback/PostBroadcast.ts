import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** Mails about a post's new status that are still to be queued for its readers. */
export class PostBroadcast extends Model<InferAttributes<PostBroadcast>, InferCreationAttributes<PostBroadcast>> {
  declare id: CreationOptional<number>;
  declare projectId: number;
  /** Names the status change; the outbox uses it as the key of the mails. */
  declare mailKey: string;
  declare postId: number;
  /** JSON of the mail's data. */
  declare data: string;
  /** The last reader whose mail is queued; empty before the first chunk. */
  declare lastVoter: string;
  /** Failures in a row. */
  declare attempts: number;
  declare dueAt: Date;
  declare createdAt: Date;
  /** null while there are readers left. */
  declare doneAt: CreationOptional<Date | null>;
}

export function initPostBroadcast(sequelize: Sequelize): void {
  (class extends PostBroadcast {}).init(
    {
      id: { type: DataTypes.BIGINT, autoIncrement: true, primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
      mailKey: { type: DataTypes.STRING(190), allowNull: false },
      postId: { type: DataTypes.INTEGER, allowNull: false },
      data: { type: DataTypes.TEXT, allowNull: false },
      lastVoter: { type: DataTypes.STRING(48), allowNull: false },
      attempts: { type: DataTypes.INTEGER, allowNull: false },
      dueAt: { type: DataTypes.DATE(3), allowNull: false },
      createdAt: { type: DataTypes.DATE(3), allowNull: false },
      doneAt: { type: DataTypes.DATE(3), defaultValue: null },
    },
    { sequelize, modelName: 'PostBroadcast', tableName: 'mail_broadcasts', timestamps: false },
  );
}
