import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tables, Tx } from '#app/database/tables.ts'
import type { Actor } from '#app/domain/audit/audit.server.ts'
import { describeChange } from '#app/domain/audit/describe-change.ts'
import { clinicDate, formatDayAndYear } from '#app/domain/shared/clinic-time.ts'
import { withClaimsShown, type ClinicDeps, applyChange, writeSection } from './change-overlays.server.ts'
import { clinicTimeZone } from './clinic-facts.ts'
import { clinic as content } from '#content/clinic.ts'
import { holidaysFrom } from './holidays.ts'
import { describeClosure, recordedClosure } from './closures.ts'
import type { Closure, NewClosure, Notice } from './overlays.ts'
import { readSaved } from './saved-overlays.server.ts'

type Addition = {
  closure: NewClosure
  /** Shown at the top of every page; `revision`: of the notice that it may replace. */
  notice?: { text: string; until: string; revision: number | undefined }
  /** The admin saw the claims in the text and saves it anyway. */
  claimsShown?: boolean
  /** Epoch milliseconds. */
  now: number
}

/** Each process has them all in memory. */
const mostClosures = 200

export type ClosureAdded =
  | { ok: true }
  /** There is another notice: replace it? */
  | { ok: false; reason: 'notice-there'; there: Notice; revision: number }
  | { ok: false; reason: 'too-many' }

/** Closes the clinic on some days, and shows a notice if there is one. Adding the same closure again does nothing. */
export function addClosure(
  deps: ClinicDeps,
  actor: Actor,
  { closure, notice, claimsShown, now }: Addition,
): Promise<ClosureAdded> {
  return applyChange<Exclude<ClosureAdded, { ok: true }>>(deps, actor, async (tx) => {
    const { overlays, revisions } = await readSaved(tx)
    const today = clinicDate(now, clinicTimeZone).toString()
    const there = overlays.notice
    const revision = revisions.notice ?? 0
    const another = notice && there && there.until >= today && there.text !== notice.text
    if (another && notice.revision !== revision) return { ok: false, reason: 'notice-there', there, revision }

    const row = toRow(closure)
    const known = overlays.closures.find((one) => isSameTime(toRow(one), row))
    const id = known?.id ?? randomUUID()
    const { text, until } = notice ?? {}
    const told = notice && !(there?.text === text && there?.until === until)
    if (known && !told) return { ok: true, act: undefined }
    if (overlays.closures.filter(({ lastDay }) => lastDay >= today).length >= mostClosures)
      return { ok: false, reason: 'too-many' }
    if (told)
      await writeSection(tx, {
        section: 'notice',
        value: { text: notice.text, until: notice.until, closure: id },
        revision,
      })
    if (!known)
      await tx
        .insertInto('closures')
        .values({ id, ...row })
        .execute()
    await countChange(tx)
    const notices = told && `Notice: ${another ? describeChange(there.text, notice.text) : notice.text}`
    const detail = [sentence(recordedClosure(closure)), notices, claimsShown && withClaimsShown]
      .filter(Boolean)
      .join(' ')
    return {
      ok: true,
      act: { act: 'clinic.closed', record: 'clinic:closures', detail },
    }
  })
}

/** Opens the clinic again on these days, and removes the closure's notice. A second press does nothing. */
export async function removeClosure(deps: ClinicDeps, actor: Actor, { id, now }: { id: string; now: number }) {
  let tookNoticeBack = false
  const outcome = await applyChange(deps, actor, async (tx) => {
    tookNoticeBack = false
    const { overlays, revisions } = await readSaved(tx)
    const removed = await tx.deleteFrom('closures').where('id', '=', id).returning('id').executeTakeFirst()
    const closure = overlays.closures.find((one) => one.id === id)
    if (!removed || !closure) return { ok: true, act: undefined }
    await countChange(tx)
    const { notice } = overlays
    const isTold = notice && isNoticeOf(notice, closure, clinicDate(now, clinicTimeZone))
    tookNoticeBack = isTold === true
    if (isTold) await writeSection(tx, { section: 'notice', value: undefined, revision: revisions.notice ?? 0 })
    const detail = [sentence(recordedClosure(closure)), isTold && `Its notice: ${notice.text}`]
      .filter(Boolean)
      .join(' ')
    return { ok: true, act: { act: 'clinic.closure-removed', record: 'clinic:closures', detail } }
  })
  return { ...outcome, tookNoticeBack }
}

/** Opens the clinic on a holiday, or closes it again. Other days change nothing. */
export function openOnHoliday(
  deps: ClinicDeps,
  actor: Actor,
  { day, isOpen, now }: { day: string; isOpen: boolean; now: number },
) {
  return applyChange(deps, actor, async (tx) => {
    const { overlays, revisions } = await readSaved(tx)
    const today = clinicDate(now, clinicTimeZone)
    const hours = overlays.hours ?? content.hours
    const isHoliday = holidaysFrom(today, content.holidays, hours).some((holiday) => holiday.day === day)
    const before = overlays.holidays?.open ?? []
    if (!isHoliday || before.includes(day) === isOpen) return { ok: true, act: undefined }
    // Without past holidays.
    const others = before.filter((one) => one !== day && one >= today.toString())
    const open = isOpen ? [...others, day].toSorted() : others
    const written = await writeSection(tx, { section: 'holidays', value: { open }, revision: revisions.holidays ?? 0 })
    if (!written.ok || !written.act) return { ok: true, act: undefined }
    const detail = `${formatDayAndYear(Temporal.PlainDate.from(day))}. ${isOpen ? describeChange('closed', 'open') : describeChange('open', 'closed')}`
    return { ok: true, act: { ...written.act, detail } }
  })
}

/** Older notices do not name their closure, and are matched by its days. */
const isNoticeOf = (notice: Notice, closure: Closure, today: Temporal.PlainDate) =>
  notice.closure === closure.id ||
  (notice.closure === undefined &&
    notice.until === closure.lastDay &&
    notice.text.includes(describeClosure(closure, today)))

/** Processes compare this revision to find the newer of two readings. */
const countChange = (tx: Tx) =>
  tx
    .insertInto('clinicOverlays')
    .values({ section: 'closures', value: null, revision: 1 })
    .onConflict((conflict) =>
      conflict.column('section').doUpdateSet({ revision: sql<number>`clinic_overlays.revision + 1` }),
    )
    .execute()

const toRow = ({ firstDay, lastDay, part, reason }: NewClosure): Omit<Tables['closures'], 'id'> => ({
  firstDay,
  lastDay,
  fromTime: part?.opens ?? null,
  untilTime: part?.closes ?? null,
  reason: reason ?? null,
})

type Row = ReturnType<typeof toRow>

const sentence = (text: string) => `${text.replace(/\.$/, '')}.`

const isSameTime = (one: Row, other: Row) =>
  (['firstDay', 'lastDay', 'fromTime', 'untilTime'] as const).every((column) => one[column] === other[column])
