import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** The part of a mysql2 connection that is used here; Sequelize itself reads the underscored fields. */
export interface RawConnection extends EventEmitter {
  readonly stream: Socket;
  readonly config: Address;
  readonly _fatalError?: unknown;
  readonly _protocolError?: unknown;
  readonly _closing?: boolean;
  query(...args: unknown[]): unknown;
  execute(...args: unknown[]): unknown;
  destroy(): void;
}
