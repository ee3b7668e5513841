import { matchRoutes } from 'react-router'
import { goodPassword } from '#tests/support/accounts.ts'
import { withPassword } from '#tests/support/admin.ts'
import { look } from '#tests/support/databases.ts'
import { isLong } from '#tests/support/timing.ts'
import { formsIn } from '#tests/support/visitor.ts'
import { mayPost, rights } from '#app/http/rights.server.ts'
import { routePaths } from '../route-paths.ts'
import type { Attacker, Browser } from './attacker.ts'

const routes = routePaths.map((path) => ({ path }))
const patterns = new Map<string, string>()
/** Kept, since the router ranks all routes each time. */
function patternOf(address: string) {
  const path = address.replace(/[?#].*$/, '')
  const pattern = patterns.get(path) ?? matchRoutes(routes, path)?.at(-1)?.route.path ?? '*'
  patterns.set(path, pattern)
  return pattern
}

/** Leaving is no question. */
const leads = (path: string) => !path.startsWith('/logout') && !path.startsWith('/admin/lock')

/** Intents that show what is sealed are those that the front desk may not send. */
const revealing = rights.flatMap(({ path, posts }) =>
  posts.filter((intent) => !mayPost('front-desk', path, intent)).map((intent) => ({ pattern: path, intent })),
)

/**
 * Every page, file, email and feed that somebody can open by now. `turns`: of pages, only one of so many each time, another
 * in the next group; what links, codes and accounts open is asked each time.
 */
export async function askEverything(attacker: Attacker, { turns = 1 } = {}) {
  const isTurn = (index: number) => index % turns === attacker.people.n % turns
  await attacker.readMail()
  await attacker.stayIn()
  if (attacker.staff) await askDashboard(attacker, attacker.staff, isTurn)
  await askByLinks(attacker, isTurn)
  await askAsPatient(attacker)
}

type IsTurn = (index: number) => boolean

/** The group's appointments, records and forms: ids are no secrets. */
export const listIds = ({ world: { site }, people }: Attacker) =>
  look(site, async (db) => {
    const visits = await db
      .selectFrom('appointments')
      .select(['id', 'patientId', 'name', 'email', 'phone'])
      .where('bookedAt', '>=', people.since)
      .orderBy('bookedAt')
      .orderBy('id')
      .execute()
    const ids = visits.map(({ id }) => id)
    const signed = await db
      .selectFrom('signedForms')
      .select(['id', 'appointmentId'])
      .where('appointmentId', 'in', ids)
      .execute()
    return { visits, signed, records: [...new Set(visits.flatMap(({ patientId }) => patientId ?? []))] }
  })

async function askDashboard(attacker: Attacker, staff: Browser, isTurn: IsTurn) {
  const { world, known } = attacker
  const { visits, signed, records } = await listIds(attacker)
  const ofPeople = [
    ...visits.flatMap(({ id }) => [`/admin/appointments/${id}`, `/admin/appointments?view=list&open=${id}`]),
    ...signed.map(({ id, appointmentId }) => `/admin/appointments/${appointmentId}/forms/${id}`),
    ...records.map((id) => `/admin/patients/${id}`),
    ...records.flatMap((id) => ['copy', 'copy/file'].map((part) => `/admin/patients/${id}/${part}`)),
  ]
  const asked = new Set<string>()
  /** Three of each kind, in `npm test` one, are enough of what has no canary of its own. */
  const kinds = new Map<string, number>()
  const isNew = (address: string) => {
    const kind = patternOf(address)
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    return kinds.get(kind)! <= (isLong ? 3 : 1)
  }
  const more = world.isOwner ? withPassword : {}
  async function ask(address: string) {
    asked.add(address)
    const { isHtml, status } = await staff.get(address)
    // A file that a post alone opens.
    if (!isHtml || status === 405) await staff.post(address, more)
  }
  for (const address of ofPeople.filter((_, index) => isTurn(index))) {
    await ask(address)
    for (const { pattern, intent } of revealing)
      if (patternOf(address) === pattern)
        for (const { id } of intent === 'form' ? signed : [{ id: '' }]) await staff.post(address, { intent, form: id })
  }
  const first = routePaths.filter((path) => !/[:*]/.test(path) && leads(path))
  for (const address of first.filter((_, index) => isTurn(index))) await ask(address)
  for (let found = 1; found > 0;) {
    const fresh = [...known].filter(
      (path) => leads(path) && path.startsWith('/admin') && !asked.has(path) && isNew(path),
    )
    const now = fresh.filter((_, index) => isTurn(index))
    for (const address of now) await ask(address)
    found = now.length
  }
}

/** Routes with a token, by what stands before it. */
const tokenRoutes = routePaths.flatMap((path) => {
  const [, before, after] = /^(\/.*?\/):token(.*)$/.exec(path) ?? []
  return before === undefined ? [] : [{ before, after: after ?? '' }]
})

const tokensIn = (known: Set<string>, before: string) => [
  ...new Set(
    [...known].flatMap((path) => {
      const pattern = patternOf(path)
      return pattern.startsWith(`${before}:token`) ? (path.slice(before.length).split(/[/?#]/)[0] ?? []) : []
    }),
  ),
]

/** Every address with a token that an email or a page has shown; codes are asked for, read and used. */
async function askByLinks({ known, outside, staff, browse, readMail, codes }: Attacker, isTurn: IsTurn) {
  const pressed = new Set<string>()
  for (let rounds = 0; rounds < 3; rounds += 1) {
    const fresh = tokenRoutes.flatMap(({ before, after }) =>
      tokensIn(known, before).map((token) => `${before}${token}${after.replace(':id', 'intake')}`),
    )
    const addresses = [...new Set(fresh)].filter((address) => leads(address) && !pressed.has(address))
    for (const [index, address] of addresses.entries()) {
      pressed.add(address)
      if (patternOf(address).endsWith(':token/data')) await useCode(address, index)
      const isConfirming = patternOf(address).includes('/confirm/')
      const isFile = patternOf(address).endsWith('/copy')
      if (!isConfirming && !isFile && !isTurn(index)) continue
      for (const browser of staff && isFile ? [outside, staff] : [outside]) {
        const { text, isHtml } = await browser.get(address)
        if (!isHtml || isFile) await browser.post(address, {})
        // What a link in an email is for.
        else if (isConfirming)
          for (const { fields } of formsIn(text)) await browser.post(address, { ...fields, password: goodPassword })
      }
    }
    await readMail()
  }

  async function useCode(address: string, index: number) {
    const browser = browse('a browser with a code')
    const before = codes.length
    if ((await browser.post(address, { intent: 'send' })).status !== 303) return
    await readMail()
    if (staff && isTurn(index)) await readNewestEmails(staff)
    const code = codes.slice(before).at(-1)
    if (!code || (await browser.post(address, { intent: 'check', code })).status !== 303) return
    await askOwnData(browser)
  }
  /** Of a code that went elsewhere. */
  async function readNewestEmails(browser: Browser) {
    const { text, status } = await browser.get('/admin/mail')
    if (status !== 200) return
    for (const [path] of [...text.matchAll(/\/admin\/mail\/[0-9a-f-]{36}/g)].slice(0, 1))
      for (const part of ['', '/html']) await browser.get(path + part)
  }
}

async function askOwnData(browser: Browser) {
  await browser.get('/my-data')
  await browser.post('/my-data/file', {})
}

/** With an account for each own mailbox, named like whoever has an appointment under it: staff with the account they have. */
async function askAsPatient(attacker: Attacker) {
  const { staff, known, mailboxes, world } = attacker
  const { visits } = await listIds(attacker)
  const forms = tokensIn(known, '/appointments/').map((token) => `/appointments/${token}/forms/intake`)
  const [staffAddress] = staff ? mailboxes : []
  for (const email of mailboxes) {
    const named = [...new Set(visits.filter((visit) => visit.email === email).map(({ name }) => name))]
    if (named.length === 0 || world.isOwner) continue
    const browser = email === staffAddress ? staff! : await signUp(attacker, email, named[0]!)
    for (const name of named) {
      await browser.post('/profile', { intent: 'name', name })
      for (const form of forms) {
        await browser.get(form)
        await browser.post(`${form}/copy`, {})
      }
      await browser.get('/profile')
      await askOwnData(browser)
    }
  }
}

/** Confirmed by the link in the email. */
async function signUp({ browse, readMail, known }: Attacker, email: string, name: string) {
  const browser = browse(`an account of ${email}`)
  await browser.post('/login?mode=sign-up', { name, email, password: goodPassword })
  const before = new Set(known)
  await readMail()
  for (const path of known)
    if (!before.has(path) && path.startsWith('/login/confirm/')) await browser.post(path, { password: goodPassword })
  return browser
}
