import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../app/config.server.ts'
import { listDataFiles } from '../../app/database/backups/backup-folder.server.ts'
import { CannotUpgrade } from './cannot-upgrade.ts'

export type DataAnswers = {
  /** Which migrations the database has; how many of each thing came since that moment. */
  look: { migrations: string[]; since: Record<string, number> }
  /** The backup that was made, unless there is no database yet. */
  save: { file?: string; takenAt?: number }
}

export type ReleaseData = ReturnType<typeof createReleaseData>

/** Runs a release's own scripts over the data, as the data's owner: an upgrade by root must leave no file of root's there. */
export function createReleaseData({ dataDir, backups }: Config) {
  const owner = process.getuid?.() === 0 && existsSync(dataDir) ? readOwner(dataDir) : {}

  function run(release: string, script: string, given: string[]) {
    const node = join(release, 'node_modules', '.bin', 'node')
    return spawnSync(node, [join(release, 'scripts', script), ...given], { ...owner, encoding: 'utf8' })
  }

  function ask<Question extends keyof DataAnswers>(
    release: string,
    question: Question,
    ...given: string[]
  ): DataAnswers[Question] {
    const { status, stdout, stderr } = run(release, 'upgrade/data.ts', [question, ...given])
    if (status !== 0) throw new CannotUpgrade(stderr.trim())
    return JSON.parse(stdout)
  }

  return {
    look: (release: string, since?: number) => ask(release, 'look', ...(since === undefined ? [] : [String(since)])),
    save: (release: string) => ask(release, 'save'),
    /** The newest backup from before an upgrade that this release can restore, and the moment it shows. */
    async newestFor(release: string) {
      for (const name of await listDataFiles(backups.folder)) {
        if (!name.includes('-before-upgrade')) continue
        const file = join(backups.folder, name)
        if (run(release, 'restore.ts', [file, '--check']).status === 0) return { file, takenAt: parseTime(name) }
      }
      return undefined
    },
    restore(release: string, file: string) {
      const { status, stderr } = run(release, 'restore.ts', [file, '--force'])
      if (status !== 0) throw new CannotUpgrade(stderr.trim())
    },
  }
}

function readOwner(folder: string) {
  const { uid, gid } = statSync(folder)
  return { uid, gid }
}

/** clinic-2026-11-22T08-00-00-000Z-before-upgrade.backup */
const parseTime = (name: string) =>
  Date.parse(name.slice('clinic-'.length).replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z.*/, 'T$1:$2:$3.$4Z'))
