import type { DatabaseSync, Session } from 'node:sqlite'

/** `lost`: another process wrote, or a table was changed, which no recording shows. */
export type Recorded = 'lost' | { changes: Buffer; keysChanged: boolean }

/** They travel apart from the changes, in which a destroyed key would stay. */
const keyTable = 'record_keys'

/**
 * Records the changes that this connection commits to a SQLite database, as changesets of SQLite's session extension. They
 * are recorded table by table, so that record keys stay out. Every table needs a primary key without nulls.
 */
export function createChangeRecorder(connection: DatabaseSync) {
  const sessions = new Map<string, Session>()
  let versions = ''

  /** Change when another connection commits, and when a table is made or altered. */
  function readVersions() {
    const read = (name: string) => Object.values(connection.prepare(`pragma ${name}`).get() ?? {})[0]
    return `${read('data_version')} ${read('schema_version')}`
  }

  function takeChanges() {
    if (readVersions() !== versions) return 'lost'
    const changes: Uint8Array[] = []
    let keysChanged = false
    for (const [table, session] of sessions) {
      const changeset = session.changeset()
      if (changeset.length === 0) continue
      session.close()
      sessions.set(table, connection.createSession({ table }))
      if (table === keyTable) keysChanged = true
      else changes.push(changeset)
    }
    return { changes: Buffer.concat(changes), keysChanged }
  }

  function stop() {
    for (const session of sessions.values()) session.close()
    sessions.clear()
  }

  return {
    isRecording: () => sessions.size > 0,
    /** From here on. Belongs inside a transaction that has written nothing, so that no other process writes meanwhile. */
    start(tables: string[]) {
      stop()
      for (const table of tables) sessions.set(table, connection.createSession({ table }))
      versions = readVersions()
    },
    /** What was committed since the last call. No transaction may be open, or only one that has written nothing. */
    take(): Recorded {
      if (connection.isTransaction) return takeChanges()
      // A changeset reads the rows as they are now, so nothing may be committed between the check and that.
      connection.exec('begin')
      try {
        return takeChanges()
      } finally {
        connection.exec('commit')
      }
    },
    stop,
  }
}
