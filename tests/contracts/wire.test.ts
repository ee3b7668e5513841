import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { look, startSiteForTest } from '#tests/support/databases.ts'
import { answerJson, startHostedService } from '#tests/support/hosted-services.ts'
import { startRelayService } from '#tests/support/mail-server.ts'
import { listSubscribers } from '#tests/support/subscribers.ts'
import { until } from '#tests/support/timing.ts'
import { formWith, publicForms, visitor } from '#tests/support/visitor.ts'

// What the running site sends to outside services, compared with what their documentation names: what is expected is in
// no file of the program, so that no change of the program can change it.

const names = z.record(z.string(), z.string())
const read = <Contract>(name: string, shape: z.ZodType<Contract>) =>
  shape.parse(JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8')))

const quiet = { LOG_LEVEL: 'silent', ABUSE_LIMITS: 'off' }
const sorted = (values: Iterable<string>) => [...values].sort()

test('the email relay gets exactly the fields that it documents, of a message, an order and a newsletter', async () => {
  const contract = read(
    'relay',
    z.object({ request: z.object({ body: names }), template_params: z.record(z.string(), z.array(z.string())) }),
  )
  const relay = await startRelayService(onTestFinished)
  const site = await startSiteForTest('sqlite', {
    ...adminSettings,
    ...relay.settings,
    ...quiet,
    RELAY_PER_SECOND: '0',
  })
  await look(site, (db) => listSubscribers(db, [{ email: 'ann@example.com' }]))
  const someone = visitor(site)
  const message = 'Are you open on Friday?'
  for (const form of publicForms.filter(({ name }) => name !== 'newsletter')) {
    const { path, fields } = await form.fill(someone, { name: 'Maya Thomas', email: 'maya@example.com' })
    expect((await someone.post(path, { ...fields, ...(form.name === 'contact' && { message }) })).status).toBe(303)
  }
  const admin = await signInAsAdmin(site)
  const { fields } = formWith(await (await admin.get('/admin/newsletter')).text(), 'draft')
  const draft = { ...fields, url: `${site.url}/blog`, subject: 'News in May', intro: 'Dear readers,' }
  const page = (await admin.post('/admin/newsletter', draft)).headers.get('Location')!
  expect((await admin.post(page, { intent: 'send' })).status).toBe(303)
  // A message to the clinic, an order to both, and a newsletter.
  await until(async () => relay.accepted.length >= 4)
  const known = Object.keys(contract.request.body)
  const required = known.filter((name) => contract.request.body[name]!.includes('required'))
  const kinds = relay.accepted.map((body) => {
    expect(known).toEqual(expect.arrayContaining(Object.keys(body)))
    expect(Object.keys(body)).toEqual(expect.arrayContaining(required))
    const params: Record<string, string> = body.template_params
    const kind = 'newsletter_url' in params ? 'newsletter' : params.message === message ? 'contact' : 'order'
    expect(sorted(Object.keys(params))).toEqual(sorted(contract.template_params[kind]!))
    return kind
  })
  expect(sorted(kinds)).toEqual(['contact', 'newsletter', 'order', 'order'])
})

test('feed converter and stock photos are asked with the names that they document', async () => {
  const asked = { query: names, path: z.string().optional(), headers: names.optional() }
  const [converter, photos] = ['converter', 'photos'].map((name) => read(name, z.object({ request: z.object(asked) })))
  const item = {
    title: 'Ginger',
    link: 'https://blog.example/ginger',
    pubDate: '2026-11-05 12:00:00',
    description: 'x',
  }
  const service = await startHostedService((request, response) =>
    (request.url?.includes('rss_url=')
      ? answerJson({ status: 'ok', items: [item] })
      : answerJson({ urls: { regular: 'https://images.example/1.jpg' } }))(request, response),
  )
  onTestFinished(() => service.close())
  const FEED_URL = 'https://blog.example/feed?a=1&b=2'
  await startSiteForTest('sqlite', {
    ...quiet,
    FEED_URL,
    FEED_CONVERTER_URL: `${service.origin}/v1/api.json`,
    PHOTO_API_URL: service.origin,
    PHOTO_ACCESS_KEY: 'key-1',
    PHOTO_IMAGE_ORIGIN: 'https://images.example',
  })
  const [feed, photo] = await until(async () => {
    const found = ['/v1/api.json', photos!.request.path!].map((path) =>
      service.requests.find((request) => request.path === path),
    )
    return found.every(Boolean) ? (found as typeof service.requests) : undefined
  })
  expect(sorted(feed!.query.keys())).toEqual(sorted(Object.keys(converter!.request.query)))
  expect(feed!.query.get('rss_url')).toBe(FEED_URL)
  const { query, headers } = photos!.request
  expect(sorted(photo!.query.keys())).toEqual(sorted(Object.keys(query)))
  expect(query.query!.split(' | ')).toContain(photo!.query.get('query'))
  expect(photo!.query.get('orientation')).toBe(query.orientation)
  for (const [name, value] of Object.entries(headers!))
    expect(photo!.headers[name], name).toBe(value.replace('{key}', 'key-1'))
})

test('the scheduling widget is prefilled by the names that it documents, with line breaks', async () => {
  const { iframe } = read('scheduling', z.object({ iframe: z.object({ src: z.string() }) }))
  const SCHEDULING_URL = 'https://calendar.example/clinic'
  const site = await startSiteForTest('sqlite', { ...quiet, SCHEDULING_URL })
  const someone = visitor(site)
  const typed = {
    name: 'Maya & José',
    email: 'maya+1@example.com',
    phone: '(205) 555-0142',
    health: 'Tired?\r\n#2: 100 %',
  }
  expect((await someone.post('/booking', { service: '', ...typed })).status).toBe(303)
  const html = await (await someone.get('/booking/time?calendar=show')).text()
  const address = /<iframe src="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&').replaceAll('&#x27;', "'") ?? ''
  const expected = new URLSearchParams(
    iframe.src
      .replace('{SCHEDULING_URL}?', '')
      .split('&')
      .map((pair) => pair.split('=') as [string, string]),
  )
  const values: Record<string, string> = {
    '{name} - {service title or General Consultation}': `${typed.name} - General Consultation`,
    '{email}': typed.email,
    '{phone}': typed.phone,
    // A line break of a form is two characters, of an address one is enough.
    '{health condition}': typed.health.replace('\r\n', '\n'),
  }
  const sent = new URL(address)
  expect(sent.origin + sent.pathname).toBe(SCHEDULING_URL)
  expect(Object.fromEntries(sent.searchParams)).toEqual(
    Object.fromEntries([...expected].map(([name, pattern]) => [name, values[pattern]])),
  )
})
