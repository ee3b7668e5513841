import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { accountHolder, goodPassword, linkIn, newAddress, otherPassword } from '#tests/support/accounts.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { type MailingSite, startMailingSite } from '#tests/support/mail-server.ts'
import { shownOf } from '#tests/support/shown.ts'
import { signInAs } from '#tests/support/staff.ts'
import { visitor } from '#tests/support/visitor.ts'
import { staffPage as words } from '#app/routes/admin/staff/words.ts'
import { roleWords } from '#content/roles.ts'
import { invitationPage } from '#content/pages/invitation.ts'

const longPassword = `${goodPassword} ${otherPassword}`
const staffPath = '/admin/staff'

describe.each(databasesFor(import.meta.url))('staff on %s', (kind) => {
  let mail: MailingSite['mail']
  let site: MailingSite['site']
  let owner: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    ;({ mail, site } = await startMailingSite(kind, adminSettings))
    owner = await signInAsAdmin(site)
  })
  afterAll(() => site?.stop())

  /** The text of the next email to this address; others may arrive before it. */
  async function emailTo(address: string, ask: () => Promise<unknown>) {
    const before = mail.received.length
    await ask()
    for (let next = before + 1; ; next += 1) {
      const { to, text } = await mail.email(next)
      if (to?.[0]?.address === address) return text ?? ''
    }
  }

  async function invite(email: string, role = 'front-desk', by = owner) {
    const send = async () => {
      expect((await by.post(staffPath, { intent: 'invite', email, role })).status).toBe(303)
    }
    return linkIn(await emailTo(email, send), '/login/invitation/')
  }

  const accept = (link: string, typed: Record<string, string> = {}) =>
    visitor(site).post(link, { name: 'Noor Haddad', password: longPassword, ...typed })

  const findMember = (email: string) =>
    look(site, (db) =>
      db
        .selectFrom('staff')
        .innerJoin('users', 'users.id', 'staff.accountId')
        .select(['staff.accountId', 'staff.role'])
        .where('users.email', '=', email)
        .executeTakeFirst(),
    )

  const member = async (email: string) => {
    const { accountId = '', role: was = '' } = (await findMember(email)) ?? {}
    return { accountId, was }
  }

  async function newMember(role = 'front-desk') {
    const email = newAddress()
    const link = await invite(email, role)
    const browser = accountHolder(site)
    await browser.post(link, { name: 'Noor Haddad', password: longPassword })
    return { email, link, browser, ...(await member(email)) }
  }

  test('are invited by email, choose a name and a password, and are in; the owner is told', async () => {
    const email = newAddress()
    const link = await invite(email, 'editor')
    const html = await (await visitor(site).get(link)).text()
    expect(html).toContain(roleWords.editor.may)
    expect(await (await owner.get(staffPath)).text()).toContain(words.done.invited)
    const browser = visitor(site)
    const told = await emailTo(adminSettings.ADMIN_EMAIL, async () => {
      const answer = await browser.post(link, { name: 'Noor Haddad', password: longPassword })
      expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/admin'])
    })
    expect(told).toContain('Noor Haddad')
    expect(told).toContain('Editor')
    expect((await browser.get('/admin/pages')).status).toBe(200)
    expect((await browser.get(staffPath)).status).toBe(403)
    const list = await (await owner.get(staffPath)).text()
    expect(list).toContain('Noor Haddad')
    expect(list).toContain(email)
    const { you, factors, endOf, invitations } = words
    const parts = [you, factors.one, endOf('Noor Haddad'), factors.two, factors.passkey, invitations.over]
    expect(shownOf(list.split('</main>')[0]!.replaceAll(/<h2.*/gs, ''), parts)).toEqual(parts.slice(0, 3))
  })

  test('accept only once: an invitation of a thief is used up, and a used one is gone', async () => {
    const { link } = await newMember()
    const again = await accept(link)
    expect(again.status).toBe(404)
    expect(await again.text()).toContain(invitationPage.gone.title)
    expect((await visitor(site).get(`${link}x`)).status).toBe(404)
  })

  test('cannot accept after a second invitation, a withdrawal, or a week', async () => {
    const email = newAddress()
    const first = await invite(email, 'manager')
    const second = await invite(email, 'editor')
    expect((await accept(first)).status).toBe(404)
    const [row] = await look(site, (db) =>
      db.selectFrom('invitations').select(['id', 'role']).where('email', '=', email).execute(),
    )
    expect(row?.role).toBe('editor')
    await look(site, (db) => db.updateTable('invitations').set({ until: 1 }).where('email', '=', email).execute())
    expect((await accept(second)).status).toBe(404)
    expect(await (await owner.get(staffPath)).text()).toContain(words.invitations.over)
    const third = await invite(email, 'editor')
    const { id } = await look(site, (db) =>
      db.selectFrom('invitations').select('id').where('email', '=', email).executeTakeFirstOrThrow(),
    )
    expect((await owner.post(staffPath, { intent: 'withdraw', invitationId: id })).status).toBe(303)
    expect((await accept(third)).status).toBe(404)
    expect((await owner.post(staffPath, { intent: 'withdraw', invitationId: id })).status).toBe(409)
    expect(await findMember(email)).toBeUndefined()
  })

  test('who are patients already sign in with their own password, and accept then', async () => {
    const email = newAddress()
    const patient = accountHolder(site)
    const confirm = await emailTo(email, () => patient.signUp({ email, password: goodPassword }))
    await patient.fill(linkIn(confirm, '/login/confirm/'), 'password', { password: goodPassword })
    const link = await invite(email)
    const thief = await accept(link)
    expect([thief.status, await thief.text()]).toEqual([409, expect.stringContaining(invitationPage.known)])
    const other = await newMember()
    expect(await (await other.browser.get(link)).text()).toContain(invitationPage.other(other.email))
    expect((await other.browser.post(link, { intent: 'join' })).status).toBe(404)
    expect(await findMember(email)).toBeUndefined()

    expect((await patient.post(link, { intent: 'join' })).headers.get('Location')).toBe('/admin')
    expect((await findMember(email))?.role).toBe('front-desk')
    // The password of a patient may be short. It opens nothing here.
    const home = await patient.get('/admin')
    expect([home.status, home.headers.get('Location')]).toEqual(
      [...goodPassword].length < 15 ? [303, '/admin/security'] : [200, null],
    )
  })

  test('are not said to get an email while email isn’t set up', async () => {
    const quiet = await startSiteOn(kind, adminSettings)
    onTestFinished(async () => void (await quiet.stop()))
    const admin = await signInAsAdmin(quiet)
    await admin.post(staffPath, { intent: 'invite', email: newAddress(), role: 'editor' })
    expect(await (await admin.get(staffPath)).text()).toContain(words.done.kept)
  })

  test('take over no account that somebody else made with the address and never confirmed', async () => {
    const email = newAddress()
    const stranger = accountHolder(site)
    await emailTo(email, () => stranger.signUp({ email, password: goodPassword }))
    const link = await invite(email)
    expect((await accept(link)).status).toBe(303)
    expect((await stranger.logIn({ email, password: goodPassword })).status).not.toBe(303)
    expect((await stranger.logIn({ email, password: longPassword })).status).toBe(303)
  })

  test.each([
    ['no name', { name: '' }, 'Enter your name.'],
    ['a short password', { password: goodPassword.slice(0, 12) }, 'at least 15 characters'],
    ['no password', { password: '' }, 'Enter a new password.'],
  ])('with %s keep what they typed and can try again', async (_, typed, sentence) => {
    const link = await invite(newAddress())
    const answer = await accept(link, typed)
    expect(answer.status).toBe(400)
    const html = await answer.text()
    expect(html).toContain(sentence)
    if (!('name' in typed)) expect(html).toContain('value="Noor Haddad"')
    expect((await accept(link)).status).toBe(303)
  })

  test.each([
    ['the owner’s address', { email: adminSettings.ADMIN_EMAIL }, 409, words.invite.isOwner],
    ['no address', { email: 'noor' }, 400, 'email'],
    ['an unknown role', { email: 'noor@example.com', role: 'owner' }, 400, 'Choose a role.'],
  ])('are not invited with %s', async (_, typed, status, sentence) => {
    const answer = await owner.post(staffPath, { intent: 'invite', role: 'editor', ...typed })
    expect(answer.status).toBe(status)
    const html = await answer.text()
    expect(html).toContain(sentence)
    expect(html).toContain(`value="${typed.email}"`)
  })

  test('are not invited again while they work here', async () => {
    const { email } = await newMember()
    const answer = await owner.post(staffPath, { intent: 'invite', role: 'editor', email })
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining(words.invite.worksHere)])
  })

  test('lose everything in one click: sessions, links, and a sign-in under way', async () => {
    const { email, browser, ...shown } = await newMember()
    const resetLink = linkIn(await emailTo(email, () => browser.forgot(email)), '/login/reset/')
    expect((await browser.get('/admin/orders')).status).toBe(200)
    expect((await owner.post(staffPath, { intent: 'end', ...shown })).status).toBe(303)
    expect((await browser.get('/admin/orders')).headers.get('Location')).toBe('/')
    expect((await browser.get(resetLink)).status).toBe(404)
    await browser.logIn({ email, password: longPassword })
    expect(await browser.isSignedIn()).toBe(true)
    expect((await browser.get('/admin')).headers.get('Location')).toBe('/')
    const late = await owner.post(staffPath, { intent: 'end', ...shown })
    expect([late.status, await late.text()]).toEqual([409, expect.stringContaining(words.changed)])
  })

  test('get another role with the next click', async () => {
    const { browser, ...shown } = await newMember('editor')
    expect((await browser.get('/admin/orders')).status).toBe(403)
    const change = { intent: 'role', accountId: shown.accountId, was: shown.was, role: 'front-desk' }
    expect((await owner.post(staffPath, change)).status).toBe(303)
    expect((await browser.get('/admin/orders')).status).toBe(200)
    expect((await browser.get('/admin/pages')).status).toBe(403)
    expect((await owner.post(staffPath, change)).status).toBe(409)
  })

  test('who are managers manage front desk and editors, not each other and not the owner', async () => {
    const manager = await newMember('manager')
    const other = await newMember('manager')
    const desk = await newMember()
    const page = await (await manager.browser.get(staffPath)).text()
    expect(page).toContain(`value="${desk.accountId}"`)
    for (const { accountId } of [manager, other]) expect(page).not.toContain(`value="${accountId}"`)
    expect(page).not.toContain('<option value="manager"')
    const post = (fields: Record<string, string>) => manager.browser.post(staffPath, fields)
    const { accountId } = desk
    expect((await post({ intent: 'role', accountId, was: 'front-desk', role: 'manager' })).status).toBe(403)
    const notAllowed = await post({ intent: 'end', accountId: other.accountId, was: 'manager' })
    expect([notAllowed.status, ...shownOf(await notAllowed.text(), [words.notAllowed])]).toEqual([
      403,
      words.notAllowed,
    ])
    expect((await post({ intent: 'end', accountId: other.accountId, was: 'editor' })).status).toBe(409)
    const { id } = await look(site, (db) =>
      db.selectFrom('users').select('id').where('email', '=', adminSettings.ADMIN_EMAIL).executeTakeFirstOrThrow(),
    )
    expect((await post({ intent: 'end', accountId: id, was: 'editor' })).status).toBe(409)
    const invitation = { intent: 'invite', email: newAddress(), role: 'manager' }
    const refused = await post(invitation)
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining(words.invite.notYours)])
    // Not by replacing what the owner sent either.
    await invite(invitation.email, 'manager')
    expect((await post({ ...invitation, role: 'editor' })).status).toBe(403)
    expect((await post({ intent: 'end', accountId, was: 'front-desk' })).status).toBe(303)
    expect(await findMember(other.email)).toMatchObject({ role: 'manager' })
  })

  test('cannot delete their own account, nor can the owner', async () => {
    const { browser, email } = await newMember()
    const answer = await browser.post('/profile', { intent: 'delete', password: longPassword })
    expect(answer.status).toBe(403)
    expect(await findMember(email)).toBeDefined()
  })

  test('without a second factor keep a long password', async () => {
    const { browser } = await newMember()
    const change = { intent: 'password', current: longPassword, password: 'kettle umbre' }
    const answer = await browser.post('/profile', change)
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('at least 15 characters')])
  })

  test('sign in again after a week', async () => {
    const { browser, accountId } = await newMember()
    const weekAgo = Date.now() - 7 * 24 * 60 * 60 * 1000 - 1_000
    await look(site, (db) =>
      db
        .updateTable('sessions')
        .set({ createdAt: (kind === 'sqlite' ? new Date(weekAgo).toISOString() : new Date(weekAgo)) as never })
        .where('userId', '=', accountId)
        .execute(),
    )
    expect((await browser.get('/admin/orders')).headers.get('Location')).toBe('/')
  })

  test('are named in the audit trail by what they did', async () => {
    const manager = await signInAs(site, 'manager')
    const { accountId } = await newMember()
    await invite(newAddress(), 'editor', manager)
    await manager.post(staffPath, { intent: 'end', accountId, was: 'front-desk' })
    const html = await (await owner.get('/admin/audit')).text()
    expect(html).toContain('Invited someone to work here')
    expect(html).toContain('The manager')
    expect(html).toContain('Staff: Noor Haddad')
  })
})
