import { formWith } from './html-forms.ts'
import { bookingOfAService } from './pages.ts'
import { visitor } from './visitor.ts'

type Patient = { name: string; email: string; phone: string; health: string }

const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const plain = (text: string) => text.replaceAll('&amp;', '&')

/** Where the first time on offer leads from a page of the widget; at least so far ahead that it can still be changed. */
export async function timeAhead(person: ReturnType<typeof visitor>, path: string, days = 3) {
  const page = async (query: string) => (await person.get(`${path}${query}`)).text()
  const day = await page(`?day=${dateIn(days)}`)
  const [, times = ''] = /<section class="times"(.*?)<\/section>/s.exec(day) ?? []
  // A day without any names the next free one.
  const query =
    /<a class="slot" href="[^"?]*([^"#]*)#/.exec(times)?.[1] ?? /<a href="[^"?]*(\?day[^"#]*)/.exec(times)?.[1]
  if (!query) throw new Error('there is no free time')
  return plain(query)
}

/** Somebody without scripts or account books a time that they can still change; answers the path of their link. */
export async function bookOnline(site: { url: string }, patient: Patient, service = bookingOfAService) {
  const person = visitor(site)
  await person.post(service, patient)
  const path = '/booking/widget'
  const query = await timeAhead(person, path)
  const { fields } = formWith(await (await person.get(path + query)).text(), 'at')
  const answer = await person.post(path, fields)
  if (answer.status !== 303) throw new Error(`nothing was booked: ${answer.status}`)
  const end = await (await person.get(path)).text()
  const link = /href="(\/appointments\/[^"]+)"/.exec(end)?.[1]
  if (!link) throw new Error('there is no link')
  return { person, link }
}
