import type { Migration } from '#app/database/migrate.server.ts'
import { baseline } from './0.9.0-baseline.ts'

/** In the order in which they run. Once released, a name and what it does never change. */
const inOrder: Record<string, Migration['up']> = {
  '0.9.0-baseline': baseline,
}

export const migrations: Migration[] = Object.entries(inOrder).map(([name, up]) => ({ name, up }))
