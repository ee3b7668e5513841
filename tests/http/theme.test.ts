import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { deliveredColors } from '#app/domain/theme/theme-colors.ts'
import { picturesPath, toPictureValue } from '#app/domain/pictures/picture.ts'
import { pagesWords as words } from '#app/routes/admin/pages/words.ts'
import { palettes } from '#content/theme.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { sendMessageOn } from '#tests/support/filled-dashboard.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { transparentPng } from '#tests/support/picture-files.ts'
import { startSite } from '#tests/support/site.ts'
import { until } from '#tests/support/timing.ts'

const address = '/admin/pages/theme'
const own = deliveredContent.template('theme').own.colors

describe.each(databasesFor(import.meta.url))('the look of the website on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let other: Awaited<ReturnType<typeof startSite>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  let first: string | undefined
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    const { PORT: _, ...same } = site.settings
    other = await startSite({ ...same, DATA_DIR: site.dataDir, WORKER: 'off' })
    admin = await signInAsAdmin(site)
    first = findStyles(await read(visitor(site), '/'))
  })
  afterAll(async () => {
    await other?.stop({ keepData: true })
    await site?.stop()
  })

  const read = async (who: Pick<ReturnType<typeof visitor>, 'get'>, path: string) => (await who.get(path)).text()
  const findStyles = (html: string) => /<link rel="stylesheet" href="(\/theme\/[^"]+)"/.exec(html)?.[1]
  const send = async (intent: string, typed: Record<string, string>) => {
    const { fields } = formWith(await read(admin, address), 'palette')
    return admin.post(address, { ...fields, ...typed, intent })
  }
  const publish = (typed: Record<string, string>) => send('publish', typed)

  test('links no styles while it is that of app.css', async () => {
    // A clinic may have delivered another one.
    await publish({ palette: 'herbarium', type: 'tiro-anek', logo: 'mark' })
    expect(findStyles(await read(visitor(site), '/'))).toBeUndefined()
    expect(await read(visitor(site), '/')).toMatch(/rel="preload"[^>]*tiro-latin/)
  })

  test('shows once it is published, on every page of every process, with styles that browsers keep', async () => {
    for (const one of [site, other]) await until(async () => (await fetch(one.url)).headers.has('ETag'))
    expect((await publish({ palette: 'indigo' })).status).toBe(303)
    const styles = findStyles(await read(visitor(site), '/'))!
    for (const path of ['/about', '/cart', '/login', '/nothing'])
      expect(findStyles(await read(visitor(site), path)), path).toBe(styles)
    await until(async () => findStyles(await read(visitor(other), '/')) === styles)
    for (const one of [site, other]) {
      const sheet = await visitor(one).get(styles)
      expect(sheet.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
      expect(sheet.headers.get('Content-Type')).toBe('text/css; charset=utf-8')
      expect(await sheet.text()).toContain(`--brand:${palettes.indigo.brand};`)
    }
    const policy = (await visitor(site).get('/')).headers.get('Content-Security-Policy')
    expect(policy).toMatch(/style-src 'self'/)
    expect(await (await visitor(site).get('/manifest.webmanifest')).json()).toMatchObject({
      background_color: palettes.indigo.paper,
      theme_color: palettes.indigo.paper,
    })
  })

  test('is that of emails', async () => {
    await sendMessageOn(site, { name: 'Zoë Quist', message: 'Do you have time on Friday?' })
    const email = await look(site, (db) =>
      db.selectFrom('emails').select('id').where('kind', '=', 'contact-message').executeTakeFirstOrThrow(),
    )
    // It is rendered by a job.
    const html = await until(async () => {
      const shown = await read(admin, `/admin/mail/${email.id}/html`)
      return shown.includes('Do you have time on Friday?') ? shown : undefined
    })
    expect(html).toContain(`background-color:${palettes.indigo.band}`)
    expect(html).not.toContain(deliveredColors.band)
  })

  test('leaves the dashboard as delivered', async () => {
    expect(findStyles(await read(admin, '/'))).toBeDefined()
    expect(findStyles(await read(admin, '/admin'))).toBeUndefined()
    expect(findStyles(await read(admin, address))).toBeUndefined()
  })

  test('with colors that can’t be read is refused, with a sentence and with what was typed', async () => {
    const before = findStyles(await read(visitor(site), '/'))
    const typed = { palette: 'own', 'own.colors.ink': '#9A9A9A', 'own.colors.band': 'greenish' }
    const bad = await publish(typed)
    expect(bad.status).toBe(400)
    const html = await bad.text()
    expect(html).toContain('Enter a color as # and six digits')
    expect(formWith(html, 'palette').fields).toMatchObject(typed)
    const pale = await publish({ ...typed, 'own.colors.band': '#173529' })
    expect(pale.status).toBe(400)
    const [, sentence = ''] = /id="outcome-error".*?<\/span>([^<]*)/s.exec(await pale.text()) ?? []
    expect(sentence).toMatch(
      /^Text on the page would have a contrast of 2\.6:1, and 4\.5:1 is needed to read it\. The nearest/,
    )
    const later = await send('schedule', { ...typed, publishAt: '2099-05-05T09:00' })
    expect(later.status).toBe(400)
    expect(findStyles(await read(visitor(site), '/'))).toBe(before)
    // A draft keeps them.
    expect((await send('save', typed)).status).toBe(303)
    expect(formWith(await read(admin, address), 'palette').fields).toMatchObject(typed)
  })

  test('is previewed as a draft, which shows what is published while it can’t be read', async () => {
    const published = findStyles(await read(visitor(site), '/'))
    // Its palette is the own colors, which are as delivered until they can be read.
    expect(findStyles(await read(admin, `${address}/preview`))).toContain(`.${own.paper.slice(1)}-${own.ink.slice(1)}-`)
    expect(
      (await send('save', { palette: 'rose', 'own.colors.band': own.band, 'own.colors.ink': own.ink })).status,
    ).toBe(303)
    const styles = findStyles(await read(admin, `${address}/preview`))!
    expect(await read(admin, styles)).toContain(`--brand:${palettes.rose.brand};`)
    expect(findStyles(await read(visitor(site), '/'))).toBe(published)
    expect((await send('discard', {})).status).toBe(303)
  })

  test('takes own colors as they are typed, and other typefaces from this website', async () => {
    const typed = { palette: 'own', 'own.colors.brand': '5A3A7A', type: 'lora-source' }
    expect((await publish(typed)).status).toBe(303)
    const page = await read(visitor(site), '/')
    const css = await read(visitor(site), findStyles(page)!)
    expect(css).toContain('--brand:#5a3a7a;')
    expect(css).toContain(`--ink:${own.ink};`)
    expect(page).toMatch(/rel="preload"[^>]*lora-latin/)
    expect(page).not.toMatch(/rel="preload"[^>]*tiro-latin/)
    const files = [...css.matchAll(/url\((\/assets\/[^)]+\.woff2)\)/g)].map(([, file]) => file!)
    expect(files.length).toBeGreaterThan(3)
    for (const file of files)
      expect((await visitor(site).get(file)).headers.get('Content-Type'), file).toBe('font/woff2')
  })

  test('has a picture of the library as logo, which the clinic’s name stands beside', async () => {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(await transparentPng())], 'logo.png'))
    form.set('alt', 'Our sign')
    const added = await admin.upload(picturesPath, form)
    const id = added.headers.get('Location')!.split('#')[0]!.split('/').at(-1)!
    expect((await publish({ logo: toPictureValue(id) })).status).toBe(303)
    const html = await read(visitor(site), '/')
    const logos = [...html.matchAll(/<a class="logo" href="\/">(.*?)<\/a>/g)].map(([, inside]) => inside!)
    expect(logos).toHaveLength(2)
    for (const logo of logos)
      expect(logo).toMatch(new RegExp(`^<img src="/pictures/${id}/[^"]+" [^>]*alt=""[^>]*/><span>[^<]+</span>$`))
    expect(await read(admin, `${picturesPath}/${id}`)).toContain('Look')
    expect((await publish({ logo: 'mark' })).status).toBe(303)
    expect(await read(visitor(site), '/')).toContain('<a class="logo" href="/"><svg')
  })

  test('is as delivered again once that version is restored', async () => {
    expect((await publish({ palette: 'clay' })).status).toBe(303)
    const { fields } = formWith(await read(admin, address), 'version')
    const restored = await admin.post(address, { version: fields.version!, from: '0', intent: 'restore' })
    expect(restored.status).toBe(303)
    expect(findStyles(await read(visitor(site), '/'))).toBe(first)
    expect(await read(admin, address)).toContain(words.restored('Look'))
  })

  test('answers for no other address', async () => {
    for (const path of [
      '/theme/x.css',
      '/theme/tiro-anek.fff-000.css',
      '/theme/toString.ffffff-000000-000000-000000-ffffff-000000.abcdefabcdef.css',
    ])
      expect((await visitor(site).get(path)).status, path).toBe(404)
    const ofOtherRelease = await visitor(site).get(
      '/theme/system.ffffff-000000-000000-000000-ffffff-000000.abcdefabcdef.css',
    )
    expect([ofOtherRelease.status, ofOtherRelease.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  })
})
