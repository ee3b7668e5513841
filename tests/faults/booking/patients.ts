import { widget } from '#content/pages/booking.ts'
import { signInAsAdmin } from '#tests/support/admin.ts'
import { offeredTimes, patientEmail, type PatientVisitor, pressConfirm, withDraft } from '#tests/support/booking.ts'
import type { Chance } from '../chance.ts'
import { retry, serviceUnavailable } from '../retry.ts'
import type { Seen } from '../suite.ts'
import { openDaysAhead } from './open-days.ts'

/** What a patient was last told of their appointment. */
export type ToldAppointment = {
  email: string
  startsAt: number
  isCanceled: boolean
  /** A request whose response was lost may have moved it; before the retry the clinic blocked that time. */
  isUnsure?: boolean
  /** How often each of these was confirmed. */
  moved: number
  cancelled: number
  restored: number
}

export type SeenByPatients = Seen & {
  appointments: ToldAppointment[]
  /** How often the time was taken by another patient. */
  lost: number
  blockedTimes: number
}

type Round = { number: number; isOver: () => boolean }
type Site = { readonly url: string }

/**
 * A few patients at once, most of whom want a time on the same day, while the clinic blocks some time. Each patient books
 * again until the round is over and at least one appointment was booked.
 */
export async function bookConcurrently(
  anyServer: Site,
  { number: round, isOver }: Round,
  chance: Chance,
  seen: SeenByPatients,
  { blocksTime }: { blocksTime: boolean },
) {
  const wanted = randomDay(chance)
  const bookedBefore = seen.appointments.length
  const hasNoBooking = () => seen.appointments.length === bookedBefore
  const patients = Array.from({ length: atOnce }, async (_, index) => {
    for (let number = 0; number === 0 || !isOver() || hasNoBooking(); number += 1) {
      if (number === maxAttempts && hasNoBooking()) throw new Error('no patient could book')
      const day = chance.next() < 0.7 ? wanted : randomDay(chance)
      await actAsPatient(anyServer, (round * atOnce + index) * 1_000 + number, day, chance, seen)
    }
  })
  await Promise.all([...patients, blocksTime && chance.next() < 0.5 && blockTime(anyServer, chance, seen)])
}

const atOnce = 5
/** For each patient. Failed requests do not count, since patients retry them. */
const maxAttempts = 100

const randomDay = (chance: Chance) => chance.oneOf(openDaysAhead(Date.now()))

/** Books, sometimes with two requests at once, and then moves, cancels or restores the appointment. */
async function actAsPatient(site: Site, n: number, day: string, chance: Chance, seen: SeenByPatients) {
  const person = await retry(seen, () => withDraft(site, n))
  const email = patientEmail(n)
  const booked = await book(person, email, day, chance, seen)
  if (booked === undefined) return
  const { startsAt, link } = booked
  const appointment = { email, startsAt, isCanceled: false, moved: 0, cancelled: 0, restored: 0 }
  seen.appointments.push(appointment)
  if (link === undefined) return
  for (const act of [move, cancel, undo, move, cancel])
    if (chance.next() < 0.55) await act(person, link, appointment, chance, seen)
}

/** Returns the booked time and its link, or undefined if no time was free. */
async function book(person: PatientVisitor, email: string, day: string, chance: Chance, seen: SeenByPatients) {
  for (let tries = 0; tries < 4; tries += 1) {
    if ((await readWidget(person, seen)).isLocked)
      await retry(
        seen,
        async () => (await person.post('/booking/resume', { email })).status === 303 || serviceUnavailable,
      )
    const offered = await retry(seen, () => offeredTimes(person, `/booking/widget?day=${day}`))
    const times = offered.filter((at) => Number(at) > Date.now() + changeableMs)
    // No free time that day, or the clock has jumped again.
    if (times.length === 0) continue
    const at = chance.oneOf(times)
    const presses = chance.next() < 0.3 ? 2 : 1
    const answers = await Promise.all(
      Array.from({ length: presses }, () => press(seen, () => pressConfirm(person, at))),
    )
    // Of two requests one may arrive while another patient holds the time, the other once it is released.
    if (answers.some(({ status }) => status === 303)) {
      const { isBooked, link } = await readWidget(person, seen)
      if (isBooked) return { startsAt: Number(at), link }
      // The draft was locked.
      continue
    }
    seen.lost += 1
  }
  return undefined
}

/**
 * Reads the widget: whether the draft is locked, as after a clock jump, or the link to the appointment. After a clock
 * jump that follows the booking only the email has the link.
 */
const readWidget = (person: PatientVisitor, seen: SeenByPatients) =>
  retry(seen, async () => {
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

/** An appointment can be moved until a day before it; the rest is a margin for clock jumps. */
const changeableMs = 3 * 86_400_000

type Act = (
  person: PatientVisitor,
  link: string,
  appointment: ToldAppointment,
  chance: Chance,
  seen: SeenByPatients,
) => Promise<void>

const move: Act = async (person, link, appointment, chance, seen) => {
  if (appointment.isCanceled) return
  const offered = await retry(seen, () => offeredTimes(person, `${link}/move?day=${randomDay(chance)}`))
  const times = offered.filter((at) => Number(at) > Date.now() + changeableMs && Number(at) !== appointment.startsAt)
  if (times.length === 0) return
  const at = chance.oneOf(times)
  const { status, again } = await press(seen, () => person.post(`${link}/move`, { at, who: '' }))
  if (status !== 303) Object.assign(appointment, { isUnsure: appointment.isUnsure || again })
  if (status !== 303) seen.lost += 1
  else Object.assign(appointment, { startsAt: Number(at), moved: appointment.moved + 1 })
}

const cancel: Act = async (person, link, appointment, _, seen) => {
  if (appointment.isCanceled) return
  const { status, again } = await press(seen, () => person.post(link, { intent: 'cancel' }))
  // The request whose response was lost has canceled it, so the retry finds nothing to cancel.
  if (status === 409 && !again) seen.unexpected.push(`an upcoming appointment could not be canceled`)
  Object.assign(appointment, { isCanceled: true, cancelled: appointment.cancelled + 1 })
}

const undo: Act = async (person, link, appointment, _, seen) => {
  if (!appointment.isCanceled) return
  const { status } = await press(seen, () => person.post(link, { intent: 'undo' }))
  if (status === 303) Object.assign(appointment, { isCanceled: false, restored: appointment.restored + 1 })
}

/** The clinic blocks two hours of a day, and sometimes unblocks them. */
async function blockTime(site: Site, chance: Chance, seen: SeenByPatients) {
  const admin = await retry(seen, () => signInAsAdmin(site))
  const day = randomDay(chance)
  const interval = { fromDay: day, fromTime: '12:00', untilDay: day, untilTime: '14:00', note: 'Meeting' }
  const path = `/admin/appointments?day=${day}`
  await press(seen, () => admin.post(path, { intent: 'block-anyway', ...interval }))
  seen.blockedTimes += 1
  if (chance.next() < 0.4) return
  const block = await retry(seen, async () => {
    const html = await (await admin.get(path)).text()
    return /name="block" value="([^"]+)"/.exec(html)?.[1]
  })
  await press(seen, () => admin.post(path, { intent: 'unblock', block }))
}

/** Submits a form until it is accepted or rejected; `again`: the form was sent more than once. */
async function press(seen: SeenByPatients, send: () => Promise<Response>) {
  const mine = { rejected: 0, unanswered: 0, unexpected: seen.unexpected }
  const status = await retry(mine, async () => {
    const answer = await send()
    if (answer.status === 303 || answer.status === 409) return answer.status
    if (answer.status !== 503) seen.unexpected.push(`a press was answered ${answer.status}`)
    return serviceUnavailable
  })
  seen.rejected += mine.rejected
  seen.unanswered += mine.unanswered
  // A request that got a 503 may have been stored anyway, if the response was sent before the database answered.
  return { status, again: mine.rejected + mine.unanswered > 0 }
}
