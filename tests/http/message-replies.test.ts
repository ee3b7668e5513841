import PostalMime from 'postal-mime'
import { beforeAll, afterAll, describe, expect, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { messageReply } from '#content/emails.ts'
import { adminEmail, adminMail } from '#content/pages/admin-mail.ts'
import { adminMessage } from '#content/pages/admin-messages.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { sendMessageOn } from '#tests/support/filled-dashboard.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { shownOf } from '#tests/support/shown.ts'
import { formsIn } from '#tests/support/visitor.ts'
import { startMailingSite } from '#tests/support/mail-server.ts'
import { signInAs } from '#tests/support/staff.ts'
import { until } from '#tests/support/timing.ts'

const words = adminMessage.reply
const clinic = contentFacts(Date.now())
type Running = Awaited<ReturnType<typeof startSiteOn>>
type Staff = Awaited<ReturnType<typeof signInAsAdmin>>

const pathOf = (id: string) => `/admin/messages/${id}`

/** What the form of the page posts, with this text. */
async function fill(staff: Staff, id: string, text: string) {
  const html = await (await staff.get(pathOf(id))).text()
  const form = formsIn(html).find(({ fields }) => 'text' in fields)
  return { ...form!.fields, intent: 'reply', text }
}

const listReplies = (site: Running, messageId: string) =>
  look(site, (db) =>
    db.selectFrom('messageReplies').selectAll().where('messageId', '=', messageId).orderBy('sentAt').execute(),
  )

const isAnswered = (site: Running, id: string) =>
  look(site, async (db) => {
    const row = await db.selectFrom('messages').select('handledAt').where('id', '=', id).executeTakeFirstOrThrow()
    return row.handledAt !== null
  })

/** As after the ten seconds of Undo. */
const sendNow = (site: Running) =>
  look(site, (db) => db.updateTable('jobs').set({ runAt: 0 }).where('kind', '=', 'send-email').execute())

/** The fields that Undo in the message about the last act posts. */
async function findUndo(staff: Staff, id: string) {
  const [, toast = ''] = /id="done"([^]*?)<\/form>/.exec(await (await staff.get(pathOf(id))).text()) ?? []
  return Object.fromEntries(
    [...toast.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  )
}

describe.each(databasesFor(import.meta.url))('a reply to a message, on %s', (kind) => {
  let site: Running
  let mail: Awaited<ReturnType<typeof startMailingSite>>['mail']
  let owner: Staff
  let colleague: Staff
  beforeAll(async () => {
    ;({ site, mail } = await startMailingSite(kind, {
      ...adminSettings,
      MAIL_FROM: '"Desk" <no-reply@clinic.example>',
    }))
    owner = await signInAsAdmin(site)
    colleague = await signInAs(site, 'front-desk')
  })
  afterAll(() => site?.stop())

  const findMail = (text: string) =>
    until(async () => {
      const raw = mail.received.find((one) => one.includes(text))
      return raw ? PostalMime.parse(raw) : undefined
    })

  test('is an email to its sender, whose answer goes to the clinic; it closes the message and stays on its page', async () => {
    const id = await sendMessageOn(site, { message: 'A private question about my knee' })
    const answer = await owner.post(pathOf(id), await fill(owner, id, 'We are open.\n\nDo come.'))
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${pathOf(id)}#done`])
    expect(await isAnswered(site, id)).toBe(true)
    const page = await (await owner.get(pathOf(id))).text()
    expect(page).toContain(words.done)
    expect(page).toContain(adminEmail.states.waiting)

    await sendNow(site)
    const sent = await findMail('We are open.')
    expect(sent.to).toEqual([{ address: 'grace@example.com', name: '' }])
    expect(sent.from?.address).toBe('no-reply@clinic.example')
    expect(sent.replyTo).toEqual([{ address: clinic.emails.general, name: clinic.name }])
    expect(sent.subject).toBe(messageReply.subject(clinic))
    expect(sent.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('no')
    expect(sent.inReplyTo).toBeUndefined()
    expect(sent.text).toContain('We are open.')
    // What they wrote may be about their health.
    expect(`${sent.text} ${sent.html}`).not.toContain('knee')
    const shown = await until(async () => {
      const html = await (await owner.get(pathOf(id))).text()
      return html.includes(`>${adminEmail.states.sent}<`) ? html : undefined
    })
    expect(shown).toContain('We are open.\n\nDo come.')
    expect(shownOf(shown, [words.notSetUp, words.serverDown, words.button, words.store])).toEqual([words.button])
    expect(shown).not.toContain('is-failed')

    await owner.post(pathOf(id), await fill(owner, id, 'One more thing.'))
    await sendNow(site)
    const next = await findMail('One more thing.')
    expect([next.inReplyTo, next.references]).toEqual([sent.messageId, sent.messageId])
  })

  test('is sent once, however often its form is posted', async () => {
    const id = await sendMessageOn(site, { message: 'Twice?' })
    const form = await fill(owner, id, 'Only once.')
    const answers = await Promise.all([owner.post(pathOf(id), form), owner.post(pathOf(id), form)])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(await listReplies(site, id)).toHaveLength(1)
  })

  test('is not sent without asking when a colleague was faster; its text is kept, and it may be sent then', async () => {
    const id = await sendMessageOn(site, { message: 'Who answers?' })
    const mine = await fill(owner, id, 'My answer, typed for long')
    const theirs = await fill(colleague, id, 'Their answer')
    await colleague.post(pathOf(id), theirs)
    const answer = await owner.post(pathOf(id), mine)
    expect(answer.status).toBe(409)
    const html = await answer.text()
    expect(html).toContain(words.answered('The front-desk'))
    expect(html).toContain('My answer, typed for long</textarea>')
    expect(html).toContain('Their answer')
    expect(await listReplies(site, id)).toHaveLength(1)

    const again = formsIn(html).find(({ fields }) => 'text' in fields)!
    expect((await owner.post(pathOf(id), { ...again.fields, intent: 'reply' })).status).toBe(303)
    expect((await listReplies(site, id)).map(({ text }) => text)).toEqual(['Their answer', 'My answer, typed for long'])
  })

  test('of two at the same moment only one is sent', async () => {
    const id = await sendMessageOn(site, { message: 'At once' })
    const [mine, theirs] = await Promise.all([fill(owner, id, 'Mine'), fill(colleague, id, 'Theirs')])
    const answers = await Promise.all([owner.post(pathOf(id), mine), colleague.post(pathOf(id), theirs)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409])
    expect(await listReplies(site, id)).toHaveLength(1)
  })

  test('is taken back by Undo, and its text comes back to be corrected', async () => {
    const id = await sendMessageOn(site, { message: 'Undo' })
    await owner.post(pathOf(id), await fill(owner, id, 'Sent to soon'))
    const answer = await owner.post(pathOf(id), await findUndo(owner, id))
    expect(answer.status).toBe(200)
    const html = await answer.text()
    expect(html).toContain(words.undone)
    expect(html).toContain('Sent to soon</textarea>')
    expect(await listReplies(site, id)).toEqual([])
    expect(await isAnswered(site, id)).toBe(false)

    const form = formsIn(html).find(({ fields }) => 'text' in fields)!
    expect((await owner.post(pathOf(id), { ...form.fields, intent: 'reply', text: 'Sent too soon' })).status).toBe(303)
    await sendNow(site)
    await findMail('Sent too soon')
    const tooLate = await owner.post(pathOf(id), await findUndo(owner, id))
    expect(tooLate.status).toBe(409)
    expect(await listReplies(site, id)).toHaveLength(1)
    expect(mail.received.filter((one) => one.includes('Sent to soon'))).toEqual([])
    const acts = await look(site, (db) =>
      db.selectFrom('auditEntries').select(['act', 'detail']).where('record', '=', `message:${id}`).execute(),
    )
    expect(acts).toEqual([
      { act: 'message.replied', detail: null },
      { act: 'message.replied', detail: 'undone' },
      { act: 'message.replied', detail: null },
    ])
  })

  test('that failed says so, with the reason, and leads to its email', async () => {
    const id = await sendMessageOn(site, { message: 'Bounce' })
    await owner.post(pathOf(id), await fill(owner, id, 'Never arrives'))
    const [{ emailId } = { emailId: '' }] = await listReplies(site, id)
    await look(site, async (db) => {
      await db.deleteFrom('jobs').where('id', '=', emailId).execute()
      const failed = { state: 'failed', lastError: '550 5.1.1 no such user' } as const
      await db.updateTable('emails').set(failed).where('id', '=', emailId).execute()
    })
    const html = await (await owner.get(pathOf(id))).text()
    expect(html).toContain(`${adminEmail.states.failed} ${adminMail.causes['no-mailbox']}`)
    expect(html).toContain(`href="/admin/mail/${emailId}"`)
    expect(html).toContain('is-failed')
    const waits = { state: 'waiting', trouble: 'server' } as const
    await look(site, (db) => db.updateTable('emails').set(waits).where('id', '=', emailId).execute())
    expect(await (await owner.get(pathOf(id))).text()).toContain(words.serverDown)
    await look(site, (db) => db.updateTable('emails').set({ state: 'failed' }).where('id', '=', emailId).execute())
    expect(await (await owner.get(`/admin/mail/${emailId}`)).text()).toContain(`href="${pathOf(id)}"`)
  })

  test('that is blank, too long or to an unknown message is rejected, and its text is kept', async () => {
    const id = await sendMessageOn(site, { message: 'Wrong' })
    const form = await fill(owner, id, ' ')
    const blank = await owner.post(pathOf(id), form)
    expect([blank.status, shownOf(await blank.text(), ['Write your reply.'])]).toEqual([400, ['Write your reply.']])
    const long = await owner.post(pathOf(id), { ...form, text: 'x'.repeat(5_001) })
    expect(long.status).toBe(400)
    expect(await long.text()).toContain('x'.repeat(5_001))
    for (const intent of ['reply', 'insert-template'])
      expect((await owner.post(pathOf('unknown'), { ...form, intent, text: 'Hello' })).status, intent).toBe(404)
    expect((await owner.post(pathOf(id), { intent: 'undo-reply', reply: '<b>' })).status).toBe(400)
    expect(await listReplies(site, id)).toEqual([])
  })

  test('is deleted with the message it answers', async () => {
    const id = await sendMessageOn(site, { message: 'Gone' })
    await owner.post(pathOf(id), await fill(owner, id, 'Soon gone'))
    await look(site, (db) => db.deleteFrom('messages').where('id', '=', id).execute())
    expect(await listReplies(site, id)).toEqual([])
  })
})

test('while emails are only stored, a reply says so and the message waits on', async () => {
  const site = await startSiteOn('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off' })
  try {
    const owner = await signInAsAdmin(site)
    const id = await sendMessageOn(site)
    expect(await (await owner.get(pathOf(id))).text()).toContain(words.notSetUp)
    await owner.post(pathOf(id), await fill(owner, id, 'Stored only'))
    expect(await (await owner.get(pathOf(id))).text()).toContain(words.stored)
    expect(await isAnswered(site, id)).toBe(false)
    await sendNow(site)
    await until(async () => {
      const html = await (await owner.get(pathOf(id))).text()
      return html.includes(adminEmail.states.kept) || undefined
    })
  } finally {
    await site.stop()
  }
})
