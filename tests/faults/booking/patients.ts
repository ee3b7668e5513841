import { widget } from '#content/pages/booking.ts'
import { signInAsAdmin } from '#tests/support/admin.ts'
import { offeredTimes, patientEmail, type PatientVisitor, pressConfirm, withDraft } from '#tests/support/booking.ts'
import type { Chance } from '../chance.ts'
import { persist, refused } from '../persist.ts'
import type { Seen } from '../suite.ts'
import { openDaysAhead } from './open-days.ts'

/** What a patient was told of their visit, after the last thing they did. */
export type ToldVisit = {
  email: string
  startsAt: number
  isCanceled: boolean
  /** A press whose answer was lost may have moved it; by the next one the clinic had kept that time. */
  isUnsure?: boolean
  /** How often each of these was answered as done. */
  moved: number
  cancelled: number
  restored: number
}

export type SeenByPatients = Seen & {
  visits: ToldVisit[]
  /** Told that somebody was quicker. */
  lost: number
  keptTimes: number
}

type Round = { number: number; isOver: () => boolean }
type Site = { readonly url: string }

/**
 * A few patients at once, most of whom want an hour of the same day, and the clinic, which keeps some time for itself;
 * each begins anew until the round is over and somebody has got an hour, or it would prove nothing.
 */
export async function bookAtOnce(
  anyServer: Site,
  { number: round, isOver }: Round,
  chance: Chance,
  seen: SeenByPatients,
  { keepsTime }: { keepsTime: boolean },
) {
  const wanted = someDay(chance)
  const bookedBefore = seen.visits.length
  const isVain = () => seen.visits.length === bookedBefore
  const patients = Array.from({ length: atOnce }, async (_, index) => {
    for (let number = 0; number === 0 || !isOver() || isVain(); number += 1) {
      if (number === mostInVain && isVain()) throw new Error('nobody could book')
      const day = chance.next() < 0.7 ? wanted : someDay(chance)
      await beAPatient(anyServer, (round * atOnce + index) * 1_000 + number, day, chance, seen)
    }
  })
  await Promise.all([...patients, keepsTime && chance.next() < 0.5 && keepTime(anyServer, chance, seen)])
}

const atOnce = 5
/** For each patient. Failed requests do not count, since patients retry them. */
const mostInVain = 100

const someDay = (chance: Chance) => chance.oneOf(openDaysAhead(Date.now()))

/** Books, sometimes by two presses at once, and then changes their mind some times. */
async function beAPatient(site: Site, n: number, day: string, chance: Chance, seen: SeenByPatients) {
  const person = await persist(seen, () => withDraft(site, n))
  const email = patientEmail(n)
  const booked = await book(person, email, day, chance, seen)
  if (booked === undefined) return
  const { startsAt, link } = booked
  const visit = { email, startsAt, isCanceled: false, moved: 0, cancelled: 0, restored: 0 }
  seen.visits.push(visit)
  if (link === undefined) return
  for (const act of [move, cancel, undo, move, cancel])
    if (chance.next() < 0.55) await act(person, link, visit, chance, seen)
}

/** Answers the time that was got and its link, or nothing when there was none to be had. */
async function book(person: PatientVisitor, email: string, day: string, chance: Chance, seen: SeenByPatients) {
  for (let tries = 0; tries < 4; tries += 1) {
    if ((await endOf(person, seen)).isLocked)
      await persist(seen, async () => (await person.post('/booking/resume', { email })).status === 303 || refused)
    const offered = await persist(seen, () => offeredTimes(person, `/booking/widget?day=${day}`))
    const times = offered.filter((at) => Number(at) > Date.now() + changeableMs)
    // None that day, or the clock has jumped again.
    if (times.length === 0) continue
    const at = chance.oneOf(times)
    const presses = chance.next() < 0.3 ? 2 : 1
    const answers = await Promise.all(
      Array.from({ length: presses }, () => press(seen, () => pressConfirm(person, at))),
    )
    // Of two presses one may come while somebody else has the hour, and the other once they have given it back.
    if (answers.some(({ status }) => status === 303)) {
      const { isBooked, link } = await endOf(person, seen)
      if (isBooked) return { startsAt: Number(at), link }
      // It met a locked draft.
      continue
    }
    seen.lost += 1
  }
  return undefined
}

/**
 * What the widget shows: that the draft is locked, as after a jump of the clock, or where the appointment is. Such a
 * jump after the booking leaves nothing but the email.
 */
const endOf = (person: PatientVisitor, seen: SeenByPatients) =>
  persist(seen, async () => {
    const answer = await person.get('/booking/widget')
    const html = await answer.text()
    if (!answer.ok) throw new Error(`the widget was answered ${answer.status}`)
    const link = /href="(\/appointments\/[^"]+)"/.exec(html)?.[1]
    return {
      link,
      isBooked: link !== undefined || html.includes(widget.draftGone),
      isLocked: html.includes(widget.locked),
    }
  })

/** An hour can be moved until a day before it. */
const changeableMs = 3 * 86_400_000

type Act = (
  person: PatientVisitor,
  link: string,
  visit: ToldVisit,
  chance: Chance,
  seen: SeenByPatients,
) => Promise<void>

const move: Act = async (person, link, visit, chance, seen) => {
  if (visit.isCanceled) return
  const offered = await persist(seen, () => offeredTimes(person, `${link}/move?day=${someDay(chance)}`))
  const times = offered.filter((at) => Number(at) > Date.now() + changeableMs && Number(at) !== visit.startsAt)
  if (times.length === 0) return
  const at = chance.oneOf(times)
  const { status, again } = await press(seen, () => person.post(`${link}/move`, { at, who: '' }))
  if (status !== 303) Object.assign(visit, { isUnsure: visit.isUnsure || again })
  if (status !== 303) seen.lost += 1
  else Object.assign(visit, { startsAt: Number(at), moved: visit.moved + 1 })
}

const cancel: Act = async (person, link, visit, _, seen) => {
  if (visit.isCanceled) return
  const { status, again } = await press(seen, () => person.post(link, { intent: 'cancel' }))
  // A press whose answer was lost has canceled it, and the next one finds nothing to cancel.
  if (status === 409 && !again) seen.strange.push(`a visit that was to come could not be canceled`)
  Object.assign(visit, { isCanceled: true, cancelled: visit.cancelled + 1 })
}

const undo: Act = async (person, link, visit, _, seen) => {
  if (!visit.isCanceled) return
  const { status } = await press(seen, () => person.post(link, { intent: 'undo' }))
  if (status === 303) Object.assign(visit, { isCanceled: false, restored: visit.restored + 1 })
}

/** The clinic keeps two hours of a day, and sometimes gives kept time back. */
async function keepTime(site: Site, chance: Chance, seen: SeenByPatients) {
  const admin = await persist(seen, () => signInAsAdmin(site))
  const day = someDay(chance)
  const kept = { fromDay: day, fromTime: '12:00', untilDay: day, untilTime: '14:00', note: 'Meeting' }
  const path = `/admin/appointments?day=${day}`
  await press(seen, () => admin.post(path, { intent: 'block-anyway', ...kept }))
  seen.keptTimes += 1
  if (chance.next() < 0.4) return
  const block = await persist(seen, async () => {
    const html = await (await admin.get(path)).text()
    return /name="block" value="([^"]+)"/.exec(html)?.[1]
  })
  await press(seen, () => admin.post(path, { intent: 'unblock', block }))
}

/** Presses a button until it is answered, done or refused; `again`: more than once. */
async function press(seen: SeenByPatients, send: () => Promise<Response>) {
  const mine = { refused: 0, unanswered: 0, strange: seen.strange }
  const status = await persist(mine, async () => {
    const answer = await send()
    if (answer.status === 303 || answer.status === 409) return answer.status
    if (answer.status !== 503) seen.strange.push(`a press was answered ${answer.status}`)
    return refused
  })
  seen.refused += mine.refused
  seen.unanswered += mine.unanswered
  // What was refused may have been stored all the same: its answer came before the database's.
  return { status, again: mine.refused + mine.unanswered > 0 }
}
