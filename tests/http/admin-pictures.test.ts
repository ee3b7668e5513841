import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mostPictureBytes, picturesPath } from '#app/domain/pictures/picture.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import {
  animatedWebp,
  bombPng,
  cmykJpeg,
  colorAt,
  deepPng,
  phoneHeic,
  phoneJpeg,
  png,
  readMetadata,
  transparentPng,
  webp,
} from '#tests/support/picture-files.ts'
import { startSite } from '#tests/support/site.ts'
import { isLong, until } from '#tests/support/timing.ts'
import { picturesWords as words } from '#content/pages/admin-pictures.ts'

const alt = 'Half red, half blue <b>'

describe.each(databasesFor(import.meta.url))('pictures on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let other: Awaited<ReturnType<typeof startSite>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    const { PORT: _, ...same } = site.settings
    other = await startSite({ ...same, DATA_DIR: site.dataDir, WORKER: 'off' })
    admin = await signInAsAdmin(site)
  })
  afterAll(async () => {
    await other?.stop({ keepData: true })
    await site?.stop()
  })

  function upload(file: Uint8Array | undefined, typed: Record<string, string> = { alt }, name = 'picture.jpg') {
    const form = new FormData()
    form.set('file', file ? new File([new Uint8Array(file)], name) : new File([], ''))
    for (const [field, value] of Object.entries(typed)) form.set(field, value)
    return admin.upload(picturesPath, form)
  }

  async function add(file: Uint8Array, typed?: Record<string, string>) {
    const added = await upload(file, typed)
    expect([added.status, await added.text()]).toEqual([303, ''])
    const page = added.headers.get('Location')!.split('#')[0]!
    return { page, id: page.split('/').at(-1)! }
  }

  const listFiles = (id: string) =>
    look(site, (db) => db.selectFrom('pictureFiles').selectAll().where('pictureId', '=', id).orderBy('name').execute())
  async function readFile(id: string, start: string) {
    const row = (await listFiles(id)).find(({ name }) => name.startsWith(start))!
    return { address: `/pictures/${id}/${row.name}`, bytes: new Uint8Array(row.bytes) }
  }
  const scratch = () => join(site.dataDir, 'scratch')
  const leftFiles = () => (existsSync(scratch()) ? readdirSync(scratch(), { recursive: true }) : [])
  const readPage = async (path: string) => (await (await admin.get(path)).text()).replaceAll('<!-- -->', '')

  test('a photograph is kept upright, in the sizes of pages, without what the camera wrote, and recorded', async () => {
    const { page, id } = await add(await phoneJpeg({ orientation: 6 }))
    const html = await readPage(page)
    for (const said of [words.added, words.uses.none, 'value="remove"']) expect(html).toContain(said)
    expect(html).toContain('480 × 640')
    expect(formWith(html, 'alt').fields).toMatchObject({ alt, x: '50', y: '50', revision: '1' })
    const original = await readFile(id, 'original')
    // Turned to the right: what was on the left is at the top.
    expect([await colorAt(original.bytes, 50, 10), await colorAt(original.bytes, 50, 90)]).toEqual(['red', 'blue'])
    for (const { name, bytes } of await listFiles(id)) {
      expect(Buffer.from(bytes).includes('Phone of the test'), name).toBe(false)
      const { exif, icc, xmp, format, orientation } = await readMetadata(bytes)
      expect({ exif, icc, xmp, orientation }, name).toEqual({})
      expect(name.endsWith(format === 'jpeg' ? '.jpg' : '.webp')).toBe(true)
    }
    const acts = await look(site, (db) =>
      db.selectFrom('auditEntries').select(['act', 'record']).where('record', '=', `picture:${id}`).execute(),
    )
    expect(acts).toEqual([{ act: 'picture.added', record: `picture:${id}` }])
    const list = await readPage(picturesPath)
    expect(list).toContain(words.unused)
    expect(list).toContain('Half red, half blue &lt;b&gt;')
    expect(list).toContain((await readFile(id, 'square-320')).address)
  })

  test('an upload leads back to the page of the dashboard from which it was opened, and nowhere else', async () => {
    const from = '/admin/pages/home'
    const opened = await readPage(`${picturesPath}?return=${encodeURIComponent(from)}`)
    const { return: path } = formWith(opened, 'alt').fields
    expect(path).toBe(from)
    const editor = await readPage(from)
    expect(editor).toContain(`href="${picturesPath}?return=${encodeURIComponent(from)}"`)

    const refused = await upload(Buffer.from('%PDF-1.7'), { alt, return: path! })
    expect(refused.status).toBe(415)
    expect(formWith(await refused.text(), 'alt').fields).toMatchObject({ alt, return: from })
    const added = await upload(await png(), { alt, return: path! })
    expect([added.status, added.headers.get('Location')]).toEqual([303, `${from}#done`])
    expect(await readPage(from)).toContain(words.added)

    for (const foreign of ['https://evil.example/admin', '//evil.example/admin', '/account', 'javascript:alert(1)']) {
      const answer = await upload(await png(), { alt, return: foreign })
      expect(answer.headers.get('Location'), foreign).toMatch(/^\/admin\/pictures\/[\w-]+#done$/)
    }
  })

  test('the crop of a chosen picture is adjusted from its field, and leads back', async () => {
    const { page } = await add(await png())
    const { decorative: _, ...fields } = formWith(
      await readPage(`${page}?return=%2Fadmin%2Fpages%2Fhome`),
      'alt',
    ).fields
    expect(fields.return).toBe('/admin/pages/home')
    const saved = await admin.post(page, { ...fields, x: '10', intent: 'save' })
    expect([saved.status, saved.headers.get('Location')]).toEqual([303, '/admin/pages/home#done'])
  })

  test('HEIC, PNG, WebP, CMYK, 16 bits, transparency and the first frame of an animation are taken', async () => {
    const files = isLong
      ? { phoneHeic, png, webp, cmykJpeg, deepPng, animatedWebp }
      : { phoneHeic, cmykJpeg, animatedWebp }
    for (const [name, make] of Object.entries(files)) {
      const { id } = await add(await make())
      const { bytes } = await readFile(id, 'whole-1040')
      expect(await colorAt(bytes, 10, 50), name).toBe('red')
      expect((await readMetadata(bytes)).pages ?? 1, name).toBe(1)
      if (name !== 'animatedWebp') expect(await colorAt(bytes, 90, 50), name).toBe('blue')
    }
    const { id } = await add(await transparentPng(), { alt: '', decorative: 'yes' })
    expect(await readPage(picturesPath)).toContain(`<span>${words.decoration}</span>`)
    expect((await readMetadata((await readFile(id, 'whole-800')).bytes)).hasAlpha).toBe(true)
    expect((await readMetadata((await readFile(id, 'whole-1040')).bytes)).hasAlpha).toBe(false)
  })

  test('is served for ever from its address, to anyone, and nothing else is', async () => {
    const { id } = await add(await png())
    const { address, bytes } = await readFile(id, 'wide-800')
    const stranger = visitor(other)
    const answer = await stranger.get(address)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-length': String(bytes.length),
    })
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes)
    const etag = answer.headers.get('ETag')!
    expect((await fetch(new URL(address, site.url), { headers: { 'If-None-Match': etag } })).status).toBe(304)
    const name = address.split('/').at(-1)!
    for (const wrong of [
      `/pictures/${id}/wide-801.${'0'.repeat(16)}.webp`,
      `/pictures/${id}/${name}.jpg`,
      `/pictures/${id}/..%2f${name}`,
      `/pictures/none/${name}`,
      `/pictures/${id}`,
    ])
      expect((await stranger.get(wrong)).status, wrong).toBe(404)
  })

  test('a new focal point cuts it again; the old addresses lead to the new crop', async () => {
    const { page, id } = await add(await phoneJpeg({ width: 2000, height: 500 }))
    const before = await readFile(id, 'square-320')
    expect(await colorAt(before.bytes, 10, 50)).toBe('red')
    // A box that isn’t checked is not sent.
    const { decorative: _, ...fields } = formWith(await readPage(page), 'alt').fields
    const saved = await admin.post(page, { ...fields, alt: 'Blue alone', x: '100', y: '0', intent: 'save' })
    expect([saved.status, saved.headers.get('Location')]).toEqual([303, `${page}#done`])
    const html = await readPage(page)
    expect(html).toContain(words.saved)
    expect(formWith(html, 'alt').fields).toMatchObject({ alt: 'Blue alone', x: '100', y: '0', revision: '2' })
    const address = /\/pictures\/[\w-]+\/square-320[^"]+/.exec(html)![0]
    expect(address).not.toBe(before.address)
    const bytes = new Uint8Array(await (await visitor(site).get(address)).arrayBuffer())
    expect(await colorAt(bytes, 10, 50)).toBe('blue')
    await look(site, (db) =>
      db.deleteFrom('pictureFiles').where('name', '=', before.address.split('/').at(-1)!).execute(),
    )
    const moved = await visitor(site).get(before.address)
    expect([moved.status, moved.headers.get('Location')]).toEqual([302, address])

    // The same press again changes nothing; another one over the same revision is told.
    const again = await admin.post(page, { ...fields, alt: 'Blue alone', x: '100', y: '0', intent: 'save' })
    expect(again.status).toBe(303)
    const late = await admin.post(page, { ...fields, alt: 'Something else', intent: 'save' })
    expect(late.status).toBe(409)
    const shown = await late.text()
    expect(shown).toContain(words.picture.meanwhile)
    expect(formWith(shown, 'alt').fields.alt).toBe('Something else')
    const blank = await admin.post(page, { ...fields, alt: ' ', intent: 'save' })
    expect([blank.status, (await blank.text()).includes(words.alt.blank)]).toEqual([400, true])
  })

  test('removing one frees its bytes in the database, in every process', async () => {
    const { page, id } = await add(await png())
    await until(async () =>
      (await visitor(other).get((await readFile(id, 'wide')).address)).status === 200 ? true : undefined,
    )
    const { address } = await readFile(id, 'wide')
    const removed = await admin.post(page, { intent: 'remove' })
    expect([removed.status, removed.headers.get('Location')]).toEqual([303, `${picturesPath}#done`])
    expect(await readPage(picturesPath)).toContain(words.removed)
    expect(await listFiles(id)).toEqual([])
    for (const process of [site, other]) expect((await visitor(process).get(address)).status).toBe(404)
    expect((await admin.get(page)).status).toBe(404)
    expect((await admin.post(page, { intent: 'remove' })).status).toBe(303)
    const fields = { alt, revision: '1', x: '1', y: '1', intent: 'save' }
    expect((await admin.post(page, fields)).status).toBe(404)
  })

  test('pages show it where the editor chose it, in every process, and it cannot be removed then', async () => {
    const { page, id } = await add(await png(), { alt: 'Oil <b> in a bowl' })
    const value = `picture:${id}`
    const edit = async (name: string, typed: Record<string, string>) => {
      const address = `/admin/pages/${name}`
      const { fields } = formWith(await (await admin.get(address)).text(), Object.keys(typed)[0]!)
      return admin.post(address, { ...fields, ...typed, intent: 'publish' })
    }
    expect((await edit('home', { photo: value, plate: value })).status).toBe(303)
    expect((await edit('about', { 'team.paragraphs': `Our room:\n\n![The *oil*](${value})` })).status).toBe(303)
    const [tall, whole] = [(await readFile(id, 'tall')).address, (await readFile(id, 'whole')).address]
    const pictures = async (process: typeof other, path: string) =>
      [...(await (await visitor(process).get(path)).text()).matchAll(/<(?:source|img)[^>]*\/pictures\/[^>]*>/g)].join(
        '',
      )
    for (const process of [site, other]) {
      const home = await until(async () => (await pictures(process, '/')) || undefined)
      expect(home).toContain(tall)
      expect(home).toContain('type="image/webp"')
      expect(home).toContain('alt="Oil &lt;b&gt; in a bowl"')
      const about = await until(async () => (await pictures(process, '/about')) || undefined)
      expect(about).toMatch(/<img class="picture" src="[^"#]*\.jpg" width="\d+" height="\d+" alt="The oil"/)
      expect(about).toContain(whole.split('-')[0])
    }
    const refused = await admin.post(page, { intent: 'remove' })
    expect(refused.status).toBe(409)
    const html = (await refused.text()).replaceAll('&#x27;', '’')
    expect(html).toContain(words.remove.used('Home page, About'))
    expect([html.includes('value="remove"'), html.includes(words.uses.none)]).toEqual([false, false])
    expect(await readPage(picturesPath)).toContain(words.usedOn('Home page, About'))

    // Kept as a draft over a picture that is removed meanwhile, it has to be chosen again.
    const gone = `picture:${crypto.randomUUID()}`
    for (const [name, typed] of [
      ['home', { photo: gone }],
      ['about', { 'team.paragraphs': `![Oil](${gone})` }],
    ] as const) {
      const refused = await edit(name, typed)
      expect(refused.status).toBe(400)
      expect((await refused.text()).replaceAll('&#x27;', "'")).toContain('isn’t in the library any more')
    }
    expect((await edit('home', { photo: 'picture:../../etc' })).status).toBe(400)
    expect((await edit('home', { photo: 'petals', plate: 'general' })).status).toBe(303)
    expect((await edit('about', { 'team.paragraphs': 'Our room.' })).status).toBe(303)
    expect((await admin.post(page, { intent: 'remove' })).status).toBe(303)
  })

  // A machine that is busy with other tests gives them no time.
  test.runIf(isLong)('two at once are both taken, and leave no file behind', async () => {
    const [one, other] = await Promise.all([add(await png()), add(await webp())])
    expect(one.id).not.toBe(other.id)
    for (const { id } of [one, other])
      expect(await colorAt((await readFile(id, 'whole-1040')).bytes, 10, 50)).toBe('red')
    expect(leftFiles()).toEqual([])
  })

  test('a connection that is lost in the middle leaves no file behind', async () => {
    const start = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
    const sent = request(new URL(picturesPath, site.url), {
      method: 'POST',
      headers: {
        ...admin.cookieHeader(),
        Origin: new URL(site.url).origin,
        'Content-Type': 'multipart/form-data; boundary=b',
        'Content-Length': 5_000_000,
      },
    })
    sent.on('error', () => {})
    sent.write(start)
    sent.write(Buffer.alloc(1_000_000, 1))
    await until(async () => (leftFiles().some((name) => String(name).endsWith('upload')) ? true : undefined))
    sent.destroy()
    await until(async () => (leftFiles().length === 0 ? true : undefined))
  })

  test('a folder that cannot be made is no end of what was typed', async () => {
    rmSync(scratch(), { recursive: true, force: true })
    writeFileSync(scratch(), 'in its place')
    try {
      const refused = await upload(await png())
      const page = await refused.text()
      expect([refused.status, formWith(page, 'alt').fields.alt]).toEqual([503, alt])
      expect(page.replaceAll('&#x27;', "'")).toContain(words.failed)
    } finally {
      rmSync(scratch())
    }
  })

  test('what a killed process left is removed at the next start', async () => {
    const left = join(scratch(), 'work-killed')
    mkdirSync(left, { recursive: true })
    writeFileSync(join(left, 'upload'), 'a photograph')
    const longAgo = new Date(Date.now() - 2 * 60 * 60_000)
    utimesSync(left, longAgo, longAgo)
    const { PORT: _, ...same } = site.settings
    const next = await startSite({ ...same, DATA_DIR: site.dataDir, WORKER: 'off' })
    await next.stop({ keepData: true })
    expect(leftFiles()).toEqual([])
  })

  describe('is refused with a sentence beside the field, and what was typed stays:', () => {
    const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>')
    const html = Buffer.from('<!doctype html><script>alert(1)</script>')
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
    const start = Buffer.from('\xff\xd8\xff\xe0', 'latin1')
    const { problems } = words
    const refusals: [string, () => Uint8Array | Promise<Uint8Array>, number, string][] = [
      ['a renamed PDF', () => pdf, 415, problems['not-a-picture']],
      ['an SVG', () => svg, 415, problems['not-a-picture']],
      ['a page', () => html, 415, problems['not-a-picture']],
      ['a GIF', () => gif, 415, problems['not-a-picture']],
      ['a page that begins as a JPEG', () => Buffer.concat([start, html]), 400, problems.damaged],
      ['half a JPEG', async () => (await phoneJpeg()).subarray(0, 2_000), 400, problems.damaged],
      ['half a HEIC', () => phoneHeic().subarray(0, 700), 400, problems.damaged],
      ['a bomb', () => bombPng(), 400, problems['too-many-pixels']],
      ['more pixels than its file has', () => bombPng(7_000, 7_000), 400, problems.damaged],
      ['a picture of one pixel', () => bombPng(1, 1), 400, problems['too-small']],
      ['an empty file', () => new Uint8Array(), 400, problems['no-file']],
      ['a file of 21 MB', () => Buffer.alloc(mostPictureBytes + 1, 1), 413, problems['too-large'](20)],
      ['a file of 40 MB', () => Buffer.alloc(40 * 1024 * 1024, 1), 413, problems['too-large'](20)],
    ]
    test.each(refusals)('%s', async (_name, make, status, sentence) => {
      const before = await look(site, (db) => db.selectFrom('pictures').select('id').execute())
      const refused = await upload(await make())
      const page = await refused.text()
      expect([refused.status, formWith(page, 'alt').fields.alt]).toEqual([status, alt])
      expect(page.replaceAll('&#x27;', "'")).toContain(sentence)
      expect(await look(site, (db) => db.selectFrom('pictures').select('id').execute())).toEqual(before)
      expect(leftFiles()).toEqual([])
    })

    test('no file, no description, and a description that is too long', async () => {
      expect(await (await upload(undefined)).text()).toContain(words.problems['no-file'])
      const file = await png()
      for (const [typed, sentence] of [
        [{}, words.alt.blank],
        [{ alt: 'x'.repeat(251) }, words.alt.tooLong(250)],
      ] as const) {
        const refused = await upload(file, typed)
        expect([refused.status, (await refused.text()).includes(sentence)]).toEqual([400, true])
      }
    })

    test('a form without a file, a broken one, and one of a stranger', async () => {
      expect((await admin.post(picturesPath, { alt })).status).toBe(403)
      const broken = await fetch(new URL(picturesPath, site.url), {
        method: 'POST',
        headers: { 'Content-Type': 'multipart/form-data; boundary=x', Origin: new URL(site.url).origin },
        body: 'nothing of the kind',
      })
      expect(broken.status).toBe(403)
      const form = new FormData()
      form.set('file', new File([new Uint8Array(await png())], 'a.png'))
      expect((await visitor(site).upload(picturesPath, form)).status).toBe(403)
    })
  })
})
