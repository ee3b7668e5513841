import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate, nextClinicMidnight } from '#app/domain/shared/clinic-time.ts'
import { adminMail } from '#content/pages/admin-mail.ts'
import { adminMessage, adminMessages } from '#content/pages/admin-messages.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { bounceEmails, sendMessageOn } from '#tests/support/filled-dashboard.ts'
import { shownOf } from '#tests/support/shown.ts'
import { signInAs } from '#tests/support/staff.ts'

const list = '/admin/messages'
const { assign, snooze } = adminMessage

describe.each(databasesFor(import.meta.url))('messages of several people, on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let owner: Awaited<ReturnType<typeof signInAsAdmin>>
  let colleague: typeof owner
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    owner = await signInAsAdmin(site)
    colleague = await signInAs(site, 'front-desk')
    await signInAs(site, 'editor')
  })
  afterAll(() => site?.stop())

  const read = async (who: typeof owner, path: string) => (await who.get(path)).text()
  const findAccount = async (email: string) => {
    const row = await look(site, (db) =>
      db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow(),
    )
    return row.id
  }
  const findMessage = (id: string) =>
    look(site, (db) => db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
  /** Presses Undo in the message about the last act. */
  const undo = async (who: typeof owner, path: string) => {
    const [, action = '', fields = ''] =
      /id="done"[^]*?action="([^"]*)"([^]*?)<\/form>/.exec(await read(who, path)) ?? []
    const values = [...fields.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!])
    return who.post(action, Object.fromEntries(values))
  }

  test('are assigned to somebody who may open them, listed as theirs, and Undo gives them back', async () => {
    expect(await read(owner, list)).toContain(adminMessages.nothing.text)
    const id = await sendMessageOn(site, { name: 'Assigned', message: 'For the front desk' })
    const page = await read(owner, `${list}/${id}`)
    expect(page).toContain('The front-desk</option>')
    expect(page).not.toContain('The editor</option>')
    expect(page).toMatch(/<option value="" selected[^>]*>Nobody</)
    expect(page).toMatch(/\(you\)<\/option>/)
    const assignee = await findAccount('front-desk@clinic.example')
    const answer = await owner.post(`${list}/${id}`, { intent: 'assign', assignee })
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${list}/${id}#done`])
    await undo(owner, `${list}/${id}`)
    expect((await findMessage(id)).assignedTo).toBeNull()
    await owner.post(`${list}/${id}`, { intent: 'assign', assignee })
    const mine = await read(colleague, `${list}?list=mine`)
    expect(mine).toContain(`${list}/${id}`)
    expect(mine).not.toContain('The front-desk</bdi>')
    const assigned = await read(colleague, `${list}/${id}`)
    expect(assigned).toMatch(RegExp(`<option value="${assignee}" selected[^>]*>The front-desk \\(you\\)<`))
    expect(assigned).toContain(`<dt>${adminMessage.details.assigned}</dt>`)
    const { bulk } = adminMessages
    const acts = [bulk.assign, bulk.wake, bulk.snooze, adminMessage.handle.button, adminMessage.reopen.button]
    const of = async (html: string) => shownOf(html, acts)
    expect(await of(mine)).toEqual([bulk.snooze, adminMessage.handle.button])
    expect(await of(await read(owner, list))).toEqual([bulk.assign, bulk.snooze, adminMessage.handle.button])
    expect(await read(owner, `${list}?list=mine`)).toContain(adminMessages.none.mine.text)
    expect(await read(owner, list)).toMatch(/For <bdi>The front-desk<\/bdi>|For<!-- --> <bdi>The front-desk/)
  })

  test('are not assigned to an editor or a stranger', async () => {
    const id = await sendMessageOn(site, { message: 'For nobody else' })
    for (const assignee of [await findAccount('editor@clinic.example'), 'nobody-here']) {
      const answer = await owner.post(`${list}/${id}`, { intent: 'assign', assignee })
      expect(answer.status).toBe(409)
      expect(await answer.text()).toContain(assign.gone)
    }
    expect((await findMessage(id)).assignedTo).toBeNull()
  })

  test('of somebody whose access has ended belong to nobody again', async () => {
    const leaver = 'leaver@clinic.example'
    await signInAs(site, 'manager', leaver)
    const id = await sendMessageOn(site, { message: 'Left behind' })
    const accountId = await findAccount(leaver)
    await owner.post(`${list}/${id}`, { intent: 'assign', assignee: accountId })
    expect(await read(owner, list)).toContain('The manager')
    expect((await owner.post('/admin/staff', { intent: 'end', accountId, was: 'manager' })).status).toBe(303)
    expect(await read(owner, list)).not.toContain('The manager')
    // So anybody may take it from the list.
    expect((await colleague.post(list, { intent: 'assign', chosen: id })).status).toBe(303)
    expect((await findMessage(id)).assignedTo).toBe(await findAccount('front-desk@clinic.example'))
  })

  test('are snoozed until a day: neither listed nor counted until then', async () => {
    const id = await sendMessageOn(site, { message: 'Later' })
    const now = Date.now()
    const tomorrow = clinicDate(now, clinicTimeZone).add({ days: 1 })
    const count = async () => JSON.parse(await read(owner, '/admin/waiting')).waiting[list]
    const before = await count()
    const answer = await owner.post(`${list}/${id}`, { intent: 'snooze', until: tomorrow.toString() })
    expect(answer.status).toBe(303)
    expect((await findMessage(id)).snoozedUntil).toBe(nextClinicMidnight(now, clinicTimeZone))
    expect(await count()).toBe(before - 1)
    expect(await read(owner, list)).not.toContain(`href="${list}/${id}"`)
    const snoozed = await read(owner, `${list}?list=snoozed`)
    expect(snoozed).toContain(`${list}/${id}`)
    const { bulk, until } = adminMessages
    expect(shownOf(snoozed, [bulk.assign, bulk.wake, bulk.snooze, `${until} `])).toEqual([
      ...[bulk.assign, bulk.wake, `${until} `],
    ])
    const asleep = [snooze.wake, adminMessage.details.snoozed, `>${snooze.button}<`]
    expect(shownOf(await read(owner, `${list}/${id}`), asleep)).toEqual(asleep.slice(0, 2))
    expect(await read(owner, '/admin')).not.toContain(`${list}/${id}`)
    // As on that day.
    await look(site, (db) => db.updateTable('messages').set({ snoozedUntil: now }).where('id', '=', id).execute())
    expect(await count()).toBe(before)
    expect(await read(owner, list)).toContain(`${list}/${id}`)
  })

  test('are snoozed until no day that is past, far away, or none; what was typed is kept', async () => {
    const id = await sendMessageOn(site, { message: 'Whenever' })
    const today = clinicDate(Date.now(), clinicTimeZone)
    for (const until of [today.toString(), today.add({ years: 1, days: 2 }).toString(), '2027-02-30', '']) {
      const answer = await owner.post(`${list}/${id}`, { intent: 'snooze', until })
      expect(answer.status, until).toBe(400)
      const html = await answer.text()
      expect(html).toContain(snooze.wrongDay)
      expect(html).toContain(`name="until" value="${until}"`)
    }
    await owner.post(`${list}/${id}`, { handled: 'yes' })
    const tomorrow = today.add({ days: 1 }).toString()
    for (const intent of ['snooze', 'wake']) {
      const late = await owner.post(`${list}/${id}`, { intent, until: tomorrow })
      expect([late.status, ...shownOf(await late.text(), [snooze.notOpen])], intent).toEqual([409, snooze.notOpen])
    }
    expect((await owner.post(`${list}/unknown`, { intent: 'snooze', until: tomorrow })).status).toBe(404)
    expect((await owner.post(`${list}/unknown`, { intent: 'assign', assignee: '' })).status).toBe(404)
  })

  test('are assigned and snoozed several at once, and Undo takes back exactly those', async () => {
    const ids = [await sendMessageOn(site, { message: 'One' }), await sendMessageOn(site, { message: 'Two' })]
    const theirs = await sendMessageOn(site, { message: 'Three' })
    await colleague.post(list, { intent: 'assign', chosen: theirs })
    const chosen = [...ids, theirs].join('.')
    expect((await owner.post(list, { intent: 'assign', chosen })).status).toBe(303)
    expect(await read(owner, `${list}?list=mine`)).toContain(`${list}/${ids[0]}`)
    expect(await read(owner, `${list}?list=mine`)).not.toContain(`${list}/${theirs}`)
    await owner.post(list, { intent: 'assign', chosen: ids.join('.') })
    await owner.post(list, { intent: 'unassign', chosen: ids.join('.') })

    await owner.post(list, { intent: 'snooze', chosen })
    expect(await read(owner, `${list}?list=snoozed`)).toContain(`${list}/${theirs}`)
    await owner.post(list, { intent: 'snooze', chosen })
    expect((await undo(owner, list)).status).toBe(303)
    expect((await findMessage(theirs)).snoozedUntil).toBeNull()
    expect((await findMessage(ids[0]!)).assignedTo).toBeNull()
  })

  test('have the emails that nobody got beside them, to be sent again or resolved there', async () => {
    const path = `${list}/undelivered`
    expect(await read(owner, path)).toContain(adminMessages.undelivered.none.text)
    await sendMessageOn(site, { message: 'Its notice bounces' })
    const [id = ''] = await bounceEmails(site, 'contact-message')
    const html = await read(colleague, path)
    expect(html).toContain(`href="/admin/mail/${id}"`)
    expect(html).toContain(adminMail.causes['no-mailbox'])
    expect(html).toMatch(/action="\/admin\/mail"/)
    expect(await read(owner, list)).toContain(`href="${path}"`)
    const answer = await colleague.post('/admin/mail', { intent: 'handle', was: 'failed', chosen: id, return: path })
    expect(answer.headers.get('Location')).toBe(`${path}#done`)
    expect(await read(colleague, path)).not.toContain(`href="/admin/mail/${id}"`)
  })
})
