import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clinicTimeZone, contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { withClaimsShown } from '#app/domain/claims/claims-shown.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { claim } from '#tests/support/feeds.ts'
import { buttonsIn, formWith, visitor } from '#tests/support/visitor.ts'
import { startSite } from '#tests/support/site.ts'
import { until } from '#tests/support/timing.ts'
import { claimWords } from '#content/pages/admin-claims.ts'
import { admin as adminWords } from '#content/pages/admin.ts'
import { historyWords } from '#content/pages/admin-history.ts'
import { pagesWords as words } from '#app/routes/admin/pages/words.ts'

type Site = Awaited<ReturnType<typeof startSiteOn>>

const address = '/admin/pages/home'
const tomorrowAtNine = () => `${clinicDate(Date.now() + 24 * 60 * 60 * 1000, clinicTimeZone)}T09:00`
const home = async (site: { url: string }) => (await visitor(site).get('/')).text()

describe.each(databasesFor(import.meta.url))('the texts of a page on %s', (kind) => {
  let site: Site
  let other: Awaited<ReturnType<typeof startSite>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, adminSettings)
    const { PORT: _, ...same } = site.settings
    other = await startSite({ ...same, DATA_DIR: site.dataDir, WORKER: 'off' })
    admin = await signInAsAdmin(site)
  })
  afterAll(async () => {
    await other?.stop({ keepData: true })
    await site?.stop()
  })

  const openForm = async () => formWith(await (await admin.get(address)).text(), 'lead').fields
  const publish = async (typed: Record<string, string>, shown?: Record<string, string>) =>
    admin.post(address, { ...(shown ?? (await openForm())), ...typed, intent: 'publish' })

  test('are edited as they are, and fixed ones are shown with the reason', async () => {
    const html = await (await admin.get(address)).text()
    const { lead, headline, title } = formWith(html, 'lead').fields
    const { lead: delivered } = deliveredContent.read('home', contentFacts(Date.now()))
    expect({ lead, headline, title }).toEqual({ lead: delivered, headline: 'Ayurveda in {city},', title: undefined })
    expect(html).toContain(words.fixed)
    expect(await (await admin.get('/admin/pages')).text()).toContain(words.delivered)
  })

  test('show on cached pages as soon as they are published, in another process soon after, as plain text', async () => {
    for (const one of [site, other]) await until(async () => (await fetch(one.url)).headers.has('ETag'))
    const published = await publish({ lead: 'Warm <oil> in {city}.', 'statement.heading': 'What is it?' })
    expect([published.status, published.headers.get('Location')]).toEqual([303, `${address}#done`])
    const city = contentFacts(Date.now()).city
    expect(await home(site)).toContain(`Warm &lt;oil&gt; in ${city}.`)
    await until(async () => (await home(other)).includes(`Warm &lt;oil&gt; in ${city}.`))
    const after = await (await admin.get(address)).text()
    expect(after).toContain(words.published('Home page'))
    expect(after).toContain(historyWords.number(1))
    expect(after).toContain(`>${adminWords.undo}<`)
    expect(await (await visitor(site).get('/search?q=warm')).text()).toContain(
      'Warm &lt;oil&gt;'.replace('Warm', '<mark>Warm</mark>'),
    )
  })

  test('come back with Undo, and with Restore', async () => {
    const { version } = await openForm()
    await publish({ lead: 'For a moment.' })
    const html = await (await admin.get(address)).text()
    const undo = formWith(html, 'from').fields
    expect(undo.from).toBe(version)
    await admin.post(address, undo)
    expect(await home(site)).toContain('Warm &lt;oil&gt;')
    const now = await openForm()
    await admin.post(address, { intent: 'restore', from: '0', version: now.version! })
    expect(await home(site)).toContain(deliveredContent.read('home', contentFacts(Date.now())).lead)
    const names = ['content.published', 'content.restored']
    const acts = await look(site, (db) =>
      db.selectFrom('auditEntries').select('act').where('act', 'in', names).execute(),
    )
    expect(acts).toHaveLength(4)
  })

  test('published by two people at once keep both changes apart, and overwrite nothing', async () => {
    const shown = await openForm()
    await publish({ lead: 'Theirs.', headline: 'Only theirs,' }, shown)
    const late = await publish({ lead: 'Mine.', headlineEmphasis: 'only mine' }, shown)
    expect(late.status).toBe(409)
    const html = await late.text()
    expect(html).toContain(words.meanwhile)
    expect(html).toContain(words.theirs('Theirs.'))
    expect(await home(site)).toContain('Theirs.')
    const merged = formWith(html, 'lead').fields
    expect(merged).toMatchObject({ lead: 'Mine.', headline: 'Only theirs,', headlineEmphasis: 'only mine' })
    expect((await publish({}, merged)).status).toBe(303)
    const page = await home(site)
    for (const text of ['Mine.', 'Only theirs,', 'only mine']) expect(page).toContain(text)
  })

  test('pressed twice are published once, and no conflict', async () => {
    const shown = await openForm()
    const presses = await Promise.all([1, 2].map(() => publish({ lead: 'Pressed twice.' }, shown)))
    presses.push(await publish({ lead: 'Pressed twice.' }, shown))
    expect(presses.map(({ status }) => status)).toEqual([303, 303, 303])
    expect(Number((await openForm()).version)).toBe(Number(shown.version) + 1)
  })

  test('of several paragraphs that were left alone are not taken for a change', async () => {
    const about = '/admin/pages/about'
    // Browsers send CRLF line breaks.
    const crlf = (fields: Record<string, string>) =>
      Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text.replaceAll('\n', '\r\n')]))
    const shown = crlf(formWith(await (await admin.get(about)).text(), 'lead').fields)
    await admin.post(about, { ...shown, 'ayurveda.paragraphs': 'Theirs.' })
    const late = await admin.post(about, { ...shown, lead: 'Mine.' })
    expect(late.status).toBe(409)
    expect(formWith(await late.text(), 'lead').fields).toMatchObject({
      lead: 'Mine.',
      'ayurveda.paragraphs': 'Theirs.',
    })
  })

  test('with formatting are shown with it, and facts in them are never formatting', async () => {
    const about = '/admin/pages/about'
    const { fields } = formWith(await (await admin.get(about)).text(), 'lead')
    const text = '**Warm oil** in {city}.\n\n- [Services](/services)\n- <script>alert(1)</script>'
    expect((await admin.post(about, { ...fields, 'team.paragraphs': text, intent: 'publish' })).status).toBe(303)
    const page = await (await visitor(site).get('/about')).text()
    expect(page).toContain(`<p class="lead"><strong>Warm oil</strong> in ${contentFacts(Date.now()).city}.</p>`)
    expect(page).toContain(
      '<ul><li><a href="/services">Services</a></li><li>&lt;script&gt;alert(1)&lt;/script&gt;</li></ul>',
    )
  })

  test('with a claim are published only after a question, also if formatting divides it', async () => {
    const about = '/admin/pages/about'
    const { fields } = formWith(await (await admin.get(about)).text(), 'lead')
    const text = `Our oil *${claim.words.slice(0, 2)}*${claim.words.slice(2)}.`
    const asked = await admin.post(about, { ...fields, 'team.paragraphs': text, intent: 'publish' })
    expect([asked.status, (await asked.text()).includes(claimWords.saveAsItIs)]).toEqual([400, true])
  })

  test.each([
    ['[Call](javascript:alert(1))', 'can’t be the address of a link'],
    ['![](petals)', 'Describe the picture ‘petals’'],
    ['![Petals](petal)', 'There’s no picture ‘petal’'],
    ['[Oils](/servces#oils)', 'There’s no page at /servces.'],
    ['[A post](/blog/of-no-feed)', 'There’s no page at /blog/of-no-feed.'],
    ['# Heading', 'This text can’t have headings.'],
    ['In {town}', '{town} doesn’t stand for anything here.'],
    ['**a** '.repeat(5_000), 'Use at most 1000 characters'],
  ])('with formatting that doesn’t fit are not published: %#', async (text, sentence) => {
    const about = '/admin/pages/about'
    const { fields } = formWith(await (await admin.get(about)).text(), 'lead')
    const answer = await admin.post(about, { ...fields, 'team.paragraphs': text, intent: 'publish' })
    expect([answer.status, (await answer.text()).includes(sentence)]).toEqual([400, true])
  })

  test('with something wrong are not published, and nothing typed is lost', async () => {
    const before = await home(site)
    const cases: [Record<string, string>, string][] = [
      [{ lead: '' }, 'Enter the lead.'],
      [{ headline: 'In {town}' }, '{town} doesn’t stand for anything here.'],
      [{ 'seo.description': 'Short.' }, 'Use at least 80 characters.'],
      [{ lead: 'x'.repeat(20_000) }, 'Use at most 240 characters'],
      [{ 'actions.services.href': 'javascript:alert(1)' }, 'Enter a page of this website'],
      [{ 'actions.services.href': '/servces' }, 'There’s no page at /servces.'],
      [{ photo: 'gone' }, 'Choose one for'],
      [{}, words.nothing],
    ]
    for (const [typed, sentence] of cases) {
      const answer = await publish({
        headlineEmphasis: 'kept text',
        ...typed,
        ...(sentence === words.nothing && (await openForm())),
      })
      const html = await answer.text()
      expect([answer.status, html.includes(sentence)], sentence).toEqual([400, true])
      if (sentence !== words.nothing) expect(html).toContain('kept text')
    }
    expect(await home(site)).toBe(before)
  })

  test('with a claim about a disease are published only after a question', async () => {
    const asked = await publish({ lead: `Our oil ${claim.words}.` })
    expect(asked.status).toBe(400)
    const html = await asked.text()
    expect(html).toContain(claimWords.saveAsItIs)
    const [accepted = ''] = buttonsIn(html, 'as-it-is')
    const anyway = await admin.post(address, { ...formWith(html, 'lead').fields, 'as-it-is': accepted })
    expect(anyway.status).toBe(303)
    const acts = await look(site, (db) => db.selectFrom('auditEntries').select('detail').orderBy('sequence').execute())
    expect(acts.at(-1)?.detail).toContain(withClaimsShown)
    expect(await home(site)).toContain(claim.words)
  })

  test('are saved as a draft that visitors don’t see, published later, or discarded with Undo', async () => {
    const before = await home(site)
    const long = 'x'.repeat(300)
    const saved = await admin.post(address, { ...(await openForm()), lead: long, intent: 'save' })
    expect([saved.status, saved.headers.get('Location')]).toEqual([303, `${address}#done`])
    expect(await home(site)).toBe(before)
    const html = await (await admin.get(address)).text()
    for (const said of [words.draft.changes(1), words.saved('Home page'), 'value="discard"'])
      expect(html).toContain(said)
    expect(formWith(html, 'lead').fields.lead).toBe(long)

    const refused = await publish({})
    expect([refused.status, (await refused.text()).includes('Use at most 240 characters')]).toEqual([400, true])
    await admin.post(address, { ...(await openForm()), intent: 'discard' })
    const after = await (await admin.get(address)).text()
    expect(after).not.toMatch(/Draft, |value="discard"/)
    expect(after).toContain(words.discarded('Home page'))
    await admin.post(address, formWith(after, 'from').fields)
    expect(await openForm()).toMatchObject({ lead: long })
    expect((await publish({ lead: 'From the draft.' })).status).toBe(303)
    expect(await home(site)).toContain('From the draft.')
    expect(await (await admin.get(address)).text()).not.toContain('Draft, ')
  })

  test('saved by two people at once keep both changes apart', async () => {
    const shown = await openForm()
    await admin.post(address, { ...shown, lead: 'Theirs.', headline: 'Only theirs,', intent: 'save' })
    for (const intent of ['save', 'autosave', 'publish', 'schedule'])
      expect(
        (await admin.post(address, { ...shown, lead: 'Mine.', publishAt: tomorrowAtNine(), intent })).status,
        intent,
      ).toBe(409)
    const discarded = await admin.post(address, { ...shown, intent: 'discard' })
    expect([discarded.status, (await discarded.text()).includes(words.savedMeanwhile)]).toEqual([409, true])
    const late = await admin.post(address, { ...shown, lead: 'Mine.', intent: 'save' })
    const html = await late.text()
    expect(html).toContain(words.theirs('Theirs.'))
    const merged = formWith(html, 'lead').fields
    expect(merged).toMatchObject({ lead: 'Mine.', headline: 'Only theirs,' })
    expect((await publish({}, merged)).status).toBe(303)
    const page = await home(site)
    for (const text of ['Mine.', 'Only theirs,']) expect(page).toContain(text)
  })

  test('in lists are added, moved and removed, with everything else that was typed', async () => {
    const list = async (command: string, typed: Record<string, string> = {}) =>
      admin.post(address, { ...(await openForm()), ...typed, list: command })
    const before = await openForm()
    const html = await (await admin.get(address)).text()
    const end = Object.keys(before).filter((name) => /^teasers\.items\.\d+\.heading$/.test(name)).length - 1
    const moves = ['up', 'down'].map((move) => [0, end].map((item) => html.includes(`"${move} teasers.items.${item}"`)))
    expect(moves, 'the first cannot go up, nor the last down').toEqual([
      [false, true],
      [true, false],
    ])
    expect((await list('add teasers.items', { lead: 'Typed before.' })).status).toBe(303)
    expect((await list('up teasers.items.3')).status).toBe(303)
    const added = await openForm()
    expect(added).toMatchObject({
      lead: 'Typed before.',
      'teasers.items.2.heading': '',
      'teasers.items.3.heading': before['teasers.items.2.heading'],
    })
    const blank = await publish({})
    expect([blank.status, (await blank.text()).includes('Enter the heading.')]).toEqual([400, true])
    const item = { heading: 'Parking', text: 'Where to park.', 'link.text': 'Directions', 'link.href': '/contact' }
    const typed = Object.entries(item).map(([name, text]) => [`teasers.items.2.${name}`, text])
    expect((await publish(Object.fromEntries(typed))).status).toBe(303)
    expect(await home(site)).toContain('Where to park.')
    expect((await list('remove teasers.items.2')).status).toBe(303)
    expect((await publish({})).status).toBe(303)
    expect(await home(site)).not.toContain('Where to park.')
    for (const command of ['add seo', 'remove teasers.items.9', 'up teasers.items.0', 'add __proto__', ''])
      expect((await list(command)).status, command).toBe(400)
  })

  test('lose an item of a list, and Undo brings it and what was typed back', async () => {
    const before = await openForm()
    const heading = 'teasers.items.0.heading'
    const removeAndUndo = async (typed: Record<string, string>) => {
      const list = 'remove teasers.items.0'
      expect((await admin.post(address, { ...(await openForm()), ...typed, list })).status).toBe(303)
      const html = await (await admin.get(address)).text()
      expect(html).toContain(words.list.done.remove('Home page'))
      expect(formWith(html, 'lead').fields[heading]).toBe(before['teasers.items.1.heading'])
      const undo = formWith(html.slice(html.indexOf('id="done"')), 'revision').fields
      expect((await admin.post(address, undo)).status).toBe(303)
      return openForm()
    }
    const { lead } = before
    expect(await removeAndUndo({})).toMatchObject({ lead, [heading]: before[heading] })
    const typed = { lead: 'Typed with it.' }
    expect(await removeAndUndo(typed)).toMatchObject({ ...typed, [heading]: before[heading] })
    const { version, revision } = await openForm()
    await admin.post(address, { intent: 'discard', version: version!, revision: revision! })
  })

  test('are published at a time of the clinic’s clock', async () => {
    for (const [publishAt, sentence] of [
      ['', 'Enter a date and time.'],
      ['2026-02-30T09:00', 'Enter a date and time.'],
      ['2001-01-01T09:00', 'That time has already passed.'],
    ] as const) {
      const answer = await admin.post(address, { ...(await openForm()), lead: 'Later.', intent: 'schedule', publishAt })
      expect([answer.status, (await answer.text()).includes(sentence)], publishAt).toEqual([400, true])
    }
    const typed = { lead: 'At its time.', publishAt: tomorrowAtNine() }
    expect(await (await admin.get(address)).text()).not.toContain('value="unschedule"')
    await admin.post(address, { ...(await openForm()), ...typed, intent: 'schedule' })
    const off = await admin.post(address, { ...(await openForm()), intent: 'unschedule' })
    const draft = await (await admin.get(address)).text()
    expect([off.status, draft.includes(words.unscheduled('Home page')), draft.includes('9:00 am')]).toEqual([
      303,
      true,
      false,
    ])
    const scheduled = await admin.post(address, { ...(await openForm()), ...typed, intent: 'schedule' })
    expect(scheduled.status).toBe(303)
    const html = await (await admin.get(address)).text()
    for (const said of ['9:00 am', 'value="unschedule"', words.scheduled('Home page')]) expect(html).toContain(said)
    expect(await home(site)).not.toContain('At its time.')
    await look(site, async (db) => {
      await db.updateTable('contentDrafts').set({ publishAt: 1 }).where('publishAt', 'is not', null).execute()
      await db.updateTable('jobs').set({ runAt: 1 }).where('kind', '=', 'publish-content').execute()
    })
    await until(async () => (await home(site)).includes('At its time.'))
    await until(async () => (await home(other)).includes('At its time.'))
  })

  test('of versions and the draft are compared with what is published', async () => {
    const compare = async (from: number | string) => {
      const answer = await admin.get(`${address}?compare=${from}`)
      return { status: answer.status, html: await answer.text() }
    }
    await publish({ lead: 'Warm oil by the hour.', photo: 'hills' })
    const version = Number((await openForm()).version)
    const { 'teasers.items.1.heading': heading = '' } = await openForm()
    await admin.post(address, { ...(await openForm()), lead: 'Warm oil by the day.', list: 'remove teasers.items.1' })
    await publish({ photo: 'petals' })

    const then = await compare(version)
    expect(then.status).toBe(200)
    expect(then.html).toContain(words.compare.of(historyWords.number(version)))
    expect(then.html).toContain('Warm oil by the <del>hour.</del>')
    expect(then.html).toContain('Warm oil by the <ins>day.</ins>')
    expect(then.html).toContain('<del>Hills</del>')
    expect(then.html).toContain(`<del>Heading: ${heading}`)
    expect(then.html).toContain('Before you come · Teaser 2</h3>')
    expect(then.html).toContain(words.compare.missing)
    expect((await compare(0)).html).toContain(words.compare.of(historyWords.delivered))
    expect((await compare(version + 2)).status).toBe(404)
    expect((await compare(version + 1)).html).toContain(words.compare.same)

    expect((await compare('draft')).status).toBe(404)
    await admin.post(address, { ...(await openForm()), lead: 'Warm oil by night.', intent: 'save' })
    const draft = await compare('draft')
    expect(draft.html).toContain(words.compare.ofDraft)
    expect(draft.html).toContain('Warm oil by <ins>night.</ins>')
    expect(formWith(draft.html, 'lead').fields.lead).toBe('Warm oil by night.')
    for (const from of ['999', '-1', 'x', '', '1e2', '0x1']) {
      const unknown = await compare(from)
      expect([unknown.status, unknown.html.includes(words.unknownVersion)], from).toEqual([404, true])
      expect(formWith(unknown.html, 'lead').fields.lead).toBe('Warm oil by night.')
    }
    await admin.post(address, { ...(await openForm()), intent: 'discard' })
  })

  test('of unknown pages and versions are not there', async () => {
    for (const name of ['nothing', '__proto__', 'constructor', '%00'])
      expect([400, 404], name).toContain((await admin.get(`/admin/pages/${name}`)).status)
    expect((await admin.post('/admin/pages/nothing', { intent: 'publish' })).status).toBe(404)
    const { version = '' } = await openForm()
    for (const [from, status] of [
      ['999', 404],
      ['-1', 400],
      ['1e99', 400],
      ['x', 400],
    ] as const)
      expect((await admin.post(address, { intent: 'restore', from, version })).status, from).toBe(status)
    expect((await admin.post(address, { intent: 'erase' })).status).toBe(403)
    expect((await visitor(site).post(address, { intent: 'publish', lead: 'x' })).status).toBe(403)
  })
})
