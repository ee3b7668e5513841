import type { Role } from '#app/domain/accounts/roles.ts'
import { look, type startSiteOn } from './databases.ts'
import { signInAsAdmin } from './admin.ts'
import { visitor, buttonsIn, formWith } from './visitor.ts'
import { services } from './catalogue.ts'

type Site = Awaited<ReturnType<typeof startSiteOn>>

const password = 'a quiet river in spring'

/**
 * A browser that is signed in with this role, on a site with `adminSettings`. `personId`: who of the team a practitioner
 * is, by default somebody who is added for it and gives all services.
 */
export async function signInAs(site: Site, role: Role, email = `${role}@clinic.example`, personId?: string) {
  if (role === 'owner') return signInAsAdmin(site)
  const person =
    role === 'practitioner'
      ? (`person:${personId ?? (await addPerson(await signInAsAdmin(site), 'Maya Rao'))}` as const)
      : null
  const browser = visitor(site)
  const signedUp = await browser.post('/login?mode=sign-up', { name: `The ${role}`, email, password })
  if (signedUp.status !== 303) throw new Error(`nobody could sign up: ${signedUp.status}`)
  await look(site, async (db) => {
    const { id } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    await db.updateTable('users').set({ emailVerified: 1 }).where('id', '=', id).execute()
    await db.insertInto('staff').values({ accountId: id, role, person, since: Date.now() }).execute()
  })
  // Where emails are sent, an address has to be confirmed before its first sign-in.
  await browser.post('/login', { email, password })
  return browser
}

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
