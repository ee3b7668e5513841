import { timeAhead } from './booked-online.ts'
import { bookingOfAService } from './pages.ts'
import { visitor } from './visitor.ts'

export type PatientVisitor = ReturnType<typeof visitor>

export const patientEmail = (n: number) => `maya${n}@example.com`

/** What somebody types into the booking form; `n` tells one from another. */
const patient = (n: number) => ({
  name: `Maya ${n}`,
  email: patientEmail(n),
  phone: `(${String(200 + Math.floor(n / 10_000_000))}) ${String(n % 10_000_000).padStart(7, '0')}`,
  health: 'xylophonic tiredness',
})

/** Somebody with scripts off who has filled in the booking form; `more` is what else their browser sends. */
export async function withDraft(
  site: { url: string },
  n: number,
  { headers, fields }: { headers?: Record<string, string>; fields?: Record<string, string> } = {},
): Promise<PatientVisitor> {
  const person = visitor(site, headers)
  const answer = await person.post(bookingOfAService, { ...patient(n), ...fields })
  if (answer.status !== 303) throw new Error(`the form was answered ${answer.status}`)
  return person
}

/** The starts of the times that a page offers, soonest first: the widget, or what moves a visit. */
export async function offeredTimes(person: PatientVisitor, address = '/booking/widget'): Promise<string[]> {
  const answer = await person.get(address)
  const html = await answer.text()
  if (!answer.ok) throw new Error(`the times were answered ${answer.status}`)
  return [...new Set([...html.matchAll(/<a class="slot" href="[^"]*[?;&]at=(\d+)/g)].map(([, at = '']) => at))]
}

/** The start of a time that stays on offer: the soonest one is over, as one to book, with each half hour. */
export const timeAheadFor = async (person: PatientVisitor) =>
  new URLSearchParams(await timeAhead(person, '/booking/widget')).get('at') ?? ''

/** The press of the widget's button. */
export const pressConfirm = (person: PatientVisitor, at: string) => person.post('/booking/widget', { at, who: '' })
