import { expect, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import type { Today } from '#app/domain/today/today.ts'
import { morningEmail, toDo, siteHealth } from '#content/pages/admin-today.ts'
import { todayEmail } from './today.ts'

const clinic = contentFacts(Date.now())
const now = Temporal.ZonedDateTime.from(`2026-11-20T07:00[${clinic.timeZone}]`).epochMilliseconds
const hour = 3_600_000
const backup = { madeAt: now - 4 * hour, triedAt: now - 4 * hour, failing: false, onDiskOfData: false }
const well = {
  alarms: false,
  mail: { leaves: true, waiting: 0, failed: 0, newsletterWaits: false },
  feed: { readAt: now - hour, failing: false },
  backup,
}

const emailOf = (today: Today, late = false) =>
  todayEmail.renderData(
    { today, late, adminUrl: 'https://clinic.example/admin', now },
    { clinic, content: deliveredContent },
  )

/** As one line, since the text is wrapped. */
const textOf = (today: Today, late = false) => emailOf(today, late).text.replaceAll(/\s+/g, ' ')

const busy: Today = {
  sections: [
    {
      kind: 'appointments',
      count: 1,
      items: [
        {
          id: 'v1',
          name: 'Ravi Menon',
          phone: '(205) 555-0111',
          at: now + 3 * hour,
          state: 'confirmed',
          serviceId: 'general',
          minutes: 60,
        },
      ],
    },
    {
      kind: 'undelivered',
      count: 2,
      items: [
        {
          emailId: 'l1',
          emailKind: 'order-confirmation',
          recipient: 'maya@example.com',
          at: now - 15 * hour,
          toClinic: false,
          about: { name: 'Maya Thomas', phone: '(205) 555-0100', orderNumber: 'K7F-29Q' },
        },
        {
          emailId: 'l2',
          emailKind: 'newsletter-welcome',
          recipient: 'rosa@example.com',
          at: now - 15 * hour,
          toClinic: false,
        },
      ],
    },
    {
      kind: 'orders',
      count: 12,
      items: [{ number: 'K7F-29Q', name: 'Robert Ellis', totalCents: 3_400, at: now - 10 * hour }],
    },
    { kind: 'messages', count: 1, items: [{ id: 'm1', name: 'Grace Kim', at: now - hour, text: 'My knee hurts.' }] },
    { kind: 'posts', count: 1, items: [{ address: '/blog/milk', title: 'Milk', sentences: 2, at: now - hour }] },
  ],
  health: {
    mail: { leaves: true, waiting: 3, since: now - 2 * hour, failed: 0, newsletterWaits: false },
    feed: { failing: true },
    backup: { failing: false, onDiskOfData: true },
    alarms: false,
  },
}

test('the morning email lists tasks with times and initials, but without names, addresses or numbers', () => {
  const { subject, html } = emailOf(busy)
  const text = textOf(busy)
  expect(subject).toBe(morningEmail.subject('Friday, November 20', 17))
  for (const said of [
    `10 am: ${toDo.appointments.item('RM')}`,
    toDo.undelivered.call('MT', 'order-confirmation', 'K7F-29Q'),
    toDo.orders.item('RE', 'K7F-29Q', '$34.00'),
    toDo.messages.item('GK'),
    toDo.posts.item('Milk', 2),
    toDo.more(11),
    'Nov 19, 4 pm',
    '6 am',
    siteHealth.notWell,
    siteHealth.mail.waits(3, '5 am'),
    siteHealth.backup.none,
    siteHealth.backup.onDiskOfData,
    'https://clinic.example/admin',
  ])
    expect(text).toContain(said)
  for (const secret of [
    'Maya',
    'Thomas',
    'Robert',
    'Ellis',
    'Grace',
    'Kim',
    'Ravi',
    'Menon',
    '555-0100',
    '555-0111',
    '@example.com',
    'knee',
  ])
    for (const part of [subject, text, html]) expect(part).not.toContain(secret)
})

test('a morning without tasks has an email that says so, with the status of email and blog', () => {
  const today = { sections: [], health: well }
  expect(emailOf(today).subject).toBe(morningEmail.subject('Friday, November 20', 0))
  const text = textOf(today)
  for (const said of [
    morningEmail.nothing,
    siteHealth.well,
    siteHealth.mail.goesOut,
    siteHealth.feed.read('6 am'),
    siteHealth.backup.restorable('3 am'),
  ])
    expect(text).toContain(said)
  expect(text).not.toContain(morningEmail.late)
  expect(text).not.toContain(siteHealth.backup.onDiskOfData)
  expect(textOf(today, true)).toContain(morningEmail.late)
})

test('the email says when emails only stay in the outbox', () => {
  const kept = { sections: [], health: { ...well, mail: { ...well.mail, leaves: false } } }
  expect(textOf(kept)).toContain(`${siteHealth.mail.kept} ${siteHealth.restIsWell}`)
  expect(textOf(kept)).not.toContain(siteHealth.well)
  const failing = { ...kept.health, feed: { ...well.feed, failing: true } }
  expect(textOf({ ...kept, health: failing })).toContain(`${siteHealth.notWell} ${siteHealth.mail.kept}`)
})
