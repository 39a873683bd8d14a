import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

export type UserRole = 'customer' | 'driver' | 'staff' | 'admin' | 'pending';
export type UserStatus = 'active' | 'inactive' | 'suspended' | 'deleted';

/** A person who signs in with a phone number. */
export class User extends Model<InferAttributes<User>, InferCreationAttributes<User>> {
  /** UUID. */
  declare id: string;
  declare projectId: number;
  /** E.164; empty once the user is erased. */
  declare phone: string;
  /** The phone, or null once the user is deleted, so that the number is free again. */
  declare phoneKey: string | null;
  /** In lower case. */
  declare email: CreationOptional<string | null>;
  /** Unique in a release before; now only cleared. */
  declare emailKey: CreationOptional<string | null>;
  /** The last address that the user proved, unique in the project. */
  declare verifiedEmail: CreationOptional<string | null>;
  /** The phone that a code was sent to for a change of the phone. */
  declare newPhone: CreationOptional<string | null>;
  declare role: CreationOptional<UserRole>;
  declare status: CreationOptional<UserStatus>;
  declare firstName: CreationOptional<string | null>;
  declare lastName: CreationOptional<string | null>;
  /** Names and e-mail, a line each, in the form of `searchKeysOf`: update these columns with each of them and with the phone. */
  declare searchKey: CreationOptional<string>;
  /** The search key from its second word on, and so on; null if a release before wrote the row. */
  declare searchKey2: CreationOptional<string | null>;
  declare searchKey3: CreationOptional<string | null>;
  declare searchKey4: CreationOptional<string | null>;
  /** Its last word: the e-mail, if there is one. */
  declare searchKeyEnd: CreationOptional<string | null>;
  /** The digits of the phone, the last one first. */
  declare phoneTail: CreationOptional<string | null>;
  declare avatar: CreationOptional<string | null>;
  declare language: CreationOptional<string>;
  declare notifications: CreationOptional<boolean>;
  declare phoneVerified: CreationOptional<boolean>;
  /** Argon2id; null until a password is set. */
  declare passwordHash: CreationOptional<string | null>;
  /** When the data is erased; null unless the user asked for it. Only `/account/restore` signs in until then. */
  declare deletionDueAt: CreationOptional<Date | null>;
  /** When the data was erased. */
  declare deletedAt: CreationOptional<Date | null>;
  /** When the user last exported the data. */
  declare exportedAt: CreationOptional<Date | null>;
  /** When the last session was opened. */
  declare lastLoginAt: CreationOptional<Date | null>;
  /** Counts the writes of this row. */
  declare revision: CreationOptional<number>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;
}

export function initUser(sequelize: Sequelize): void {
  (class extends User {}).init(
    {
      id: { type: DataTypes.STRING(36), primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
      phone: { type: DataTypes.STRING(16), allowNull: false },
      phoneKey: { type: DataTypes.STRING(16) },
      email: { type: DataTypes.STRING(254), defaultValue: null },
      emailKey: { type: DataTypes.STRING(254), defaultValue: null },
      verifiedEmail: { type: DataTypes.STRING(254), defaultValue: null },
      newPhone: { type: DataTypes.STRING(16), defaultValue: null },
      role: { type: DataTypes.STRING(16), allowNull: false, defaultValue: 'customer' },
      status: { type: DataTypes.STRING(16), allowNull: false, defaultValue: 'active' },
      firstName: { type: DataTypes.STRING(100), defaultValue: null },
      lastName: { type: DataTypes.STRING(100), defaultValue: null },
      searchKey: { type: DataTypes.TEXT, allowNull: false, defaultValue: '' },
      searchKey2: { type: DataTypes.STRING(64), defaultValue: null },
      searchKey3: { type: DataTypes.STRING(64), defaultValue: null },
      searchKey4: { type: DataTypes.STRING(64), defaultValue: null },
      searchKeyEnd: { type: DataTypes.STRING(64), defaultValue: null },
      phoneTail: { type: DataTypes.STRING(16), defaultValue: null },
      avatar: { type: DataTypes.STRING(2048), defaultValue: null },
      language: { type: DataTypes.STRING(8), allowNull: false, defaultValue: 'en' },
      notifications: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: true },
      phoneVerified: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
      passwordHash: { type: DataTypes.STRING(255), defaultValue: null },
      deletionDueAt: { type: DataTypes.DATE(3), defaultValue: null },
      deletedAt: { type: DataTypes.DATE(3), defaultValue: null },
      exportedAt: { type: DataTypes.DATE(3), defaultValue: null },
      lastLoginAt: { type: DataTypes.DATE(3), defaultValue: null },
      revision: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      createdAt: DataTypes.DATE(3),
      updatedAt: DataTypes.DATE(3),
    },
    { sequelize, modelName: 'User', tableName: 'users' },
  );
}
