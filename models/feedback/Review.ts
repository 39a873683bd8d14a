import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

export type ReviewStatus = 'pending' | 'approved' | 'rejected';

/** A rating of an item with an optional text. */
export class Review extends Model<InferAttributes<Review>, InferCreationAttributes<Review>> {
  declare id: CreationOptional<number>;
  declare projectId: number;
  declare itemType: string;
  declare itemId: number;
  /** UUID of a user, `operator:<id>`, or `guest:<email>`. */
  declare userId: string;
  /** 1 to 5. */
  declare rating: number;
  declare title: CreationOptional<string | null>;
  declare comment: CreationOptional<string | null>;
  /** JSON list of URLs; null for none. */
  declare images: CreationOptional<string | null>;
  declare status: ReviewStatus;
  /** False while the review waits for a decision; the moderators' list is ordered by it. */
  declare isSettled: boolean;
  /** The moderator's reason for the last decision. */
  declare statusReason: CreationOptional<string | null>;
  declare source: 'authenticated' | 'email_guest';
  declare guestEmail: CreationOptional<string | null>;
  declare guestName: CreationOptional<string | null>;
  /** Title, text and guest, folded for the search; must be written again whenever one of them changes. */
  declare searchKey: string;
  /** The digest of author and text, unless another record holds it; must be written again whenever one of them changes. */
  declare contentDigest: CreationOptional<string | null>;
  /** Since when it waits for a moderator, or waited the last time; 1970 when it never did. */
  declare pendingSince: CreationOptional<Date>;
  declare editedAt: CreationOptional<Date | null>;
  /** Counts the writes of this row. */
  declare revision: CreationOptional<number>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;
}

export function initReview(sequelize: Sequelize): void {
  (class extends Review {}).init(
    {
      id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
      itemType: { type: DataTypes.STRING(16), allowNull: false },
      itemId: { type: DataTypes.INTEGER, allowNull: false },
      userId: { type: DataTypes.STRING(264), allowNull: false },
      rating: { type: DataTypes.INTEGER, allowNull: false },
      title: { type: DataTypes.STRING(200), defaultValue: null },
      comment: { type: DataTypes.TEXT, defaultValue: null },
      images: { type: DataTypes.TEXT, defaultValue: null },
      status: { type: DataTypes.STRING(16), allowNull: false },
      isSettled: { type: DataTypes.BOOLEAN, allowNull: false },
      statusReason: { type: DataTypes.STRING(500), defaultValue: null },
      source: { type: DataTypes.STRING(16), allowNull: false },
      guestEmail: { type: DataTypes.STRING(254), defaultValue: null },
      guestName: { type: DataTypes.STRING(100), defaultValue: null },
      searchKey: { type: DataTypes.TEXT, allowNull: false },
      contentDigest: { type: DataTypes.STRING(22), defaultValue: null },
      pendingSince: { type: DataTypes.DATE(3), allowNull: false, defaultValue: new Date(0) },
      editedAt: { type: DataTypes.DATE(3), defaultValue: null },
      revision: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      createdAt: DataTypes.DATE(3),
      updatedAt: DataTypes.DATE(3),
    },
    { sequelize, modelName: 'Review', tableName: 'reviews' },
  );
}
