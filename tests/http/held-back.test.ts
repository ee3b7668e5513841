import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { toDo } from '#content/pages/admin-today.ts'
import { confirmToHold } from '#content/pages/appointment.ts'
import { heldBackPage as words } from '#content/pages/held-back.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { bookOnline } from '#tests/support/booking.ts'
import { look } from '#tests/support/databases.ts'
import { formWith } from '#tests/support/visitor.ts'
import { startMailingSite } from '#tests/support/mail-server.ts'
import { until } from '#tests/support/timing.ts'

// One visitor books more in a day than may hold a time (app/domain/booking/held-back).

test('the eleventh booking from one network is a request until its email is confirmed; staff release the others’ times, with Undo', async () => {
  const { site, mail } = await startMailingSite('sqlite', { ...adminSettings, ABUSE_LIMITS: 'on' })
  const bookAs = (n: number) => {
    const patient = { name: `Patient ${n}`, email: `p${n}@example.com`, phone: `(205) 555-${1000 + n}`, health: 'well' }
    return bookOnline(site, patient, undefined, 3 + n)
  }
  for (let n = 1; n <= 10; n += 1) await bookAs(n)
  const { person, link } = await bookAs(11)
  const held = () =>
    look(site, (db) => db.selectFrom('appointments').select(['state', 'heldBack']).orderBy('bookedAt').execute())
  expect((await held()).map(({ heldBack }) => heldBack)).toEqual([...Array<null>(10).fill(null), 'network'])
  const ofVisitor = await (await person.get(link)).text()
  expect(ofVisitor).not.toContain('Your appointment is confirmed')

  const confirmLink = await until(async () => {
    for (const raw of mail.received) {
      const { to, text = '' } = await PostalMime.parse(raw)
      const found = /\S+(\/appointments\/confirm\/\S+)/.exec(text)?.[1]
      if (found && to?.[0]?.address === 'p11@example.com') return found
    }
  })
  const opened = await person.get(confirmLink)
  expect((await held()).at(-1), 'opening it changes nothing').toEqual({ state: 'requested', heldBack: 'network' })
  expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining(confirmToHold.title)])
  const confirmed = await person.post(confirmLink, {})
  expect(confirmed.status).toBe(303)
  expect(confirmed.headers.get('Location')).toBe(link)
  expect((await held()).at(-1)).toEqual({ state: 'confirmed', heldBack: null })
  expect((await person.get(confirmLink)).status, 'once more').toBe(302)

  await bookAs(12)
  const admin = await signInAsAdmin(site)
  const path = '/admin/appointments/held-back'
  const read = async (at: string) => (await admin.get(at)).text()
  expect(await read('/admin')).toContain(toDo['held-back'].heading)
  const page = await read(path)
  expect(page).toContain('Patient 12')
  expect(page).toContain(words.requests.why.network)
  expect(page, 'confirmed, so no part of it').not.toContain('Patient 11')
  const nothing = await admin.post(path, { intent: 'release' })
  expect([nothing.status, await nothing.text()]).toEqual([400, expect.stringContaining(words.times.choose)])
  const [chosen = ''] = /(?<=id="release-)[^"]+/.exec(page) ?? []
  expect((await admin.post(path, { intent: 'release', chosen })).status).toBe(303)
  const holdsTime = () =>
    look(site, (db) => db.selectFrom('appointments').select('heldBack').where('id', '=', chosen).executeTakeFirst())
  expect(await holdsTime()).toEqual({ heldBack: 'released' })
  const released = await read(path)
  expect(released).toContain(words.released(1))
  expect((await admin.post(path, formWith(released, 'until').fields)).status).toBe(303)
  expect(await holdsTime()).toEqual({ heldBack: null })
  expect(await read(path)).toContain(words.restored(1))
})
