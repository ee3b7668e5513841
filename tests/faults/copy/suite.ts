import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import { readStored } from '#tests/support/stored.ts'
import { encryptionKey } from '../backups/backup-checks.ts'
import { missing, torn } from '../forms/compare.ts'
import { beginForms } from '../forms/suite.ts'
import type { Answered } from '../forms/visitors.ts'
import type { Suite } from '../suite.ts'
import type { World } from '../world.ts'
import type { CopyPlace } from './place.ts'
import { withRestoredCopy } from './restored-copy.ts'

/** Accepted writes that may be lost with a machine, in time that it was up: docs/decisions/backups.md. */
const mayBeLostMs = 10_000

/**
 * Visitors send forms until the machine dies. What is at the place at that moment is restored elsewhere, and has everything
 * up to the moment that the restore names, which is at most ten seconds before.
 */
export const copy: Suite = {
  name: 'copy',
  isCopied: true,
  // From before the first base of a start until well after it.
  withinMs: () => 4_000,
  async begin(world) {
    const { copyPlace } = world
    if (!copyPlace) throw new Error('this suite needs a place for the copy')
    const visitors = beginForms(world)
    const violations: string[] = []
    const restored = { times: 0, mostLostMs: 0 }
    const deaths: number[] = []
    return {
      ...visitors,
      async beforeRestart() {
        const diedAt = Date.now()
        const answered = visitors.answered.slice()
        deaths.push(diedAt)
        try {
          const lostMs = await checkCopy({ world, copyPlace, answered, deaths: deaths.slice() }, violations)
          if (lostMs === undefined) return
          restored.times += 1
          restored.mostLostMs = Math.max(restored.mostLostMs, lostMs)
        } catch (error) {
          violations.push(`lost: the copy could not be restored: ${String(error)}`)
        }
      },
      async judge(interruptions) {
        const verdict = await visitors.judge(interruptions)
        const counts = { 'restored from the copy': restored.times, 'ms lost, at most': restored.mostLostMs }
        return {
          ...verdict,
          counts: { ...verdict.counts, ...counts },
          violations: [...verdict.violations, ...violations],
        }
      },
    }
  },
}

type Death = { world: World; copyPlace: CopyPlace; answered: Answered[]; deaths: number[] }

/**
 * Returns how long before the last death the oldest lost form was accepted, in time that the site was up; undefined if
 * nothing had to be there yet.
 */
async function checkCopy({ world, copyPlace, answered, deaths }: Death, violations: string[]) {
  const upSince = (at: number) => upMs(at, deaths, answered)
  // Nothing is promised for the seconds before the first base of all.
  const isFirst = (await copyPlace.store.list('epochs/')).every(({ key }) => !key.endsWith('-base'))
  if (isFirst && answered.every(({ at }) => upSince(at) < mayBeLostMs)) return undefined
  return withRestoredCopy(copyPlace, encryptionKey(world.settings), async ({ until, lines, database }) => {
    const stored = await readStored(database)
    // The restore names a moment of the servers' clock.
    const saysUntil = world.clock.whenShown(until)
    const lost = answered.filter((one) => missing([one], stored.stored, { from: 'the copy' }).length > 0)
    violations.push(
      ...lines,
      ...missing(answered, stored.stored, { until: saysUntil, from: 'the copy, which names a later moment' }),
      ...missing(
        lost.filter(({ at }) => upSince(at) > mayBeLostMs),
        stored.stored,
        { from: 'the copy' },
      ),
      ...torn(stored),
      ...(await orphans(database)),
    )
    return Math.max(0, ...lost.map(({ at }) => upSince(at)))
  })
}

/** From then until the last death, without the time from each earlier death until the next form was accepted. */
function upMs(from: number, deaths: number[], answered: Answered[]) {
  const until = deaths.at(-1) ?? from
  const downMs = deaths
    .filter((at) => at > from && at < until)
    .map((diedAt) => Math.min(until, ...answered.filter(({ at }) => at > diedAt).map(({ at }) => at)) - diedAt)
  return until - from - downMs.reduce((sum, one) => sum + one, 0)
}

async function orphans({ db }: Database) {
  const { rows } = await sql`pragma foreign_key_check`.execute(db)
  return rows.length > 0 ? ['lost: the copy has rows that refer to rows it does not have'] : []
}
