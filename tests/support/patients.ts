import { bookingOfAService } from './pages.ts'
import { visitor } from './visitor.ts'

export type PatientVisitor = ReturnType<typeof visitor>

/** What somebody types into the booking form; `n` tells one from another. */
const patient = (n: number) => ({
  name: `Maya ${n}`,
  email: `maya${n}@example.com`,
  phone: `(205) 555-${String(1_000 + n).slice(-4)}`,
  health: 'xylophonic tiredness',
})

/** Somebody with scripts off who has filled in the booking form. */
export async function withDraft(site: { url: string }, n: number): Promise<PatientVisitor> {
  const person = visitor(site)
  const answer = await person.post(bookingOfAService, patient(n))
  if (answer.status !== 303) throw new Error(`the form was answered ${answer.status}`)
  return person
}

/** The starts of the times that the widget offers, soonest first. */
export async function offeredTimes(person: PatientVisitor, query = ''): Promise<string[]> {
  const html = await (await person.get(`/booking/widget${query}`)).text()
  return [...html.matchAll(/<a class="slot" href="[^"]*[?;&]at=(\d+)/g)].map(([, at = '']) => at)
}

/** The press of the widget's button. */
export const pressConfirm = (person: PatientVisitor, at: string) => person.post('/booking/widget', { at, who: '' })
