import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookingPage } from '#content/pages/booking.ts'
import { entriesWords as words, pagesWords } from '#app/routes/admin/pages/words.ts'
import { personSchema } from '#content/schemas/person.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { services } from '#tests/support/catalogue.ts'
import { databasesFor, startSiteOn } from '#tests/support/databases.ts'
import { buttonsIn, formWith, visitor } from '#tests/support/visitor.ts'
import { textsOf } from '#tests/support/pages.ts'

const path = '/admin/team/maya-rao'
const escape = (text: string) => text.replaceAll('&', '&amp;')
const [first, second] = services
const maya = { role: 'Practitioner', training: 'BAMS, Pune, 2009', license: '', languages: 'English, Hindi' }

describe.each(databasesFor(import.meta.url))('the team on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, adminSettings)
    admin = await signInAsAdmin(site)
  })
  afterAll(() => site?.stop())

  const readAbout = async () => (await visitor(site).get('/about')).text()
  const readForm = async () => formWith(await (await admin.get(path)).text(), 'name').fields
  /** The boxes without a check are not sent. */
  const isBox = (name: string) => /^(days|services)\./.test(name)
  const press = async (intent: string, typed: Record<string, string>) => {
    const shown = Object.entries(await readForm()).filter(([name]) => !isBox(name))
    return admin.post(path, { ...Object.fromEntries(shown), ...typed, intent })
  }
  /** Also although services can't be booked any more. */
  const publishAnyway = async (typed: Record<string, string>) => {
    const asked = await press('publish', typed)
    const [unbookable = ''] = buttonsIn(await asked.text(), 'unbookable')
    return press('publish', { ...typed, unbookable })
  }

  test('is a sentence on About while nobody is entered', async () => {
    expect(await readAbout()).toContain(textsOf('about').team.nobody)
    const list = await (await admin.get('/admin/team')).text()
    expect(list).toContain(personSchema.list.lead)
  })

  test('is introduced on About once a person is published', async () => {
    const added = await admin.post('/admin/team', { intent: 'add', title: 'Maya Rao' })
    expect(added.headers.get('Location')).toBe(`${path}#done`)
    expect(await readAbout(), 'a draft').toContain(textsOf('about').team.nobody)
    const every = /<input[^>]*name="everyService"[^>]*>/.exec(await (await admin.get(path)).text())?.[0]
    expect(every, 'a new person offers every service').toContain('checked=""')
    const boxes = { 'days.monday': 'on', 'days.friday': 'on', [`services.${first!.id}`]: 'on' }
    const lost = services.filter(({ id, available }) => id !== first!.id && available)
    const asked = await press('publish', { ...maya, ...boxes })
    expect([asked.status, await asked.text()], 'what can’t be booked then is said before').toEqual([
      409,
      expect.stringContaining(escape(pagesWords.removal.lastOf(lost.map(({ title }) => title)))),
    ])
    expect(await readAbout()).toContain(textsOf('about').team.nobody)
    expect((await publishAnyway({ ...maya, ...boxes })).status).toBe(303)
    const html = await readAbout()
    for (const text of ['Maya Rao', maya.role, maya.training, maya.languages, 'Monday, Friday', first!.title])
      expect(html, text).toContain(text)
    expect(html).not.toContain(textsOf('about').team.nobody)
    expect(html, 'without a license').not.toContain(`<dt>${textsOf('about').team.license}</dt>`)
    const [giving, other] = await Promise.all(
      [first!, second!].map(async ({ id }) => (await visitor(site).get(`/services/${id}`)).text()),
    )
    expect(giving).toContain('Maya Rao')
    expect(other).not.toContain('Maya Rao')
    const data = JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)![1]!)
    expect(data['@graph']).toContainEqual(
      expect.objectContaining({ '@type': 'Person', name: 'Maya Rao', knowsLanguage: ['English', 'Hindi'] }),
    )
    const form = await (await admin.get(path)).text()
    const checked = [...form.matchAll(/<input type="checkbox"[^>]*>/g)].filter(([tag]) => tag.includes('checked=""'))
    expect(checked.map(([tag]) => /name="([^"]+)"/.exec(tag)?.[1])).toEqual(Object.keys(boxes))
  })

  test('is listed and previewed', async () => {
    const list = await (await admin.get('/admin/team')).text()
    for (const text of ['Maya Rao', maya.role, words.states.shown]) expect(list).toContain(text)
    await press('save', { training: 'A longer training', 'days.monday': 'on' })
    const preview = await (await admin.get(`${path}/preview`)).text()
    expect(preview).toContain('A longer training')
    expect(await readAbout()).not.toContain('A longer training')
    await press('discard', {})
  })

  test('keeps what was typed when something is wrong, and takes no other choices', async () => {
    for (const [typed, sentence] of [
      [{ name: '' }, 'Enter the name.'],
      [{ role: '' }, 'Enter the role.'],
      [{ name: 'Maya of {city}' }, '{city} doesn’t stand for anything here.'],
      [{ training: 'x'.repeat(121) }, 'Use at most 120 characters'],
      [{ languages: '\u001bEnglish' }, 'Remove the characters that can’t be shown.'],
      [{ picture: 'nothing' }, 'Choose one for'],
      [{ videoUrl: 'http://meet.example/maya' }, 'Enter an address that begins with https://.'],
      [{ videoUrl: '/about' }, 'Enter an address that begins with https://.'],
    ] as const) {
      const answer = await press('publish', { license: 'kept text', 'days.sunday': 'on', ...typed })
      const html = await answer.text()
      expect([answer.status, html.includes(sentence), html.includes('kept text')], sentence).toEqual([400, true, true])
      expect(html).toMatch(
        /<input type="checkbox"[^>]*name="days\.sunday"[^>]*checked=""|checked=""[^>]*name="days\.sunday"/,
      )
    }
    const odd = { 'days.someday': 'on', 'services.nothing': 'on', 'services.__proto__': 'on', 'days.tuesday': 'yes' }
    expect((await publishAnyway({ ...odd, [`services.${second!.id}`]: 'on' })).status).toBe(303)
    const html = await readAbout()
    expect(html).toContain(second!.title)
    for (const text of ['Someday', 'nothing', 'Tuesday']) expect(html).not.toContain(`>${text}<`)
    // Not as the boxes of the form, but as one text.
    const answer = await press('publish', { days: 'monday,__proto__' })
    expect(answer.status).toBe(303)
    expect(await readAbout()).not.toContain('Monday')
  })

  const readWidget = async (service: string) => {
    const person = visitor(site)
    await person.post(`/booking/${service}`, {
      ...{ name: 'Lin', email: 'lin@example.com', phone: '(205) 555-0101', health: 'Sleep' },
    })
    return (await person.get('/booking/widget')).text()
  }

  test('is booked for what each of them gives, and nothing else', async () => {
    const videoUrl = 'https://meet.example/maya'
    await publishAnyway({ ...maya, videoUrl, [`services.${first!.id}`]: 'on' })
    const widget = await readWidget(first!.id)
    for (const text of ['Maya Rao', `Speaks ${maya.languages}`, 'at=1']) expect(widget, text).toContain(text)
    expect(await readAbout()).not.toContain(videoUrl)
    // Nobody gives the others: it is said before anything is typed.
    const form = await (await visitor(site).get(`/booking/${second!.id}`)).text()
    expect(form).toContain(bookingPage.chosen.notAvailable)
    expect(form).toMatch(/href="tel:/)
  })

  test('lacks somebody for a service: the list, the person and the service say so', async () => {
    const others = services.filter(({ id, available }) => id !== first!.id && available)
    const all = escape(words.nobodyGives(others.map(({ title }) => title)))
    for (const page of ['/admin/team', path, '/admin/services'])
      expect(await (await admin.get(page)).text(), page).toContain(all)
    const rows = (await (await admin.get('/admin/services')).text()).split('<tr')
    const row = rows.find((html) => html.includes(`href="/admin/services/${second!.id}"`))
    expect(row, 'its status is true').toContain(words.states.unavailable)
    const one = escape(words.nobodyGives([second!.title]))
    expect(await (await admin.get(`/admin/services/${second!.id}`)).text()).toContain(one)
    expect(await (await admin.get(`/admin/services/${first!.id}`)).text()).not.toContain('Nobody on the team')
  })

  test('asks before a person leaves whose service nobody else gives', async () => {
    await admin.post('/admin/team', { intent: 'add', title: 'Lin Wu' })
    const { fields } = formWith(await (await admin.get('/admin/team/lin-wu')).text(), 'name')
    const boxes = Object.entries(fields).filter(([name]) => !isBox(name))
    const gives = { ...Object.fromEntries(boxes), ...maya, [`services.${second!.id}`]: 'on' }
    expect((await admin.post('/admin/team/lin-wu', { ...gives, intent: 'publish' })).status).toBe(303)
    expect(await readWidget(second!.id)).toContain('Lin Wu')
    const asked = await admin.post(path, { intent: 'remove', version: (await readForm()).version ?? '' })
    const question = await asked.text()
    expect([asked.status, question]).toEqual([
      409,
      expect.stringContaining(escape(pagesWords.removal.lastOf([first!.title]))),
    ])
    const lin = formWith(await (await admin.get('/admin/team/lin-wu')).text(), 'name').fields
    expect((await admin.post('/admin/team/lin-wu', { intent: 'remove', version: lin.version ?? '' })).status).toBe(409)
    const confirmed = formWith(question, 'asked').fields
    expect((await admin.post(path, { ...confirmed, intent: 'remove' })).status).toBe(303)
    expect((await admin.post(path, { intent: 'put-back', version: (await readForm()).version ?? '' })).status).toBe(303)
    // Maya gives the other one, so that Lin is asked about.
    const again = await admin.post('/admin/team/lin-wu', { intent: 'remove', version: lin.version ?? '' })
    const { fields: sure } = formWith(await again.text(), 'asked')
    expect((await admin.post('/admin/team/lin-wu', { ...sure, intent: 'remove' })).status).toBe(303)
  })

  test('is without a person who was removed', async () => {
    const { version = '' } = await readForm()
    expect((await admin.post(path, { intent: 'remove', version })).status).toBe(303)
    expect(await (await admin.get(path)).text()).toContain(pagesWords.removal.done('Maya Rao'))
    expect(await readAbout()).toContain(textsOf('about').team.nobody)
    expect(await readWidget(second!.id), 'with somebody without a name again').toContain('at=1')
  })

  test('asks before a person who comes back, or an earlier version, closes what nobody else gives', async () => {
    const question = escape('Nobody else gives')
    const { version = '' } = await readForm()
    const acts: Record<string, string>[] = [
      { intent: 'put-back', version },
      { intent: 'restore', from: '1', version },
    ]
    for (const typed of acts) {
      const asked = await admin.post(path, typed)
      const html = await asked.text()
      expect([asked.status, html.includes(question)], typed.intent).toEqual([409, true])
      expect(formWith(html, 'asked').fields).toMatchObject('from' in typed ? { from: '1' } : {})
    }
    expect(await readAbout()).toContain(textsOf('about').team.nobody)
    const confirmed = formWith(await (await admin.post(path, { intent: 'put-back', version })).text(), 'asked').fields
    expect((await admin.post(path, { ...confirmed, intent: 'put-back' })).status).toBe(303)
    await admin.post(path, { intent: 'remove', version: (await readForm()).version ?? '' })
  })

  test('asks about a claim after what can’t be booked, and about neither twice', async () => {
    await admin.post('/admin/team', { intent: 'add', title: 'Ravi Das' })
    const address = '/admin/team/ravi-das'
    const shown = formWith(await (await admin.get(address)).text(), 'name').fields
    const typed = Object.fromEntries(Object.entries(shown).filter(([name]) => !isBox(name)))
    const person = { ...typed, ...maya, training: 'Cures cancer', [`services.${first!.id}`]: 'on', intent: 'publish' }
    const [unbookable = ''] = buttonsIn(await (await admin.post(address, person)).text(), 'unbookable')
    const claims = await (await admin.post(address, { ...person, unbookable })).text()
    const [asItIs = ''] = buttonsIn(claims, 'as-it-is')
    const answers = { unbookable: formWith(claims, 'unbookable').fields.unbookable ?? '', 'as-it-is': asItIs }
    expect((await admin.post(address, { ...person, ...answers })).status).toBe(303)
  })

  test('is only for the admin', async () => {
    expect((await visitor(site).post('/admin/team', { intent: 'add', title: 'x' })).status).toBe(403)
    expect((await admin.get('/admin/team/nobody')).status).toBe(404)
  })
})
