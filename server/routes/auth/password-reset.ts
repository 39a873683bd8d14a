import type { Row } from '../../platform/http/endpoint.ts';

export const rows: readonly Row[] = [];
