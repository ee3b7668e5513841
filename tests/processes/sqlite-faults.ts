import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

// Preloaded into a server: makes its connections reject writes, with SQLite's error for a read-only file system. From
// outside that is impossible for an open file, and only root could remount the disk. The file of SQLITE_FAULT contains
// the current fault.

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
  const fault = readFileSync(process.env.SQLITE_FAULT ?? '', 'utf8')
  if (fault === current) return
  for (const connection of connections) if (connection.isOpen) exec.call(connection, pragmas[fault] ?? '')
  current = fault
}, 10).unref()
