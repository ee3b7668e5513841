import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { picturesPath } from '#app/domain/pictures/picture.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { look, startSiteForTest } from '#tests/support/databases.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { png } from '#tests/support/picture-files.ts'
import { runBeside } from '#tests/support/run-command.ts'
import { until } from '#tests/support/timing.ts'

const startSite = () => startSiteForTest('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off' })
const lead = 'Warm oil, an hour at a time.'

test('what is published in the browser becomes files, which another site takes over with their pictures', async () => {
  const [here, there] = [await startSite(), await startSite()]
  const folder = mkdtempSync(join(tmpdir(), 'clinic-content-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const admin = await signInAsAdmin(here)
  const upload = new FormData()
  upload.set('file', new File([new Uint8Array(await png())], 'oil.png'))
  upload.set('alt', 'Oil in a bowl')
  const added = await admin.upload(picturesPath, upload)
  const picture = `picture:${/[\w-]{36}/.exec(added.headers.get('Location')!)![0]}`
  const { fields } = formWith(await (await admin.get('/admin/pages/home')).text(), 'lead')
  const edited = await admin.post('/admin/pages/home', { ...fields, lead, photo: picture, intent: 'publish' })
  expect(edited.status).toBe(303)

  const exported = await runBeside(here, 'content-export', folder)
  expect([exported.code, exported.said]).toEqual([0, expect.stringContaining('pages/home.json')])
  const home = JSON.parse(readFileSync(join(folder, 'pages/home.json'), 'utf8'))
  expect(home).toMatchObject({ lead, photo: picture })
  expect((await runBeside(here, 'content-export', folder)).said).toContain('says it all already')
  expect((await runBeside(here, 'content-import', folder)).said).toContain('The website says what these files say.')

  const write = (text: string) => writeFileSync(join(folder, 'pages/home.json'), text)
  write(JSON.stringify({ ...home, lead: '' }))
  expect(await runBeside(there, 'content-import', folder)).toEqual({
    code: 1,
    said: expect.stringContaining('Nothing was published:\npages/home.json, lead: Enter the lead.'),
  })
  write(JSON.stringify({ ...home, lead: 'Oil that cures diabetes.' }))
  expect((await runBeside(there, 'content-import', folder)).said).toContain('--claims-shown:\nhome, lead')
  const pictures = () => look(there, (db) => db.selectFrom('pictures').select('id').execute())
  expect(await pictures(), 'nothing is added for texts that are refused').toEqual([])
  write(JSON.stringify(home))
  const imported = await runBeside(there, 'content-import', folder)
  expect([imported.code, imported.said]).toEqual([0, expect.stringContaining('Published:\nHome page')])
  const page = await until(async () => {
    const html = await (await visitor(there).get('/')).text()
    return html.includes(lead) ? html : undefined
  })
  const [source] = /\/pictures\/[^"]+\.jpg/.exec(page) ?? []
  expect((await visitor(there).get(source!)).headers.get('Content-Type')).toBe('image/jpeg')
})

test('a folder without pages, and a picture that is another one, import nothing', async () => {
  const site = await startSite()
  const folder = mkdtempSync(join(tmpdir(), 'clinic-content-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(await runBeside(site, 'content-import', folder)).toEqual({
    code: 1,
    said: expect.stringContaining('has no pages'),
  })
  expect((await runBeside(site, 'content-export', folder)).code).toBe(0)
  writeFileSync(join(folder, 'library.json'), '[{"id":"../x"}]')
  expect(await runBeside(site, 'content-import', folder)).toEqual({
    code: 1,
    said: expect.stringContaining('library.json: This isn’t a list of pictures'),
  })
})

test('a notice that makes a claim is asked about, and a post without its date is refused', async () => {
  const site = await startSite()
  const folder = mkdtempSync(join(tmpdir(), 'clinic-content-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect((await runBeside(site, 'content-export', folder)).code).toBe(0)
  const change = (path: string, parts: object) => {
    const file = join(folder, path)
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...parts }))
  }
  const notice = (text: string) => ({ notice: { confirmed: true, facts: { text, until: '2030-01-01' } } })
  change('clinic.json', notice('Our new oil cures diabetes.'))
  const asked = await runBeside(site, 'content-import', folder)
  expect(asked).toEqual({ code: 1, said: expect.stringContaining('--claims-shown:\nclinic/notice, text') })
  change('clinic.json', notice('We are closed on Friday.'))
  expect((await runBeside(site, 'content-import', folder)).code).toBe(0)

  const post = { title: 'Warm oil', author: '', picture: 'petals', text: 'An hour.', publishedAt: '', archived: false }
  change('posts.json', { 'warm-oil': post })
  expect(await runBeside(site, 'content-import', folder)).toEqual({
    code: 1,
    said: expect.stringContaining('Nothing was published:\nposts.json, warm-oil: publishedAt: Enter when'),
  })
  change('posts.json', { 'warm-oil': { ...post, publishedAt: '2026-03-01T09:00:00Z' } })
  expect((await runBeside(site, 'content-import', folder)).code).toBe(0)
})
