import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tables, Tx } from '#app/database/tables.ts'
import { type Act, type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { describeChange } from '#app/domain/audit/describe-change.ts'
import { withClaimsShown } from '#app/domain/claims/claims-shown.ts'
import { clinicDate, formatDayAndYear } from '#app/domain/shared/clinic-time.ts'
import { clinicTimeZone } from './clinic-facts.ts'
import { holidaysFrom } from './holidays.ts'
import { describeClosure, recordedClosure } from './closures.ts'
import { offerOpenedLater } from './offer-opened.server.ts'
import { observedHolidays } from './practical-facts.ts'
import { type ClinicDeps, readSection, saveSectionWithin } from './save-section.server.ts'
import { readClosures } from './saved-closures.server.ts'
import type { Closure, NewClosure, Notice } from './sections.ts'

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
  return changeClosures<Exclude<ClosureAdded, { ok: true }>>(deps, actor, async (tx) => {
    const { closures } = await readClosures(tx)
    const { facts: there, version: revision } = await readSection(tx, 'notice')
    const today = clinicDate(now, clinicTimeZone).toString()
    const another = notice && there && there.until >= today && there.text !== notice.text
    if (another && notice.revision !== revision) return { ok: false, reason: 'notice-there', there, revision }

    const row = toRow(closure)
    const known = closures.find((one) => isSameTime(toRow(one), row))
    const id = known?.id ?? randomUUID()
    const { text, until } = notice ?? {}
    const told = notice && !(there?.text === text && there?.until === until)
    if (known && !told) return { ok: true, act: undefined }
    if (closures.filter(({ lastDay }) => lastDay >= today).length >= mostClosures)
      return { ok: false, reason: 'too-many' }
    if (told)
      await saveSectionWithin(deps, tx, actor, {
        section: 'notice',
        facts: { text: notice.text, until: notice.until, closure: id },
        over: revision,
        detail: another ? describeChange(there.text, notice.text) : notice.text,
        now,
      })
    if (!known)
      await tx
        .insertInto('closures')
        .values({ id, ...row })
        .execute()
    await countChange(tx)
    if (!known) await offerOpenedLater(deps, tx, now)
    const detail = [sentence(recordedClosure(closure)), claimsShown && withClaimsShown].filter(Boolean).join(' ')
    return { ok: true, act: { act: 'clinic.closed', record: 'clinic:closures', detail } }
  })
}

/** Opens the clinic again on these days, and removes the closure's notice. A second press does nothing. */
export async function removeClosure(deps: ClinicDeps, actor: Actor, { id, now }: { id: string; now: number }) {
  let tookNoticeBack = false
  const outcome = await changeClosures(deps, actor, async (tx) => {
    tookNoticeBack = false
    const { closures } = await readClosures(tx)
    const removed = await tx.deleteFrom('closures').where('id', '=', id).returning('id').executeTakeFirst()
    const closure = closures.find((one) => one.id === id)
    if (!removed || !closure) return { ok: true, act: undefined }
    await countChange(tx)
    const { facts: notice, version } = await readSection(tx, 'notice')
    tookNoticeBack = notice !== null && isNoticeOf(notice, closure, clinicDate(now, clinicTimeZone))
    if (tookNoticeBack)
      await saveSectionWithin(deps, tx, actor, {
        ...{ section: 'notice', facts: undefined, over: version, now },
        detail: notice?.text,
      })
    const detail = sentence(recordedClosure(closure))
    await offerOpenedLater(deps, tx, now)
    return { ok: true, act: { act: 'clinic.closure-removed', record: 'clinic:closures', detail } }
  })
  return { ...outcome, tookNoticeBack }
}

/** Writes a change, purges the pages and records the act in one transaction. */
function changeClosures<Rejection extends { ok: false }>(
  { database, vault, pages, clinic }: ClinicDeps,
  actor: Actor,
  work: (tx: Tx) => Promise<{ ok: true; act: Act | undefined } | Rejection>,
): Promise<{ ok: true } | Rejection> {
  return database.transaction(async (tx) => {
    // First: the counters' rows serialize the changes, so that each reads all earlier ones.
    await pages.purge(tx, 'clinic', 'content')
    const done = await work(tx)
    if (!done.ok) return database.refuse(tx, done)
    if (done.act) {
      await clinic.changed(tx)
      await recordAct({ tx, vault }, actor, done.act)
    }
    return { ok: true }
  })
}

/** Opens the clinic on a holiday, or closes it again. Other days change nothing. */
export function openOnHoliday(
  deps: ClinicDeps,
  actor: Actor,
  { day, isOpen, now }: { day: string; isOpen: boolean; now: number },
) {
  return deps.database.transaction(async (tx) => {
    await deps.pages.purge(tx, 'content')
    const today = clinicDate(now, clinicTimeZone)
    const { facts: hours } = await readSection(tx, 'hours')
    const isHoliday = holidaysFrom(today, observedHolidays(deps.clinic.saved()), hours).some(
      (holiday) => holiday.day === day,
    )
    const { facts, version } = await readSection(tx, 'holidays')
    if (!isHoliday || facts.open.includes(day) === isOpen) return
    // Without past holidays.
    const others = facts.open.filter((one) => one !== day && one >= today.toString())
    const change = isOpen ? describeChange('closed', 'open') : describeChange('open', 'closed')
    await saveSectionWithin(deps, tx, actor, {
      section: 'holidays',
      facts: { open: isOpen ? [...others, day].toSorted() : others },
      over: version,
      detail: `${formatDayAndYear(Temporal.PlainDate.from(day))}. ${change}`,
      now,
    })
  })
}

/** Older notices do not name their closure, and are matched by its days. */
const isNoticeOf = (notice: Notice, closure: Closure, today: Temporal.PlainDate) =>
  notice.closure === closure.id ||
  (notice.closure === undefined &&
    notice.until === closure.lastDay &&
    notice.text.includes(describeClosure(closure, today)))

/** Processes compare this revision to find the newer of two readings, those of an earlier release too. */
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
