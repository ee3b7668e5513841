import { services } from './catalogue.ts'
import { buttonsIn, formWith } from './forms.ts'
import type { visitor } from './visitor.ts'

const personId = (name: string) => name.toLowerCase().replaceAll(' ', '-')

/** Publishes somebody on the team who gives these services; returns the id. */
export async function addPerson(
  admin: Pick<ReturnType<typeof visitor>, 'get' | 'post'>,
  name: string,
  gives = services.map(({ id }) => id),
) {
  const id = personId(name)
  await admin.post('/admin/team', { intent: 'add', title: name })
  const { fields } = formWith(await (await admin.get(`/admin/team/${id}`)).text(), 'name')
  // A browser does not send boxes that are not checked.
  const shown = Object.fromEntries(
    Object.entries(fields).filter(([field]) => !/^(?:(?:days|services)\.|everyService$)/.test(field)),
  )
  const person = {
    ...shown,
    ...{ role: 'Practitioner', training: 'BAMS, Pune, 2009', languages: 'English' },
    ...Object.fromEntries(gives.map((service) => [`services.${service}`, 'on'])),
    intent: 'publish',
  }
  const answer = await admin.post(`/admin/team/${id}`, person)
  // Asked about services that nobody gives then.
  const [unbookable] = buttonsIn(await answer.text(), 'unbookable')
  const published = unbookable ? await admin.post(`/admin/team/${id}`, { ...person, unbookable }) : answer
  if (published.status !== 303) throw new Error(`${name} could not be published: ${published.status}`)
  return id
}
