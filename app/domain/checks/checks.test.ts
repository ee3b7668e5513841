import { describe, expect, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { systemChecks as words } from '#content/system-checks.ts'
import type { CheckResult } from './check.ts'
import { senderCheck } from './sender-check.ts'
import {
  type CheckedSettings,
  keysCheck,
  mailCheck,
  proxyCheck,
  publicUrlCheck,
  placeholdersCheck,
} from './settings-checks.ts'
import {
  auditCheck,
  backupCheck,
  backupPlaceCheck,
  copyCheck,
  bouncesCheck,
  textsCheck,
  clockCheck,
  diskCheck,
  feedCheck,
  emailsCheck,
  paymentsCheck,
  secondFactorCheck,
  timeCheck,
} from './work-checks.ts'

const settings = (more: Partial<CheckedSettings> = {}): CheckedSettings => ({
  publicOrigin: 'https://www.clinic.example',
  trustedProxies: 1,
  mail: { transport: 'smtp' },
  secrets: { encryption: 'a key' },
  misspelled: [],
  ...more,
})
const saw = (...names: string[]) => new Set(names)
const now = Date.parse('2026-11-22T12:00:00Z')
const hour = 3_600_000
const when = (at: number) => new Date(at).toISOString()

describe('the address of the website', () => {
  test.each([
    ['https://www.clinic.example', saw('stranger'), 'green'],
    ['http://localhost:3000', saw(), 'green'],
    ['http://localhost:3000', saw('stranger'), 'amber'],
    ['http://127.0.0.1:3000', saw('stranger'), 'amber'],
    ['http://www.clinic.example', saw(), 'amber'],
    ['https://www.clinic.example', saw('elsewhere'), 'amber'],
    ['https://www.clinic.example', saw('elsewhere', 'own'), 'green'],
  ])('%s, with %o', (publicOrigin, seen, state) => {
    expect(publicUrlCheck(settings({ publicOrigin }), seen)).toMatchObject({ state })
  })
})

test('reports a proxy only while TRUST_PROXY does not count it', () => {
  expect(proxyCheck(settings({ trustedProxies: 0 }), saw('forwarded'))).toMatchObject({
    state: 'amber',
    details: expect.stringContaining('TRUST_PROXY'),
  })
  expect(proxyCheck(settings({ trustedProxies: 0 }), saw())).toMatchObject({ state: 'green' })
  expect(proxyCheck(settings({ trustedProxies: 0 }), saw('fewer-proxies'))).toMatchObject({ state: 'green' })
  expect(proxyCheck(settings(), saw('forwarded'))).toMatchObject({ state: 'green' })
  expect(proxyCheck(settings(), saw('fewer-proxies'))).toMatchObject({
    state: 'amber',
    details: expect.stringContaining('TRUST_PROXY is 1'),
  })
})

test('emails that only stay in the outbox, a key stored with the data and a leftover key sheet need attention', () => {
  expect(mailCheck(settings({ mail: { transport: 'outbox' } }))).toMatchObject({ state: 'amber' })
  expect(mailCheck(settings())).toMatchObject({ state: 'green' })
  const rejected = mailCheck(settings(), { reason: '535 Authentication credentials invalid' })
  expect(rejected).toMatchObject({ state: 'amber', details: expect.stringContaining('535 Authentication') })
  const expired = mailCheck(settings(), { reason: 'smtp ESOCKET: certificate has expired' })
  expect(expired).toMatchObject({ state: 'red', details: expect.stringContaining('renew') })
  const relay = mailCheck(settings({ mail: { transport: 'relay', url: 'https://relay.example/send' } }), {
    reason: '412 Invalid grant',
  })
  expect(relay).toMatchObject({
    state: 'red',
    details: expect.stringMatching(/412.*reconnect/),
  })
  const odd = mailCheck(settings({ mail: { transport: 'relay', url: 'https://relay.example/send' } }), {
    reason: 'fetch failed',
  })
  expect(odd).toMatchObject({ state: 'red', details: expect.stringContaining('RELAY_URL') })
  expect(keysCheck(settings({ secrets: { encryption: undefined } }), [])).toMatchObject({ state: 'amber' })
  expect(keysCheck(settings(), ['a-sheet.txt'])).toMatchObject({
    state: 'amber',
    details: expect.stringContaining('a-sheet.txt'),
  })
  expect(keysCheck(settings(), [])).toMatchObject({ state: 'green' })
})

test('lists only the unconfirmed facts', () => {
  const facts = contentFacts(now)
  const unmarked = {
    ...facts,
    standIn: undefined,
    street: '1 Main Street',
    phone: { ...facts.phone, standIn: undefined },
  }
  expect(placeholdersCheck({ ...facts, phone: { ...facts.phone, standIn: true } }, {}).says).toContain('phone')
  expect(placeholdersCheck(unmarked, {}).says).not.toContain('phone')
  expect(placeholdersCheck(unmarked, { standIn: true }).says).toContain('booking')
})

const { audit, backup, clock, emails, feed, keys, mail, payments, sender, time } = words
const [address, place, factor] = [words['public-url'], words['backup-place'], words['second-factor']]
const local = 'http://localhost:3000'
const onDisk = { since: 0, onDiskOfData: true }
const read = { name: 'read', since: now, failure: 'timeout' } as const
const altered = { at: now, state: { ok: false, fault: 'altered', entry: 7 } } as const

test.each<[CheckResult, ...string[]]>([
  [emailsCheck({ count: 1, since: now }, when), emails.lateAdvice, emails.lateDetails],
  [secondFactorCheck(undefined), factor.noAdminDetails],
  [secondFactorCheck({ hasSecondFactor: false }), factor.noneAdvice],
  [backupCheck(onDisk, now, when), backup.failureAdvice, backup.failureDetails()],
  [backupPlaceCheck(onDisk), place.sameDetails],
  [clockCheck(90_000), clock.offDetails],
  [timeCheck([{ server: 's3.example', aheadMs: 90_000 }]), time.offDetails],
  [feedCheck({ failing: true }), feed.failingDetails],
  [feedCheck({ failing: true, reason: 'timeout' }), `${feed.reasons.plain.timeout} ${feed.failingDetails}`],
  [feedCheck({ failing: true, reason: 'status-503' }), `${feed.reasons.status('503')} ${feed.failingDetails}`],
  [paymentsCheck([read], 0, when), payments.failingDetails],
  [auditCheck(altered), audit.brokenDetails],
  [publicUrlCheck(settings({ publicOrigin: local }), saw('stranger')), address.localDetails(local)],
  [publicUrlCheck(settings(), saw('elsewhere')), address.otherDetails(settings().publicOrigin)],
  [publicUrlCheck(settings({ publicOrigin: 'http://a.example' }), saw()), address.plainDetails('http://a.example')],
  [mailCheck(settings({ mail: { transport: 'outbox' } })), mail.notConfiguredDetails],
  [keysCheck(settings({ secrets: { encryption: undefined } }), []), keys.besideDetails],
  [keysCheck(settings(), ['a-sheet.txt']), keys.sheetAdvice, keys.sheetDetails('a-sheet.txt')],
  [
    placeholdersCheck(contentFacts(now), { standIn: true }),
    words['stand-ins'].someAdvice,
    words['stand-ins'].someDetails,
  ],
  [await senderCheck('a.net', () => Promise.reject(new Error('none'))), sender.unknownAdvice, sender.unknownDetails],
  [await senderCheck('clinic.example', async () => []), sender.exampleDetails],
])('what is not green says what to do about it: %o', ({ state, advice, details }, ...help) => {
  expect(state).not.toBe('green')
  expect([advice, details].filter(Boolean)).toEqual(help)
})

test('an email that waits for a long time is an alarm', () => {
  expect(emailsCheck({ count: 0 }, when)).toMatchObject({ state: 'green' })
  expect(emailsCheck({ count: 2, since: now }, when)).toMatchObject({
    state: 'red',
    says: expect.stringContaining('2 emails'),
  })
})

test('the clock is compared with other servers, as far as they tell the time', () => {
  const compared = (...ahead: number[]) => timeCheck(ahead.map((aheadMs) => ({ server: 's3.example', aheadMs }))).state
  expect([compared(), compared(500), compared(-90_000), compared(90_000, 200)]).toEqual([
    ...['green', 'green', 'amber', 'green'],
  ])
})

test('a folder of the data that may not be written to is an alarm', () => {
  const much = [{ folder: '/data', free: 1e12 }]
  expect(diskCheck(much)).toMatchObject({ state: 'green' })
  expect(diskCheck(much, '/data')).toMatchObject({ state: 'red', details: expect.stringContaining('/data') })
})

test('an admin without two-factor authentication, or no admin, needs attention', () => {
  expect(secondFactorCheck(undefined)).toMatchObject({ state: 'amber' })
  expect(secondFactorCheck({ hasSecondFactor: false })).toMatchObject({ state: 'amber' })
  expect(secondFactorCheck({ hasSecondFactor: true })).toMatchObject({ state: 'green' })
})

test('a continuous copy that is behind, or cannot be restored, is an alarm', () => {
  const copy = { since: now - hour, until: now - 1_000, isElsewhere: false }
  expect(copyCheck(undefined, now, when)).toMatchObject({ state: 'green' })
  const elsewhere = copyCheck({ ...copy, isElsewhere: true, until: now - hour }, now, when)
  expect(elsewhere).toEqual({ state: 'green', says: words.copy.elsewhere })
  const first = copyCheck({ since: now, isElsewhere: false }, now, when)
  expect(first).toEqual({ state: 'green', says: words.copy.first })
  expect(copyCheck(copy, now, when)).toEqual({ state: 'green', says: words.copy.good(when(now - 1_000)) })
  const failure = { at: now, reason: 'COPY_URL: the place answered 507.' }
  expect(copyCheck({ ...copy, until: now - hour, failure }, now, when)).toMatchObject({
    state: 'red',
    says: expect.stringContaining('behind'),
    details: expect.stringContaining('507'),
  })
  const drill = { at: now, fault: 'The table orders in the copy is not as in the database.' }
  expect(copyCheck({ ...copy, drill }, now, when)).toMatchObject({
    state: 'red',
    details: expect.stringContaining('orders'),
  })
})

test('failing or missing backups are an alarm, and their location needs attention', () => {
  const base = { since: now - 100 * hour, onDiskOfData: false }
  expect(backupCheck({ ...base, since: now }, now, when)).toMatchObject({ state: 'green' })
  expect(backupCheck(base, now, when)).toMatchObject({ state: 'red' })
  expect(backupCheck({ ...base, madeAt: now - hour }, now, when)).toMatchObject({ state: 'green' })
  expect(backupCheck({ ...base, madeAt: now - 40 * hour }, now, when)).toMatchObject({ state: 'red' })
  const failure = { at: now, reason: 'BACKUP_DIR is full.' }
  expect(backupCheck({ ...base, madeAt: now - hour, failure }, now, when)).toMatchObject({
    state: 'red',
    details: expect.stringContaining('is full'),
  })
  expect(backupPlaceCheck({ ...base, onDiskOfData: true })).toMatchObject({ state: 'amber' })
  expect(backupPlaceCheck(base)).toMatchObject({ state: 'green' })
  const closed = backupPlaceCheck({ ...base, onDiskOfData: true, notWritable: '/mnt/backups' })
  expect(closed).toMatchObject({ state: 'amber', details: expect.stringContaining('/mnt/backups') })
})

test.each([
  [50_000, 'green', '48 GB'],
  [900, 'amber', '900 MB'],
  [100, 'red', '100 MB'],
])('a disk with %i MB left', (megabytes, state, shown) => {
  const places = [
    { folder: '/data', free: 90_000 * 1024 * 1024 },
    { folder: '/backups', free: megabytes * 1024 * 1024 },
  ]
  const check = diskCheck(places)
  expect(check).toMatchObject({ state, says: expect.stringContaining(shown) })
  if (state !== 'green') expect(check.details).toContain('/backups')
})

test('a clock far from the database’s, a dead feed and an altered trail are reported', () => {
  expect(clockCheck(2_000)).toMatchObject({ state: 'green' })
  expect(clockCheck(-300_000)).toMatchObject({ state: 'amber', says: expect.stringContaining('300 seconds') })
  expect(feedCheck({ failing: true })).toMatchObject({ state: 'amber' })
  expect(feedCheck({ failing: false })).toMatchObject({ state: 'green' })
  expect(auditCheck(undefined)).toMatchObject({ state: 'green' })
  expect(auditCheck({ at: now, state: { ok: true } })).toMatchObject({ state: 'green' })
  const broken = { at: now, state: { ok: false, fault: 'altered', entry: 7 } } as const
  expect(auditCheck(broken)).toMatchObject({ state: 'red', says: expect.stringContaining('entry 7') })
})

describe('the sender of emails', () => {
  const records =
    (known: Record<string, string[]>) =>
    async (name: string): Promise<string[]> =>
      known[name] ?? []
  const spf = ['v=spf1 include:_spf.mail.net -all', 'some other text']
  const dmarc = ['v=DMARC1; p=quarantine']

  test.each<[string, string | undefined, Record<string, string[]>, string, RegExp]>([
    ['does not leave by SMTP', undefined, {}, 'green', /./],
    ['has a placeholder domain', 'clinic.example', {}, 'amber', /placeholder/],
    ['has both records', 'clinic.net', { 'clinic.net': spf, '_dmarc.clinic.net': dmarc }, 'green', /./],
    [
      'is below the domain with the policy',
      'mail.clinic.net',
      { 'mail.clinic.net': spf, '_dmarc.clinic.net': dmarc },
      'green',
      /./,
    ],
    ['has no policy', 'clinic.net', { 'clinic.net': spf }, 'amber', /no DMARC record/],
    ['has nothing', 'clinic.net', { 'clinic.net': ['v=spf10 no'] }, 'amber', /no SPF and no DMARC record/],
  ])('%s', async (_, domain, known, state, says) => {
    const check = await senderCheck(domain, records(known))
    expect(check.state).toBe(state)
    expect(`${check.says} ${check.details ?? ''}`).toMatch(says)
  })

  test('cannot be looked up', async () => {
    const check = await senderCheck('clinic.net', () => Promise.reject(new Error('no name server')))
    expect(check).toMatchObject({ state: 'amber', says: expect.stringContaining('Couldn’t look up') })
  })
})

test('online payments are red while they cannot be read or made, and a movement of an unknown kind is only counted', () => {
  expect(paymentsCheck(undefined, 0, when).state).toBe('green')
  expect(paymentsCheck([], 0, when)).toEqual({ state: 'green', says: expect.not.stringMatching(/\d/) })
  expect(paymentsCheck([], 2, when)).toEqual({ state: 'green', says: expect.stringContaining('2 movements') })
  const troubles = [
    { name: 'compare', since: now - hour, failure: 'status-403: lacks Charges: Read' },
    { name: 'read', since: now, failure: 'timeout' },
  ] as const
  const failing = paymentsCheck(troubles, 2, when)
  expect(failing.state).toBe('red')
  for (const part of ['Reason: status-403: lacks Charges: Read', 'Reason: timeout', when(now - hour)])
    expect(failing.says).toContain(part)
})

test('text messages are a task once none could be sent for an hour', () => {
  expect(textsCheck(undefined, now, when).state).toBe('green')
  expect(textsCheck({}, now, when).state).toBe('green')
  expect(textsCheck({ since: now - hour, reason: 'timeout' }, now, when).state).toBe('green')
  const failing = textsCheck({ since: now - hour - 1, reason: 'status-401' }, now, when)
  expect(failing).toMatchObject({ state: 'amber', details: expect.stringContaining('status-401') })
})

test('the mailbox of bounces is a task once it could not be read for an hour', () => {
  const state = (health: Parameters<typeof bouncesCheck>[0]) => bouncesCheck(health, now, when).state
  expect(state(undefined)).toBe('green')
  expect(state({})).toBe('green')
  expect(state({ readAt: now - hour })).toBe('green')
  expect(state({ readAt: now - 2 * hour, failingSince: now - hour, failure: 'timeout' })).toBe('green')
  const failing = bouncesCheck({ failingSince: now - hour - 1, failure: 'not-signed-in' }, now, when)
  expect(failing).toMatchObject({ state: 'amber', details: expect.stringContaining('not-signed-in') })
})
