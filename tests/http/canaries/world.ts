import { randomBytes } from 'node:crypto'
import type { Role } from '#app/domain/accounts/roles.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { publishForm } from '#tests/support/clinic-forms.ts'
import { type DatabaseKind, look, startSiteOn } from '#tests/support/databases.ts'
import { startRefusingMailServer } from '#tests/support/mail-server.ts'
import { signInAs, addPerson } from '#tests/support/staff.ts'
import type { AttackerRole } from './attacker.ts'
import { addPeople, type Canary, maya } from './people.ts'

export type World = Awaited<ReturnType<typeof startWorld>>

/** A clinic with staff of these roles, whose emails arrive; `isOwner`: the owner asks everything, who may read it. */
export async function startWorld(kind: DatabaseKind, roles: readonly AttackerRole[], { isOwner = false } = {}) {
  const mail = await startRefusingMailServer([])
  const key = randomBytes(32).toString('base64')
  const site = await startSiteOn(kind, {
    ...adminSettings,
    MAIL_TRANSPORT: 'smtp',
    SMTP_URL: mail.url,
    ENCRYPTION_KEY: key,
    SESSION_SECRET: randomBytes(32).toString('hex'),
    ABUSE_LIMITS: 'off',
    LOG_LEVEL: 'error',
  })
  const { database } = site
  if (!database) throw new Error('the site runs in another process')
  const owner = await signInAsAdmin(site)
  await addPerson(owner, 'Maya Rao')
  await addPerson(owner, 'Lin Wu')
  await publishForm(owner)
  const { id: ownerId } = await look(site, (db) =>
    db.selectFrom('users').select('id').where('email', '=', adminSettings.ADMIN_EMAIL).executeTakeFirstOrThrow(),
  )
  const addressOf = (role: Role) => `${role}@clinic.example`
  const browsers = new Map<Role, typeof owner>([['owner', owner]])
  for (const role of roles.filter((one) => one !== 'stranger'))
    browsers.set(role, await signInAs(site, role, addressOf(role), role === 'practitioner' ? maya : undefined))
  let groups = 0
  const canaries: Canary[] = []
  return {
    ...{ site, mail, owner, isOwner, addressOf },
    /** The canaries that were read, by anybody. */
    found: new Set<string>(),
    /** Of everybody so far. */
    canaries,
    browserOf: (role: Role) => browsers.get(isOwner ? 'owner' : role)!,
    signIn: (browser: typeof owner, role: Role) =>
      browser.post('/login', { email: addressOf(role), password: adminSettings.ADMIN_PASSWORD }),
    async addPeople() {
      const n = (groups += 1)
      mail.manners.refuses.push(`gone${n}@nowhere.example`)
      const people = await addPeople(database, { n, key, owner: ownerId })
      canaries.push(...people.canaries)
      return people
    },
    stop: () => Promise.all([site.stop(), mail.stop()]),
  }
}
