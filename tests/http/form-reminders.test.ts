import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { adminForms } from '#content/pages/admin-appointments.ts'
import { formPage } from '#content/pages/form.ts'
import { accountHolder, goodPassword, linkIn } from '#tests/support/accounts.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { bookOnline } from '#tests/support/booking.ts'
import { services } from '#tests/support/catalogue.ts'
import { intake, intakeAnswers, publishForm, signIntake } from '#tests/support/clinic-forms.ts'
import { databasesFor, look } from '#tests/support/databases.ts'
import { type MailingSite, startMailingSite } from '#tests/support/mail-server.ts'
import { readPdf } from '#tests/support/picture-files.ts'
import { signInAs } from '#tests/support/staff.ts'
import { until } from '#tests/support/timing.ts'
import { toMailText } from './traces.ts'

const [withForm, without] = [services[0]!, services[1]!]
const sentence = deliveredContent.read('appointment-emails', contentFacts(Date.now())).parts.forms
const secret = 'qzcanaryknee'

describe.each(databasesFor(import.meta.url))('a form that is not signed yet, on %s', (kind) => {
  let site: MailingSite['site']
  let mail: MailingSite['mail']
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  let patients = 0
  beforeAll(async () => {
    const started = await startMailingSite(kind, adminSettings)
    site = started.site
    mail = started.mail
    admin = await signInAsAdmin(site)
    await publishForm(admin, { ...intake, services: [withForm.id] })
  })
  afterAll(() => site?.stop())

  async function book({ id: service }: { id: string }) {
    patients += 1
    const patient = {
      ...{ name: `Patient ${patients}`, email: `patient${patients}@example.com` },
      ...{ phone: `(205) 555-${2000 + patients}`, health: 'tired' },
    }
    const booked = await bookOnline(site, patient, `/booking/${service}`)
    const id = Buffer.from(booked.link.split('/')[2]!.split('.')[0]!, 'base64url').toString().split('.')[0]!
    return { ...booked, ...patient, id }
  }

  /** The text of an email about an appointment, once it has left. */
  const emailAbout = (id: string, about: string) =>
    until(async () => {
      const rows = await look(site, (db) =>
        db.selectFrom('emails').select(['ids', 'raw']).where('kind', '=', 'appointment').execute(),
      )
      const found = rows.find(({ ids, raw }) => {
        const named = JSON.parse(ids) as { appointmentId?: string; about?: string }
        return raw && named.appointmentId === id && named.about === about
      })
      return found && (await toMailText(found.raw!)).replace(/\s+/g, ' ')
    })

  const remind = () =>
    look(site, (db) => db.updateTable('jobs').set({ runAt: 0 }).where('kind', '=', 'remind').execute())

  test('is what confirmation and reminder lead to, without its name; other emails say nothing of forms', async () => {
    const [due, signed, other] = [await book(withForm), await book(withForm), await book(without)]
    for (const [{ id }, says] of [
      [due, true],
      [signed, true],
      [other, false],
    ] as const) {
      const confirmation = await emailAbout(id, 'booked')
      expect([confirmation.includes(sentence), /\/appointments\/\S+#forms/.test(confirmation)]).toEqual([says, says])
      expect(confirmation).not.toContain(intake.name)
    }
    await signIntake(signed.person, signed.link)
    await remind()
    for (const [{ id }, says] of [
      [due, true],
      [signed, false],
      [other, false],
    ] as const) {
      const reminder = await emailAbout(id, 'reminder')
      expect([reminder.includes(sentence), /\/appointments\/\S+#forms/.test(reminder)]).toEqual([says, says])
    }
  })

  test('is opened as a file by an account with the address of the appointment, once it is confirmed', async () => {
    const { person, link, email, name } = await book(withForm)
    await signIntake(person, link, { ...intakeAnswers, 'What brings you?': secret })
    const account = accountHolder(site)
    await account.signUp({ email, name, password: goodPassword })
    const stranger = await signInAs(site, 'front-desk')
    const copyOf = (browser: Pick<typeof account, 'post'>) => browser.post(`${link}/forms/intake/copy`, {})
    const pageOf = async (browser: Pick<typeof account, 'get'>) => (await browser.get(`${link}/forms/intake`)).text()
    for (const browser of [account, stranger]) {
      expect(await pageOf(browser)).not.toContain(formPage.copy)
      expect((await copyOf(browser)).status).toBe(303)
    }
    const [message] = await until(async () => {
      const all = await Promise.all(mail.received.map((raw) => PostalMime.parse(raw)))
      const found = all.filter(
        ({ to, text = '' }) => to?.some(({ address }) => address === email) && text.includes('/login/confirm/'),
      )
      return found.length > 0 ? found : undefined
    })
    await account.post(linkIn(message!.text!, '/login/confirm/'), { password: goodPassword })
    expect(await account.isSignedIn()).toBe(true)
    const html = await pageOf(account)
    expect([html.includes(formPage.copy), html.includes(secret)]).toEqual([true, false])
    const file = await copyOf(account)
    expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
    const { text } = readPdf(Buffer.from(await file.arrayBuffer()))
    for (const word of [intake.name, name, secret]) expect(text).toContain(word)
  })

  test('has a tag on Today and on My day, until it is signed', async () => {
    const maya = await signInAs(site, 'practitioner')
    const { id, person, link } = await book(withForm)
    const { id: other } = await book(without)
    const now = Date.now()
    await look(site, (db) =>
      db
        .updateTable('appointments')
        .set({ startsAt: now - 1_000, endsAt: now + 3_600_000, person: 'person:maya-rao' })
        .where('id', 'in', [id, other])
        .execute(),
    )
    const countTags = async () =>
      Promise.all(
        [admin.get('/admin'), maya.get('/admin/my-day')].map(
          async (page) => (await (await page).text()).split(`>${adminForms.status.due}<`).length - 1,
        ),
      )
    expect(await countTags()).toEqual([1, 1])
    expect((await signIntake(person, link)).status).toBe(303)
    expect(await countTags()).toEqual([0, 0])
  })
})
