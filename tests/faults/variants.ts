import type { DatabaseKind } from '#app/database/dialect.server.ts'
import type { SuiteName } from './suite.ts'
import type { FaultName } from './kinds/fault.ts'

/** What a suite runs on, and the faults injected in every round. */
export type Variant = {
  name: string
  says: string
  database: DatabaseKind
  servers: number
  faults: FaultName[]
  /** Only these suites, if the faults do not affect the others. */
  suites?: SuiteName[]
}

const words: Record<FaultName, string> = {
  kill: 'kill -9',
  'mail-outage': 'mail server down or silent',
  'full-disk': 'disk full',
  'read-only': 'disk read-only',
  lock: 'locked by another program',
  'clock-jump': 'clock jumps',
  'feed-outage': 'feed down, silent or broken',
  'database-restart': 'database crashes',
  'backups-full': 'disk of backups full',
}

/** The variants that find most come first. */
export const variants: Variant[] = [
  ...on('sqlite', 1, 'SQLite', {
    kill: ['kill'],
    mail: ['kill', 'mail-outage'],
    full: ['full-disk'],
    'read-only': ['read-only'],
    lock: ['lock'],
    clock: ['clock-jump', 'kill'],
  }),
  ...on('postgres', 2, 'PostgreSQL', {
    kill: ['kill'],
    mail: ['kill', 'mail-outage'],
    restart: ['database-restart'],
    full: ['full-disk'],
    'full-restart': ['full-disk', 'database-restart'],
    'read-only': ['read-only'],
    lock: ['lock'],
    clock: ['clock-jump', 'kill'],
  }),
  {
    name: 'sqlite-two-kill',
    says: 'two processes on one SQLite file: kill -9',
    database: 'sqlite',
    servers: 2,
    faults: ['kill'],
  },
  ...on('sqlite', 1, 'SQLite', { backups: ['backups-full', 'kill'] }, ['backups']),
  ...on('postgres', 2, 'PostgreSQL', { backups: ['backups-full', 'database-restart'] }, ['backups']),
  ...on('sqlite', 1, 'SQLite', { feed: ['feed-outage', 'kill'] }, ['forms']),
  ...on('postgres', 2, 'PostgreSQL', { feed: ['feed-outage', 'database-restart'] }, ['forms']),
]

/** Suites that run only on these variants, because the others do not affect them. */
const only: Partial<Record<SuiteName, string[]>> = {
  backups: ['sqlite-kill', 'sqlite-full', 'sqlite-backups', 'postgres-kill', 'postgres-restart', 'postgres-backups'],
  copy: ['sqlite-kill', 'sqlite-clock'],
  moves: ['sqlite-kill', 'sqlite-lock', 'postgres-kill', 'postgres-restart'],
  overload: ['sqlite-kill', 'postgres-kill', 'postgres-restart'],
}

export const takesPart = (suite: SuiteName, variant: Variant) =>
  (variant.suites?.includes(suite) ?? true) && (only[suite]?.includes(variant.name) ?? true)

function on(
  database: DatabaseKind,
  servers: number,
  databaseName: string,
  sets: Record<string, FaultName[]>,
  suites?: SuiteName[],
): Variant[] {
  return Object.entries(sets).map(([name, faults]) => ({
    name: `${database}-${name}`,
    says: `${servers === 1 ? 'one process' : 'two processes'} on ${databaseName}: ${faults.map((one) => words[one]).join(', ')}`,
    database,
    servers,
    faults,
    ...(suites && { suites }),
  }))
}
