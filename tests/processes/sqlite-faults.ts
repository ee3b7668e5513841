import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

// Loaded into a server before everything else: makes its own connection refuse writes, with SQLite's own error for a
// file system that is read-only. From outside nobody can do that to a file already open, nor anyone but root by a mount.
// The word in the file of SQLITE_FAULT says which fault there is at the moment.

const connections = new Set<DatabaseSync>()
const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (sql) {
  connections.add(this)
  return exec.call(this, sql)
}

const pragmas: Record<string, string> = {
  none: 'pragma query_only = off',
  'read-only': 'pragma query_only = on',
}

let current = 'none'
setInterval(() => {
  const wanted = readFileSync(process.env.SQLITE_FAULT ?? '', 'utf8')
  if (wanted === current) return
  for (const connection of connections) if (connection.isOpen) exec.call(connection, pragmas[wanted] ?? '')
  current = wanted
}, 10).unref()
