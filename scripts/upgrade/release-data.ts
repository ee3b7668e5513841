import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../app/config.server.ts'
import { listDataFiles } from '../../app/database/backups/backup-folder.server.ts'
import { OperatorError } from '../../app/operator-error.ts'

/** What `data.ts` prints for each of its commands. An older release may call them, so their names stay. */
export type DataOutput = {
  /** The database's migrations, and how many rows of each kind were stored since a moment. */
  look: { migrations: string[]; since: Record<string, number> }
  /** The new backup; nothing if there is no database yet. */
  save: { file?: string }
}

export type ReleaseData = ReturnType<typeof createReleaseData>

/** Runs a release's own scripts on the data, as the data's owner: an upgrade by root must leave no files of root there. */
export function createReleaseData({ dataDir, backups }: Config) {
  const owner = process.getuid?.() === 0 && existsSync(dataDir) ? readOwner(dataDir) : {}

  function run(release: string, script: string, ...args: string[]) {
    const node = join(release, 'node_modules', '.bin', 'node')
    return spawnSync(node, [join(release, 'scripts', script), ...args], { ...owner, encoding: 'utf8' })
  }

  function runOrThrow(release: string, script: string, ...args: string[]) {
    const { status, stdout, stderr } = run(release, script, ...args)
    if (status !== 0) throw new OperatorError(stderr.trim())
    return stdout
  }

  return {
    inspect: (release: string, since?: number): DataOutput['look'] =>
      JSON.parse(runOrThrow(release, 'upgrade/data.ts', 'look', ...(since === undefined ? [] : [String(since)]))),
    backUp: (release: string): DataOutput['save'] => JSON.parse(runOrThrow(release, 'upgrade/data.ts', 'save')),
    /** The newest backup from before an upgrade that this release can restore. */
    async findNewestBackup(release: string) {
      for (const name of await listDataFiles(backups.folder)) {
        if (!name.includes('-before-upgrade')) continue
        const file = join(backups.folder, name)
        if (run(release, 'restore.ts', file, '--check').status === 0) return { file, takenAt: parseTime(name) }
      }
      return undefined
    },
    restore: (release: string, file: string) => void runOrThrow(release, 'restore.ts', file, '--force'),
  }
}

function readOwner(folder: string) {
  const { uid, gid } = statSync(folder)
  return { uid, gid }
}

/** clinic-2026-11-22T08-00-00-000Z-before-upgrade.backup */
const parseTime = (name: string) =>
  Date.parse(name.slice('clinic-'.length).replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z.*/, 'T$1:$2:$3.$4Z'))
