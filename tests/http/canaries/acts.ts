import { services } from '#tests/support/catalogue.ts'
import { look } from '#tests/support/databases.ts'
import { bookByTelephone, bookOnline } from '#tests/support/booking.ts'
import { goodPassword } from '#tests/support/accounts.ts'
import { buttonsIn, formsIn, type HtmlForm, visitor } from '#tests/support/visitor.ts'
import { rolesFor } from '#app/http/rights.server.ts'
import { listRecordIds } from '#app/domain/patients/patients.server.ts'
import { routePaths } from '../route-paths.ts'
import { listIds } from './ask-everything.ts'
import type { Attacker, Browser } from './attacker.ts'
import { anyCanary, maya, newCanary } from './people.ts'

/** What an act is about: the n-th of what there is by then, so that a sequence can lose some of its acts. */
export type Choice = { act: ActName; one: number; other: number; how: number }
type Act = (attacker: Attacker, choice: Choice) => Promise<unknown>

const pick = <One>(all: readonly One[], n: number) => all[n % all.length]
const appointmentPath = (id: string) => `/admin/appointments/${id}`

/** What a dashboard's page would send with this button, if it has it. */
async function press(browser: Browser, path: string, intent: string, typed: Record<string, string> = {}) {
  const { text } = await browser.get(path)
  const form = formsIn(text).find(({ html }) => buttonsIn(html, 'intent').includes(intent))
  return browser.post(path, { ...form?.fields, ...typed, intent })
}

const ofStaff =
  (act: (staff: Browser, attacker: Attacker, choice: Choice) => Promise<unknown>): Act =>
  async (attacker, choice) =>
    attacker.staff && act(attacker.staff, attacker, choice)

/** By whoever else works here, in good faith. */
const byOwner =
  (act: (attacker: Attacker, choice: Choice) => Promise<unknown>): Act =>
  (attacker, choice) =>
    act(attacker, choice)

const pickVisit = async (attacker: Attacker, n: number) => pick((await listIds(attacker)).visits, n)

const acts = {
  'correct an appointment': ofStaff(async (staff, attacker, { one, other, how }) => {
    const visit = await pickVisit(attacker, one)
    if (!visit) return
    const emails = [...attacker.mailboxes, '', attacker.world.addressOf('manager')]
    const more: Record<string, string> = how % 4 === 0 ? { name: pick(attacker.people.names, other)! } : {}
    const typed = { email: pick(emails, other)!, ...more }
    await press(staff, appointmentPath(visit.id), 'correct', typed)
  }),
  'correct where an email came back': ofStaff(async (staff, attacker, { other }) => {
    const returned = await look(attacker.world.site, (db) =>
      db
        .selectFrom('emails')
        .select('id')
        .where('recipient', '=', `gone${attacker.people.n}@nowhere.example`)
        .executeTakeFirst(),
    )
    await attacker.readMail()
    const email = pick(attacker.mailboxes, other)!
    if (returned) await press(staff, `/admin/mail/${returned.id}`, 'correct', { email })
  }),
  'book for somebody known': ofStaff(async (staff, attacker, { one, other, how }) => {
    const visit = await pickVisit(attacker, one)
    if (!visit?.patientId) return
    const patient: Record<string, string> = how % 2 === 0 ? { patient: visit.patientId } : {}
    const known = { email: visit.email, phone: visit.phone }
    const contact = how % 4 === 3 ? known : { email: pick(attacker.mailboxes, other)!, ...patient }
    const caller = { name: visit.name, ...contact }
    await bookByTelephone({ ...visitor(attacker.world.site), ...askingLike(staff) }, 1_000 + one, caller).catch(
      () => {},
    )
  }),
  'book online': async (attacker, { one, other }) => {
    const who = { name: pick(attacker.people.names, one)!, email: pick(attacker.mailboxes, other)! }
    const booked = await bookOnline(attacker.world.site, { ...who, phone: '(205) 555-0110', health: 'well' }).catch(
      () => undefined,
    )
    if (booked) attacker.known.add(booked.link)
  },
  'hand over the tablet': ofStaff(async (staff, attacker, { one }) => {
    const visit = await pickVisit(attacker, one)
    if (!visit) return
    await staff.post(appointmentPath(visit.id), { intent: 'tablet', form: 'intake' })
    for (const path of ['/tablet', '/tablet/forms/intake', '/admin', appointmentPath(visit.id)]) await staff.get(path)
  }),
  merge: ofStaff(async (staff, attacker, { one, other }) => {
    const { records } = await listIds(attacker)
    const [into, merged] = [pick(records, one), pick(records, other)]
    if (into && merged) await press(staff, `/admin/patients/${into}`, 'merge', { other: merged })
  }),
  'take apart': ofStaff(async (staff, attacker, { one, how }) => {
    const { records } = await listIds(attacker)
    const record = pick(records, one)
    if (record) await press(staff, `/admin/patients/${record}`, how % 2 === 0 ? 'separate' : 'undo')
  }),
  'use any form': ofStaff(async (staff, attacker, choice) => pressAnything(staff, attacker, choice)),
  'read own data by a code': async (attacker, { one }) => {
    const links = [...attacker.known].filter((path) => /^\/appointments\/[^/?]+\.[^/?]+$/.test(path))
    const link = pick(links, one)
    if (!link) return
    const browser = attacker.browse('a browser with a code')
    if ((await browser.post(`${link}/data`, { intent: 'send' })).status !== 303) return
    await attacker.readMail()
    await browser.post(`${link}/data`, { intent: 'check', code: attacker.codes.at(-1) ?? '' })
    await browser.get('/my-data')
  },
  'use a link': async (attacker, { one, other, how }) => {
    const links = [...attacker.known].filter((path) => path.startsWith('/appointments/'))
    const link = pick(links, one)
    if (!link) return
    const { text } = await attacker.outside.get(link)
    await send(attacker.outside, link, pick(formsIn(text), other), attacker, how)
  },
  'ask for links': async (attacker, { one }) => {
    await attacker.outside.post('/appointments', { email: pick(attacker.mailboxes, one)! })
    await attacker.readMail()
  },
  'read the mailbox': (attacker) => attacker.readMail(),
  'sign up': async (attacker, { one, other }) => {
    const [name, email] = [pick(attacker.people.names, one)!, pick(attacker.mailboxes, other)!]
    const browser = attacker.browse(`an account of ${email}`)
    await browser.post('/login?mode=sign-up', { name, email, password: goodPassword })
    await attacker.readMail()
    for (const path of attacker.known)
      if (path.startsWith('/login/confirm/')) await browser.post(path, { password: goodPassword })
    for (const path of ['/profile', '/my-data']) await browser.get(path)
  },
  'change the own name': ofStaff(async (staff, attacker, { one }) => {
    await staff.post('/profile', { intent: 'name', name: pick(attacker.people.names, one)! })
    for (const path of ['/profile', '/my-data']) await staff.get(path)
  }),
  'search by name': ofStaff(async (staff, attacker, { one }) => {
    const q = pick(attacker.people.names, one)!
    for (const path of ['/admin/search', '/admin/search/results', '/admin/patients']) await staff.post(path, { q })
  }),
  'the owner writes a note': byOwner(async (attacker, { one }) => {
    const { world, people } = attacker
    const { records } = await listIds(attacker)
    const record = pick(records, one)
    if (!record) return
    // About somebody of the clinic's: a note about a person whom they made up is theirs, and their own data shows it.
    const theirs = await look(world.site, (db) => listRecordIds(db, record))
    if (!theirs.some((id) => people.records.includes(id))) return
    const word = newCanary()
    await world.owner.post(`/admin/patients/${record}`, { intent: 'clinical-note', note: word })
    const note = await look(world.site, (db) =>
      db.selectFrom('patientNotes').select('patientId').orderBy('writtenAt', 'desc').limit(1).executeTakeFirstOrThrow(),
    )
    const recordId = note.patientId
    // On the record of what was booked with her since, the clinic writes for her, too.
    const isForMaya =
      !people.records.includes(recordId) &&
      (await look(world.site, (db) =>
        db
          .selectFrom('appointments')
          .select('id')
          .where('patientId', '=', recordId)
          .where('person', '=', `person:${maya}`)
          .executeTakeFirst(),
      )) !== undefined
    world.canaries.push({ word, of: 'a later note of the owner', recordId, isForMaya })
  }),
  'the owner merges': byOwner(async (attacker, { one, other }) => {
    const { records } = await listIds(attacker)
    const [into, merged] = [pick(records, one), pick(records, other)]
    if (into && merged && into !== merged)
      await attacker.world.owner.post(`/admin/patients/${into}`, { intent: 'merge', other: merged })
  }),
} satisfies Record<string, Act>

export type ActName = keyof typeof acts
export const actNames = Object.keys(acts) as ActName[]
export async function perform(attacker: Attacker, choice: Choice) {
  await attacker.stayIn()
  return acts[choice.act](attacker, choice)
}

/** What `bookByTelephone` asks is read as everything else. */
function askingLike(staff: Browser) {
  const answer = ({ text, status, location }: Awaited<ReturnType<Browser['get']>>) =>
    new Response(text, { status, headers: location ? { Location: location } : {} })
  return {
    get: async (path: string) => answer(await staff.get(path)),
    post: async (path: string, fields: Record<string, string>) => answer(await staff.post(path, fields)),
  }
}

/** Would end the attack, or only close the site. */
const pointless = /^(delete|everywhere|end:|password|off|erase|lock)|passkey|sign-out/

/** Any form of any page of the role, filled in with the own mailbox and somebody's name. */
async function pressAnything(staff: Browser, attacker: Attacker, { one, other, how }: Choice) {
  const { visits, records } = await listIds(attacker)
  const { role } = attacker
  if (role === 'stranger') return
  const pages = [
    ...routePaths.filter((path) => path.startsWith('/admin') && !/[:*]/.test(path) && rolesFor(path).includes(role)),
    ...visits.flatMap(({ id }) => [appointmentPath(id), `${appointmentPath(id)}/move`]),
    ...records.map((id) => `/admin/patients/${id}`),
    ...[...attacker.known].filter((path) => path.startsWith('/admin/')),
  ].filter((path) => !/\/security|\/lock/.test(path))
  const path = pick(pages, one * 31 + other)
  if (!path) return
  const { text } = await staff.get(path)
  await send(staff, path, pick(formsIn(text), other), attacker, how)
}

const buttonsOf = (html: string) =>
  [...html.matchAll(/<button\b[^>]*>/g)].flatMap(([tag]) => {
    const [, name = ''] = / name="([^"]*)"/.exec(tag) ?? []
    const [, value = ''] = / value="([^"]*)"/.exec(tag) ?? []
    return name === '' || pointless.test(value) ? [] : [{ [name]: value }]
  })

async function send(browser: Browser, page: string, form: HtmlForm | undefined, attacker: Attacker, how: number) {
  if (!form || /logout|lock/.test(form.action)) return
  const buttons = buttonsOf(form.html)
  if (buttons.length === 0 && form.html.includes('name="intent"')) return
  const filled = Object.fromEntries(
    Object.entries(form.fields).map(([name, value]) => [name, fill(name, value, attacker, how)]),
  )
  const path = form.action.startsWith('/') ? form.action.replace(/#.*/, '') : page
  await browser.post(path, { ...filled, ...pick(buttons.length > 0 ? buttons : [{}], how) })
}

function fill(name: string, value: string, { mailboxes, people }: Attacker, how: number) {
  if (/email/i.test(name)) return pick(mailboxes, how)!
  if (name === 'name' || name === 'q') return pick(people.names, how)!
  if (name === 'phone') return `(205) 555-${1_000 + (how % 9_000)}`
  if (name === 'service') return pick(services, how)!.id
  return value === '' && how % 3 === 0 ? 'x' : value.replace(anyCanary, '')
}
