import { text } from 'node:stream/consumers'
import { paymentSettings, startPaymentServer } from '#tests/support/payment-server.ts'
import { startTextService, textSettings } from '#tests/support/text-service.ts'
import { startImapServer } from '#tests/support/imap-server.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type ConnectionId, connectionIds } from '#app/domain/checks/connections.ts'
import { testedName } from '#app/integrations/object-store/test-object-store.server.ts'
import { createKeyPair } from '#app/vault/age.server.ts'
import { acts } from '#content/audit.ts'
import { connectionAdvice, connectionsPage as words } from '#content/pages/admin-connections.ts'
import { setup } from '#app/routes/admin/today/setup-words.ts'
import { systemChecks } from '#content/system-checks.ts'
import { accountHolder, goodPassword } from '#tests/support/accounts.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { type DatabaseKind, databasesFor, look, startSiteForTest, type startSiteOn } from '#tests/support/databases.ts'
import {
  type Answer,
  answerConverted,
  answerJson,
  answerNever,
  answerPhoto,
  answerRss,
  answerStatus,
  answerText,
  exampleItems,
  refusingOrigin,
  startHostedService,
} from '#tests/support/hosted-services.ts'
import { receivingMailServer, silence, startScriptedSmtp, startRelayService } from '#tests/support/mail-server.ts'
import { startObjectStore } from '#tests/support/object-store.ts'
import { visitor } from '#tests/support/visitor.ts'
import { decode } from '#tests/support/shown.ts'

const path = '/admin/connections'
type Site = Awaited<ReturnType<typeof startSiteOn>>
type Admin = Awaited<ReturnType<typeof signInAsAdmin>>

/** A hosted service for one test. */
async function startService(answer: Answer) {
  const service = await startHostedService(answer)
  onTestFinished(() => service.close())
  return service
}

async function startSite(settings: Record<string, string>, kind: DatabaseKind = 'sqlite') {
  const site = await startSiteForTest(kind, { ...adminSettings, ABUSE_LIMITS: 'off', ...settings })
  return { site, admin: await signInAsAdmin(site) }
}

/** The section of one service on the page. */
async function shown(admin: Admin, service: ConnectionId) {
  const html = decode(await (await admin.get(path)).text())
  const section = html.split('<section').find((part) => part.includes(`aria-labelledby="${service}"`))
  return section?.split('</section>')[0] ?? ''
}

/** Presses the service's button, as if the last press were long ago; returns its section. */
async function send(admin: Admin, site: Site, service: ConnectionId) {
  await look(site, (db) => db.deleteFrom('limits').where('key', '=', `connection-test:${service}`).execute())
  const answer = await admin.post(path, { service })
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${path}#outcome`])
  return shown(admin, service)
}

/** All that can be in use beside one another; the copy, which waits for its place at each start, has tests of its own. */
const hosted = connectionIds.filter((id) => id !== 'relay' && id !== 'copy')

const storedTests = (site: Site) => look(site, (db) => db.selectFrom('connectionTests').selectAll().execute())

/** Starts a working server for every service. */
async function startAll() {
  const mail = await receivingMailServer()
  const feed = await startService(answerRss(exampleItems(3)))
  const photos = await startService(answerPhoto('https://images.unsplash.com/1.jpg'))
  const map = await startService(answerText('<html>map', 'text/html'))
  const scheduler = await startService(
    answerText('<html>times', 'text/html', { 'content-security-policy': 'frame-ancestors *' }),
  )
  const posted: { check: string; state: string; text: string }[] = []
  const alerts = await startService(async (request, response) => {
    posted.push(JSON.parse(await text(request)))
    response.end('ok')
  })
  const bounces = await startImapServer()
  const texts = await startTextService(onTestFinished)
  const payments = await startPaymentServer(onTestFinished)
  const settings = {
    ...payments.settings,
    ...texts.settings,
    MAIL_TRANSPORT: 'smtp',
    SMTP_URL: mail.url,
    FEED_URL: `${feed.origin}/feed-secret.xml`,
    PHOTO_API_URL: photos.origin,
    PHOTO_ACCESS_KEY: 'photo-key-1',
    MAP_EMBED_URL: `${map.origin}/embed?key=map-secret`,
    SCHEDULING_URL: `${scheduler.origin}/clinic`,
    ALERT_URL: `${alerts.origin}/alert-secret`,
    BOUNCE_IMAP_URL: bounces.url,
  }
  return { mail, feed, photos, map, scheduler, alerts, bounces, texts, posted, settings }
}

describe.each(databasesFor(import.meta.url))('the connections page, on %s', (kind) => {
  test('shows the settings, tests each service and saves its result', async () => {
    const all = await startAll()
    const { site, admin } = await startSite(all.settings, kind)
    expect(await (await admin.get('/admin')).text()).toContain(setup.email.test)
    const before = decode(await (await admin.get(path)).text())
    for (const host of [all.feed, all.photos, all.map, all.scheduler, all.alerts].map(({ origin }) => origin.slice(7)))
      expect(before).toContain(host)
    for (const id of ['relay', 'copy'] as const) expect(before).toContain(words.notInUse[id])
    expect(before.split(words.noTest)).toHaveLength(10)
    expect(before.lastIndexOf(words.noTest)).toBeLessThan(before.indexOf(words.notInUse.relay))
    const unused = await admin.post(path, { service: 'relay' })
    expect([unused.status, decode(await unused.text()).includes(words.unknown)]).toEqual([400, true])

    for (const service of hosted) expect(await send(admin, site, service), service).toContain(words.ok[service](3))
    const mail = await all.mail.email(1)
    expect(mail.to?.map(({ address }) => address)).toEqual([adminSettings.ADMIN_EMAIL])
    expect(mail.subject).toContain('Test email')
    expect(all.posted).toContainEqual(expect.objectContaining({ check: 'test', state: 'green' }))
    expect(all.photos.requests.at(-1)).toMatchObject({
      path: '/photos/random',
      headers: { authorization: 'Client-ID photo-key-1' },
    })
    // Keys that are restricted to the website need the referrer.
    expect(all.map.requests.at(-1)?.headers.referer).toBe(`${site.url}/`)
    expect([...(all.scheduler.requests.at(-1)?.query ?? [])]).toEqual([])

    const after = await (await admin.get(path)).text()
    expect(after).not.toMatch(/feed-secret|photo-key-1|map-secret|alert-secret|imap-secret|text-token-1|sk_test|whsec/)
    expect(after).not.toContain(words.noTest)
    const tests = await storedTests(site)
    expect(tests.map(({ ok }) => ok)).toEqual(Array.from({ length: 9 }, () => 1))
    expect(await (await admin.get('/admin/audit')).text()).toContain(acts['connection.tested'])

    await look(site, (db) => db.deleteFrom('limits').execute())
    for (const said of [words.testEmail.ok, words.testEmail.busy]) {
      const fromToday = await admin.post(path, { service: 'smtp', return: '/admin' })
      expect(fromToday.headers.get('Location')).toBe('/admin#done')
      const today = decode(await (await admin.get('/admin')).text())
      for (const text of [said, setup.email.tested]) expect(today).toContain(text)
    }
  })

  test('a double click sends one email', async () => {
    const mail = await receivingMailServer()
    const { site, admin } = await startSite({ MAIL_TRANSPORT: 'smtp', SMTP_URL: mail.url }, kind)
    const answers = await Promise.all([admin.post(path, { service: 'smtp' }), admin.post(path, { service: 'smtp' })])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    await mail.email(1)
    // However long the first test took.
    await look(site, (db) =>
      db
        .updateTable('limits')
        .set({ windowStart: Date.now() + 30_000 })
        .where('key', '=', 'connection-test:smtp')
        .execute(),
    )
    await admin.post(path, { service: 'smtp' })
    expect(await shown(admin, 'smtp')).toContain(words.busy)
    expect(mail.received).toHaveLength(1)
    expect(await storedTests(site)).toHaveLength(1)
  })
})

describe('a service that fails', () => {
  test('is named with its response and advice', async () => {
    const all = await startAll()
    const { site, admin } = await startSite(all.settings)
    const advice = (service: Exclude<ConnectionId, 'relay'>, about: string) => {
      const known: readonly (readonly [RegExp, string])[] = connectionAdvice[service]
      return known.find(([pattern]) => pattern.test(about))?.[1] ?? 'no advice'
    }
    const redirectTo =
      (location: string): Answer =>
      (_, response) =>
        response.writeHead(302, { Location: location }).end()
    const refuseFrames = answerText('', 'text/html', { 'x-frame-options': 'DENY' })
    const faults: [
      Exclude<ConnectionId, 'relay' | 'smtp' | 'bounces' | 'texts' | 'payments' | 'copy'>,
      Answer,
      string,
      string,
    ][] = [
      ['feed', answerStatus(401), words.status('401'), 'status-401'],
      ['feed', answerText('<html>', 'text/html'), words.failures.malformed ?? '', 'malformed'],
      ['photos', answerStatus(401), words.status('401'), 'status-401'],
      ['photos', answerStatus(403), words.status('403'), 'status-403'],
      ['photos', answerJson({}), words.failures.malformed ?? '', 'malformed'],
      ['photos', answerPhoto('https://elsewhere.example/1.jpg'), words.failures['other-origin'] ?? '', 'other-origin'],
      ['map', answerStatus(403), words.status('403'), 'status-403'],
      ['map', refuseFrames, words.failures['not-framed'] ?? '', 'not-framed'],
      ['map', redirectTo(`${all.scheduler.origin}/times`), words.failures['other-host'] ?? '', 'other-host'],
      ['scheduling', answerStatus(404), words.status('404'), 'status-404'],
      ['scheduling', refuseFrames, words.failures['not-framed'] ?? '', 'not-framed'],
      ['alerts', answerStatus(404), words.status('404'), 'status-404'],
      ['alerts', answerStatus(500), words.status('500'), 'status-500'],
    ]
    const services = { ...all, scheduling: all.scheduler }
    for (const [service, fault, says, about] of faults) {
      services[service].answerWith(fault)
      const section = await send(admin, site, service)
      expect(section, `${service} ${about}`).toContain(says)
      expect(section).toContain(advice(service, about))
      expect(section).not.toContain(words.ok[service](3))
    }
  })

  test('and never responds is given up in time, with a message', async () => {
    const smtp = await startScriptedSmtp({ greeting: silence })
    onTestFinished(() => smtp.stop())
    const silent = await startService(answerNever)
    const mailbox = await startImapServer()
    mailbox.state.fault = 'no-greeting'
    const { site, admin } = await startSite({
      BOUNCE_IMAP_URL: mailbox.url,
      MAIL_TRANSPORT: 'smtp',
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      FEED_URL: silent.origin,
      PHOTO_API_URL: silent.origin,
      PHOTO_ACCESS_KEY: 'photo-key-1',
      MAP_EMBED_URL: silent.origin,
      ...textSettings(silent.origin),
      ...paymentSettings(silent.origin),
      SCHEDULING_URL: silent.origin,
      ALERT_URL: silent.origin,
    })
    const answers = await Promise.all(hosted.map((service) => admin.post(path, { service })))
    expect(answers.map(({ status }) => status)).toEqual(hosted.map(() => 303))
    for (const service of hosted) expect(await shown(admin, service), service).toContain(words.failures.timeout)
    expect(await shown(admin, 'smtp')).toContain(words.mayArrive)
    const tests = await storedTests(site)
    expect(tests.map(({ reason }) => reason)).toEqual(hosted.map(() => 'timeout'))
  })

  test('and rejects the connection is reported as unreachable', async () => {
    const refusing = await refusingOrigin()
    const { site, admin } = await startSite({
      MAIL_TRANSPORT: 'smtp',
      SMTP_URL: refusing.replace('http', 'smtp'),
      FEED_URL: refusing,
      PHOTO_API_URL: refusing,
      PHOTO_ACCESS_KEY: 'photo-key-1',
      MAP_EMBED_URL: refusing,
      ...textSettings(refusing),
      SCHEDULING_URL: refusing,
      ALERT_URL: refusing,
    })
    for (const service of ['feed', 'photos', 'map', 'scheduling', 'alerts'] as const)
      expect(await send(admin, site, service), service).toContain(words.failures.unreachable)
    expect(await send(admin, site, 'smtp')).toContain('ECONNREFUSED')
  })

  test('such as a mail server that rejects the password is explained without naming the user', async () => {
    const script = { AUTH: '535 5.7.8 Username and Password not accepted for owner@clinic.example river-of-mail' }
    const smtp = await startScriptedSmtp({
      AUTH: () => script.AUTH,
      RCPT: '550 5.1.1 <admin@clinic.example>: no such mailbox',
    })
    onTestFinished(() => smtp.stop())
    const { site, admin } = await startSite({
      MAIL_TRANSPORT: 'smtp',
      SMTP_URL: `smtp://owner%40clinic.example:river-of-mail@127.0.0.1:${smtp.port}`,
    })
    const rejected = await send(admin, site, 'smtp')
    expect(rejected).toContain('Username and Password not accepted')
    expect(rejected).toContain('app password')
    script.AUTH = '235 welcome'
    expect(await send(admin, site, 'smtp')).toContain('no such mailbox')
    const html = await (await admin.get(path)).text()
    const stored = JSON.stringify(await storedTests(site))
    for (const text of [html, stored]) {
      expect(text).not.toContain('owner@')
      expect(text).not.toContain('admin@clinic.example')
      expect(text).not.toContain('river-of-mail')
    }
  })

  test('such as a relay is explained in the relay’s own terms', async () => {
    const relay = await startRelayService(onTestFinished)
    const { site, admin } = await startSite(relay.settings)
    const said =
      (status: number, body: string): Answer =>
      (_, response) =>
        response.writeHead(status).end(body)
    const { relayAdvice } = systemChecks.mail
    for (const [answer, advice, answered] of [
      [
        said(403, 'API calls are disabled for non-browser applications; private-key-1 maya@example.com'),
        relayAdvice[403],
        'API calls are disabled for non-browser applications',
      ],
      [said(401, 'Unauthorized'), relayAdvice[401], '401 Unauthorized'],
      [said(429, ''), relayAdvice[429], '429'],
      [said(200, ''), words.ok.relay(), ''],
    ] as const) {
      relay.answer = answer
      const section = await send(admin, site, 'relay')
      expect(section).toContain(advice)
      expect(section).toContain(answered)
    }
    expect(await (await admin.get(path)).text()).not.toMatch(/private-key-1|public-key-1|service-1|maya@/)
    relay.answer = answerNever
    expect(await send(admin, site, 'relay')).toContain(words.failures.timeout)
  })

  test.each([
    ['RELAY_USER_ID', '404 Account not found'],
    ['RELAY_SERVICE_ID', '400 The service ID not found'],
    ['RELAY_TEMPLATE_ID', '400 The template ID not found'],
  ])('such as a relay with a wrong %s is named by this setting', async (setting, said) => {
    const relay = await startRelayService(onTestFinished)
    const { site, admin } = await startSite({ ...relay.settings, [setting]: 'another' })
    const section = await send(admin, site, 'relay')
    expect(section).toContain(said)
    expect(section.split(words.advice)[1]).toContain(`set ${setting} `)
  })

  test('such as a converter is explained like the feed', async () => {
    const converter = await startService(answerConverted(exampleItems(2), 'error'))
    const { site, admin } = await startSite({ FEED_CONVERTER_URL: `${converter.origin}/convert?key=converter-secret` })
    expect(await send(admin, site, 'feed')).toContain(words.failures.malformed)
    converter.answerWith(answerStatus(422))
    expect(await send(admin, site, 'feed')).toContain('The converter couldn’t read the feed.')
    converter.answerWith(answerConverted(exampleItems(2)))
    expect(await send(admin, site, 'feed')).toContain(words.ok.feed(2))
    expect(await (await admin.get(path)).text()).not.toContain('converter-secret')
  })
})

describe('the place of the continuous copy', () => {
  async function startCopied() {
    const place = await startObjectStore()
    onTestFinished(place.stop)
    const { recipient } = await createKeyPair()
    const started = await startSite({ ...place.settings, COPY_RECIPIENT: recipient })
    // The copy goes on meanwhile.
    place.isFor = (key) => key.endsWith(testedName)
    return { place, ...started }
  }

  test('is tested with a small object, and the page shows its bucket without the keys', async () => {
    const { place, site, admin } = await startCopied()
    const before = await shown(admin, 'copy')
    for (const text of [new URL(place.url).host, 'clinic/site', words.noTest]) expect(before).toContain(text)
    const { COPY_ACCESS_KEY, COPY_SECRET_KEY } = place.settings
    for (const key of [COPY_ACCESS_KEY, COPY_SECRET_KEY]) expect(before).not.toContain(`>${key}<`)
    expect(await send(admin, site, 'copy')).toContain(words.ok.copy())
    expect(place.keys().length).toBeGreaterThan(0)
    expect(place.keys().filter(place.isFor)).toEqual([])
    expect(await (await admin.get('/admin/audit')).text()).toContain(words.titles.copy)
  })

  test('that fails is named with its response and advice', async () => {
    const { place, site, admin } = await startCopied()
    const { failures } = words
    place.slowMs = 11_000
    for (const [manners, says, said, advice] of [
      ['refusing', words.status('403'), 'AccessDenied', 'The key may not do this.'],
      ['full', words.status('507'), 'InsufficientStorage', 'The place is full.'],
      ['lie', failures['not-stored'], '', 'Nobody can rely on a copy there.'],
      ['keep', failures['not-deleted'], '', 'Nobody can rely on a copy there.'],
      ['slow', failures.timeout, '', 'The place is slow'],
    ] as const) {
      place.manners = manners
      const section = await send(admin, site, 'copy')
      for (const text of [says, said, advice]) expect(section, manners).toContain(text)
    }
    await place.stop()
    const section = await send(admin, site, 'copy')
    for (const text of [failures.unreachable, 'ECONNREFUSED']) expect(section).toContain(text)
  })
})

test('an unused or unknown service is not tested', async () => {
  const { site, admin } = await startSite({})
  for (const service of ['smtp', 'relay', 'photos', 'scheduling', 'alerts', 'copy', 'constructor', ''])
    expect((await admin.post(path, { service })).status, service).toBe(400)
  expect(await (await admin.post(path, {})).text()).toContain(words.unknown)
  expect(await storedTests(site)).toEqual([])
})

test('an aborted test is reported', async () => {
  const { site, admin } = await startSite({})
  await look(site, (db) => db.insertInto('connectionTests').values({ service: 'feed', askedAt: 1 }).execute())
  expect(await shown(admin, 'feed')).toContain(words.cutOff)
})

test('only the admin can see the page and run tests', async () => {
  const { site } = await startSite({})
  const stranger = visitor(site)
  const patient = accountHolder(site)
  await patient.signUp({ email: 'maya@example.com', password: goodPassword })
  expect(await patient.isSignedIn()).toBe(true)
  for (const one of [stranger, patient]) {
    const page = await one.get(path)
    expect([page.status, page.headers.get('Location')]).toEqual([302, '/'])
    expect((await one.post(path, { service: 'feed' })).status).toBe(403)
  }
  expect(await storedTests(site)).toEqual([])
})
