import PostalMime from 'postal-mime'
import { services } from '#tests/support/catalogue.ts'
import { encode } from 'uqr'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliveredBooking as booking } from '#app/domain/booking/live-booking.server.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { adminAppointment } from '#content/pages/admin-appointments.ts'
import { bookingPage } from '#content/pages/booking.ts'
import { appointmentPage, newLinkPage, toNotice } from '#content/pages/appointment.ts'
import { linkIn } from '#tests/support/accounts.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { bookOnline, soonOnNoHoliday, timeAhead } from '#tests/support/booking.ts'
import { databasesFor, look, startSiteForTest, startSiteOn } from '#tests/support/databases.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { type MailingSite, receivingMailServer, startMailingSite } from '#tests/support/mail-server.ts'
import { movableClock } from '#tests/http/movable-clock.ts'
import { until } from '#tests/support/timing.ts'
import { textsOf } from '#tests/support/pages.ts'
import { fillInAlso } from '#app/domain/content/fill-in-also.ts'

/** A service whose name reveals the patient's condition. */
const revealingService = services.find(({ id }) => id === 'gastritis') ?? services.at(-1)!

let people = 0
function newPatient() {
  people += 1
  return {
    name: `Ana ${people}`,
    email: `ana${people}@example.com`,
    phone: `(205) 555-${6000 + people}`,
    health: 'marmalade nights',
  }
}

describe.each(databasesFor(import.meta.url))("a patient's link on %s", (kind) => {
  let mail: MailingSite['mail']
  let site: MailingSite['site']
  beforeAll(async () => void ({ mail, site } = await startMailingSite(kind, adminSettings)))
  afterAll(() => site?.stop())

  const read = async () => Promise.all(mail.received.map((raw) => PostalMime.parse(raw)))
  /** The emails to an address, once there are at least `count`. */
  const emailsTo = (email: string, count: number) =>
    until(async () => {
      const emails = (await read()).filter(({ to }) => to?.some(({ address }) => address === email))
      return emails.length >= count ? emails : undefined
    })
  const page = async (path: string) => (await visitor(site).get(path)).text()
  const status = async (path: string) => (await visitor(site).get(path)).status
  const ask = (email: string, path = '/appointments') => visitor(site).post(path, { email })

  test('can be requested again, with the same response for any address', async () => {
    const patient = newPatient()
    const { link } = await bookOnline(site, patient)
    await emailsTo(patient.email, 1)
    const [known, unknown] = [await ask(patient.email.toUpperCase()), await ask('unknown@example.com')]
    for (const answer of [known, unknown])
      expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/appointments#outcome'])
    const [, email] = await emailsTo(patient.email, 2)
    expect(linkIn(email!.text!, '/appointments/')).toBe(link)
    expect((await visitor(site).get(`${link}).`)).headers.get('Location')).toBe(link)
    // On paper: the address and its code.
    const page = await (await visitor(site).get(link)).text()
    expect(page).toContain(`${link}</p>`)
    const { data } = encode(`${site.url}${link}`, { border: 4 })
    const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    expect(page).toContain(` d="${dots.join('')}"`)
    await until(() =>
      look(
        site,
        async (db) => (await db.selectFrom('emails').where('state', '=', 'waiting').selectAll().execute()).length === 0,
      ),
    )
    expect((await read()).flatMap(({ to }) => to?.map(({ address }) => address))).not.toContain('unknown@example.com')
  })

  test('that is invalid says so and how to get a new one; a blank or malformed address is reported next to its field', async () => {
    for (const path of ['/appointments/x', `/appointments/${'a'.repeat(5_000)}`, '/appointments/YWJj.YWJj/move']) {
      const answer = await visitor(site).get(path)
      expect(answer.status).toBe(404)
      const html = await answer.text()
      expect(html).toContain(textsOf('find-appointment').gone.title)
      expect(formWith(html, 'email').action).toBe('/appointments#outcome')
    }
    for (const email of ['', ' ', 'maya@', 'x'.repeat(10_000)]) {
      const answer = await ask(email)
      expect(answer.status).toBe(400)
      const html = await answer.text()
      expect(html).toMatch(/aria-invalid="true"/)
      expect(formWith(html, 'website').fields.email).toBe(email)
    }
    expect((await visitor(site).post('/appointments', { email: 'a@example.com', website: 'x' })).status).toBe(400)
  })

  test('says once that an email is on its way', async () => {
    const person = visitor(site)
    await person.post('/appointments', { email: 'once@example.com' })
    expect(await (await person.get('/appointments')).text()).toContain(newLinkPage.sent)
    expect(await (await person.get('/appointments')).text()).not.toContain(newLinkPage.sent)
  })

  test('is revoked at the wrong address once the right one is confirmed, which gets a new link', async () => {
    const patient = newPatient()
    const { link } = await bookOnline(site, patient)
    const right = `right.${patient.email}`
    const corrected = await visitor(site).post(link, { intent: 'contact', ...patient, email: right, name: 'Ana Right' })
    expect([corrected.status, corrected.headers.get('Location')?.replace(/#.*/, '')]).toEqual([303, link])
    const waiting = await page(link)
    expect(waiting).toContain('Ana Right')
    expect(waiting).toContain(fillInAlso(textsOf('appointment').newAddress.asked, { address: 'r…@e….com' }))
    expect(waiting).toContain(fillInAlso(textsOf('appointment').newAddress.meanwhile, { address: 'a…@e….com' }))
    expect(waiting).not.toContain(right)
    const [asking] = await emailsTo(right, 1)
    for (const word of [patient.name, 'Ana Right', patient.email, patient.phone])
      expect(asking!.text).not.toContain(word)
    const confirm = linkIn(asking!.text!, '/appointments/confirm/')

    // Until the new address is confirmed, emails go to the old one.
    await emailsTo(patient.email, 1)
    expect((await visitor(site).post(link, { intent: 'cancel' })).status).toBe(303)
    await emailsTo(patient.email, 2)
    expect((await visitor(site).post(link, { intent: 'undo' })).status).toBe(303)
    await emailsTo(patient.email, 3)

    // Mail scanners follow every link.
    for (let n = 0; n < 2; n += 1)
      expect(await page(confirm)).toContain(fillInAlso(textsOf('confirm-address').ask, { address: right }))
    expect(await status(link)).toBe(200)
    for (let n = 0; n < 2; n += 1) {
      const done = await visitor(site).post(confirm, {})
      expect(done.status).toBe(200)
      expect(await done.text()).toContain(textsOf('confirm-address').done.title)
    }
    expect(await page(confirm)).toContain(textsOf('confirm-address').done.title)
    expect(await status(link)).toBe(404)
    expect((await visitor(site).post(link, { intent: 'cancel' })).status).toBe(404)
    const [, links] = await emailsTo(right, 2)
    const fresh = linkIn(links!.text!, '/appointments/')
    expect(await page(fresh)).toContain('Ana Right')
    const same = await visitor(site).post(fresh, { intent: 'contact', ...patient, email: right, name: 'Ana Same' })
    expect(same.headers.get('Location')!.replace(/#.*/, ''), 'another name is no other address').toBe(fresh)
    await visitor(site).post(fresh, { intent: 'cancel' })
    await emailsTo(right, 3)
    expect(await emailsTo(patient.email, 3)).toHaveLength(3)
  })

  test('asks a new address with its own link, and revokes it on another change, a revert or expiry', async () => {
    const patient = newPatient()
    const { link } = await bookOnline(site, patient)
    const other = await bookOnline(site, newPatient())
    const give = (email: string) => visitor(site).post(link, { intent: 'contact', ...patient, email })
    const [one, two] = [`one.${patient.email}`, `two.${patient.email}`]
    const readConfirmLink = async (email: string) =>
      linkIn((await emailsTo(email, 1))[0]!.text!, '/appointments/confirm/')
    await give(one)
    const first = await readConfirmLink(one)
    expect(await status(first)).toBe(200)
    await give(two)
    const second = await readConfirmLink(two)
    expect([await status(first), (await visitor(site).post(first, {})).status]).toEqual([404, 404])
    // Entering the original address discards the new one.
    await give(patient.email)
    expect(await page(link)).not.toContain('waits for confirmation')
    expect((await visitor(site).post(second, {})).status).toBe(404)
    await give(two)
    expect(await status(second)).toBe(200)
    await look(site, (db) =>
      db
        .updateTable('appointments')
        .set({ newEmailUntil: Date.now() - 1 })
        .where('newEmail', '=', two)
        .execute(),
    )
    expect([await status(second), (await visitor(site).post(second, {})).status]).toEqual([404, 404])
    for (const broken of ['x', `${second.split('/').at(-1)}x`, link.split('/').at(-1)!, 'a'.repeat(5_000)])
      expect((await visitor(site).post(`/appointments/confirm/${broken}`, {})).status).toBe(404)
    expect(await status(link)).toBe(200)
    expect(await status(other.link)).toBe(200)
  })

  test('expires thirty days after the appointment', async () => {
    const patient = newPatient()
    const { link } = await bookOnline(site, patient)
    const endAppointment = (daysAgo: number) =>
      look(site, (db) => {
        const endsAt = Date.now() - daysAgo * 86_400_000
        return db
          .updateTable('appointments')
          .set({ startsAt: endsAt - 3_600_000, endsAt })
          .where('email', '=', patient.email)
          .execute()
      })
    await endAppointment(29)
    const over = await page(link)
    expect(over).toContain(textsOf('appointment').states.over)
    expect(over).not.toContain(textsOf('appointment').calendar.heading)
    expect(over).toContain(textsOf('appointment').soonest)
    expect(over).toContain('id="after"')
    expect((await visitor(site).post(link, { intent: 'cancel' })).status).toBe(409)
    await endAppointment(31)
    expect(await status(link)).toBe(404)
  })

  test('shows the true status of the health answer, even of an erased one after a restore', async () => {
    const patient = newPatient()
    const { link, person } = await bookOnline(site, patient)
    const { sealed, lost, none } = textsOf('appointment').data.health
    expect(await page(link)).toContain(sealed)
    expect((await person.post(link, { intent: 'health', health: ' ' })).status).toBe(400)
    expect((await person.post(link, { intent: 'cancel-plan' })).status, 'it is no day of a plan').toBe(400)
    const wrong = await person.post(link, { intent: 'contact', ...patient, phone: 'call me' })
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringMatching(/<details open="">[^]*"call me"/)])
    // As after restoring an old backup with today's keys.
    await look(site, (db) => db.deleteFrom('recordKeys').where('purpose', '=', 'appointment health').execute())
    const restored = await page(link)
    expect(restored).toContain(lost)
    expect(restored).not.toContain(sealed)
    expect((await person.post(link, { intent: 'erase-health' })).status).toBe(303)
    expect(await page(link)).toContain(none)
  })

  test('cancels after the cut-off, notifies the clinic, and says so', async () => {
    const patient = newPatient()
    const { link } = await bookOnline(site, patient)
    const startsAt = soonOnNoHoliday()
    const soon = { startsAt, endsAt: startsAt + 3_600_000 }
    const change = (values: { bookedAt: number; startsAt: number; endsAt: number }) =>
      look(site, (db) => db.updateTable('appointments').set(values).where('email', '=', patient.email).execute())
    await change({ ...soon, bookedAt: Date.now() - 30 * 60_000 })
    expect(await page(link), 'within an hour of booking').toContain(`href="${link}/move"`)

    await change({ ...soon, bookedAt: Date.now() - 2 * 3_600_000 })
    const late = await page(link)
    expect(late).not.toContain(`href="${link}/move"`)
    expect(late).toContain(`less than ${toNotice(booking)} away`)
    expect(late).toContain(textsOf('appointment').tooLate.heading)
    expect(late).toMatch(/See you (today|tomorrow),/)
    const noTimes = await page(`${link}/move`)
    expect(noTimes).toContain(`less than ${toNotice(booking)} away`)
    expect(noTimes, 'no times are offered in vain').not.toContain('class="slot')
    const move = await visitor(site).post(`${link}/move`, { at: String(Date.now() + 9 * 86_400_000) })
    expect(move.status).toBe(409)
    expect((await visitor(site).post(link, { intent: 'cancel' })).status).toBe(303)
    expect(await page(link)).toContain(textsOf('appointment').states.cancelled)
    await look(site, (db) =>
      db.updateTable('appointments').set({ undoUntil: 1 }).where('email', '=', patient.email).execute(),
    )
    const undone = await visitor(site).post(link, { intent: 'undo' })
    expect([undone.status, await undone.text()]).toEqual([
      409,
      expect.stringContaining(appointmentPage.undoTooLate(contentFacts(Date.now()))),
    ])
    await until(
      async () =>
        (await read()).some(
          ({ subject, text }) => subject?.startsWith('Late cancellation: ') && text?.includes(patient.name),
        ) || undefined,
    )
  })

  test('opens an appointment canceled by the clinic; the clinic sees who was notified while it can be undone', async () => {
    const patient = newPatient()
    const { link } = await bookOnline(site, patient)
    const admin = await signInAsAdmin(site)
    const { id } = await look(site, (db) =>
      db.selectFrom('appointments').select('id').where('email', '=', patient.email).executeTakeFirstOrThrow(),
    )
    const path = `/admin/appointments/${id}`
    const { unseen, told, untold } = adminAppointment.state.undoTells
    const shown = async () => {
      const html = await (await admin.get(path)).text()
      return [unseen, told, untold].filter((text) => html.includes(text))
    }
    expect((await admin.post(path, { intent: 'cancel', tell: 'on' })).status).toBe(303)
    expect(await shown()).toEqual([unseen])
    expect(await page(link)).toContain(textsOf('appointment').states.cancelled)
    const tenSecondsLater = { cancelToldAt: Date.now() - 1 }
    await look(site, (db) => db.updateTable('appointments').set(tenSecondsLater).where('id', '=', id).execute())
    expect(await shown()).toEqual([told])
    expect((await admin.post(path, { intent: 'undo' })).status).toBe(303)
    expect((await admin.post(path, { intent: 'cancel' })).status).toBe(303)
    expect(await shown()).toEqual([untold])
  })

  test('shows a move with the old time struck through, once', async () => {
    const { link, person } = await bookOnline(site, newPatient())
    const query = await timeAhead(person, `${link}/move`, 10)
    const toConfirm = await (await person.get(`${link}/move${query}`)).text()
    expect(toConfirm, 'said before it is confirmed').toContain('You can move it online until')
    expect(toConfirm, 'a way back').toContain(`href="${link}"`)
    expect(toConfirm, 'its present time').toContain('It is on ')
    expect((await person.post(`${link}/move`, {})).status, 'no time was chosen').toBe(400)
    const { fields } = formWith(toConfirm, 'at')
    expect((await person.post(`${link}/move`, fields)).status).toBe(303)
    const moved = await (await person.get(link)).text()
    expect(moved).toContain(textsOf('appointment').states.moved)
    expect(moved).toMatch(new RegExp(`${appointmentPage.before}(<!-- -->)? <s>[A-Z]`))
    expect(moved).not.toContain(textsOf('appointment').states.confirmed)
    const again = await (await person.get(link)).text()
    expect(again).toContain(textsOf('appointment').states.confirmed)
    for (const text of ['<s>', textsOf('appointment').soonest]) expect(again).not.toContain(text)
    expect((await person.post(`${link}/move`, fields)).status, 'to the time that it has').toBe(303)
    expect(await (await person.get(link)).text()).not.toContain(textsOf('appointment').states.moved)
    const forged = { Cookie: 'flash=appointment-moved:nonsense' }
    expect((await fetch(`${site.url}${link}`, { headers: forged })).status).toBe(200)
  })

  test('can move, cancel, undo, correct and erase; no email or calendar entry names the service', async () => {
    const patient = newPatient()
    const { link } = await bookOnline(site, patient, `/booking/${revealingService.id}`)
    const person = visitor(site)
    const query = await timeAhead(person, `${link}/move`, 10)
    const { fields } = formWith(await (await person.get(`${link}/move${query}`)).text(), 'at')
    expect((await person.post(`${link}/move`, fields)).status).toBe(303)
    // An event that is outdated before its email is written is never mailed.
    await emailsTo(patient.email, 2)
    expect((await person.post(link, { intent: 'cancel' })).status).toBe(303)
    await emailsTo(patient.email, 3)
    for (const intent of ['undo', 'erase-health']) expect((await person.post(link, { intent })).status).toBe(303)
    await ask(patient.email)

    const toPatient = await emailsTo(patient.email, 5)
    const clinic = await until(async () => {
      const emails = (await read()).filter(({ text }) => text?.includes(patient.name))
      return emails.length >= 4 ? emails : undefined
    })
    const words = [revealingService.title, ...patient.health.split(' ')].map((word) => word.toLowerCase())
    for (const { subject, text, html, attachments } of [...toPatient, ...clinic]) {
      const files = attachments.map(
        ({ content, filename }) => filename + new TextDecoder().decode(content as ArrayBuffer),
      )
      const all = [subject, text, html, ...files].join('\n').toLowerCase()
      for (const word of words) expect(all, subject).not.toContain(word)
    }
    const uids = toPatient.flatMap(({ attachments }) =>
      attachments.map(({ content }) => /UID:(.*)/.exec(new TextDecoder().decode(content as ArrayBuffer))?.[1]),
    )
    expect(new Set(uids).size, 'a move keeps its calendar entry').toBe(1)

    const erased = await person.post(link, { intent: 'erase' })
    expect([erased.status, erased.headers.get('Location')]).toEqual([303, '/booking#outcome'])
    expect(await (await person.get('/booking')).text()).toContain(bookingPage.erased)
    expect([await status(link), await status(`${link}/appointment.ics`)]).toEqual([404, 404])
    const left = await look(site, async (db) => [
      ...(await db.selectFrom('appointments').select('id').where('name', '=', patient.name).execute()),
      ...(await db.selectFrom('emails').select('id').where('recipient', '=', patient.email).execute()),
    ])
    expect(left).toEqual([])
  })
})

describe('per address and hour', () => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  beforeAll(async () => {
    site = await startSiteOn('sqlite')
  })
  afterAll(() => site?.stop())

  test('five emails with links from any network, with the same response for known and unknown addresses', async () => {
    const answers = []
    for (let each = 0; each < 6; each += 1)
      answers.push((await visitor(site).post('/appointments', { email: 'one@example.com' })).status)
    expect(answers).toEqual([303, 303, 303, 303, 303, 429])
  })

  test('forty booking forms; then a message says when to retry, and no input is lost', async () => {
    const patient = newPatient()
    for (let each = 0; each < 40; each += 1)
      expect((await visitor(site).post(`/booking/${revealingService.id}`, patient)).status).toBe(303)
    const rejected = await visitor(site).post(`/booking/${revealingService.id}`, patient)
    expect([rejected.status, rejected.headers.get('Retry-After')]).toEqual([429, expect.stringMatching(/^\d+$/)])
    expect(formWith(await rejected.text(), 'health').fields).toMatchObject(patient)
  })
})

test.each(databasesFor(import.meta.url))(
  'a patient who was emailed about a cancellation is emailed when it is undone, even if the clock was set back, on %s',
  async (kind) => {
    const [mail, clock] = [await receivingMailServer(), movableClock()]
    const smtp = { MAIL_TRANSPORT: 'smtp', SMTP_URL: mail.url, ABUSE_LIMITS: 'off' }
    const site = await startSiteForTest(kind, { ...smtp, ...adminSettings, ...clock.settings })
    const waitForEmail = (to: string, { preview }: { preview: string }) =>
      until(async () => {
        const emails = await Promise.all(mail.received.map((raw) => PostalMime.parse(raw)))
        return emails.find(({ to: [recipient] = [], html }) => recipient?.address === to && html?.includes(preview))
      })
    const { booked, cancelled, restored } = textsOf('appointment-emails')

    const byPatient = newPatient()
    const { link, person } = await bookOnline(site, byPatient)
    await waitForEmail(byPatient.email, booked)
    clock.ahead(1)
    expect((await person.post(link, { intent: 'cancel' })).status).toBe(303)
    await waitForEmail(byPatient.email, cancelled)
    clock.ahead(-1)
    expect((await person.post(link, { intent: 'undo' })).status).toBe(303)
    await waitForEmail(byPatient.email, restored)

    const byClinic = newPatient()
    await bookOnline(site, byClinic)
    await waitForEmail(byClinic.email, booked)
    const admin = await signInAsAdmin(site)
    const { id } = await look(site, (db) =>
      db.selectFrom('appointments').select('id').where('email', '=', byClinic.email).executeTakeFirstOrThrow(),
    )
    const path = `/admin/appointments/${id}`
    expect((await admin.post(path, { intent: 'cancel', tell: 'on' })).status).toBe(303)
    clock.ahead(1)
    await waitForEmail(byClinic.email, cancelled)
    clock.ahead(-10)
    expect((await admin.post(path, { intent: 'undo' })).status).toBe(303)
    await waitForEmail(byClinic.email, restored)
  },
)
