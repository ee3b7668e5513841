import type { Migration } from '#app/database/migrate.server.ts'
import { foundations } from './2026-11-20-foundations.ts'

/** In the order in which they run. */
export const migrations: Migration[] = [foundations]
