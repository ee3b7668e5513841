import { sql } from 'kysely'
import type { Scope } from './scope.ts'

/** For a query: the rows in scope, by the column with their practitioner. */
export const isRowInScope = (scope: Scope, column: 'person' | 'resource' | 'appointments.person') =>
  scope === 'everything' ? sql<boolean>`1 = 1` : sql<boolean>`${sql.ref(column)} = ${scope.person}`
