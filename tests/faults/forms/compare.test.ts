import { describe, expect, test } from 'vitest'
import { compare, missing, storedAgain } from './compare.ts'
import type { Evidence } from './evidence.ts'

const email = 'maya@example.com'

/** One sign-up, stored, with its email, which arrived. */
const fine = (): Evidence => ({
  answered: [{ form: 'newsletter', email, at: 9_000 }],
  stored: [{ form: 'newsletter', id: '1', email, at: 9_000 }],
  emails: [{ kind: 'newsletter-welcome', causeId: '1', messageId: '<1@clinic>', recipient: email, state: 'sent' }],
  mails: [{ messageId: '<1@clinic>', to: [email], at: 10_000 }],
  badSums: [],
  badCounts: [],
  interruptions: [],
  clockJumped: false,
})

describe('the comparison finds', () => {
  test('nothing wrong when everything is there once', () => {
    expect(compare(fine())).toEqual([])
  })

  const broken: [string, (evidence: Evidence) => void, RegExp][] = [
    ['what was accepted and is lost', (all) => (all.stored = []), /^lost: newsletter/],
    [
      'what is stored twice',
      (all) => all.stored.push({ form: 'newsletter', id: '2', email, at: 9_000_000 }),
      /stored 2 times/,
    ],
    ['what has no email', (all) => (all.emails = []), /0 times email/],
    ['an email about nothing', (all) => (all.emails[0]!.causeId = '7'), /nothing stored is the cause of .* about 7/],
    ['a second email about the same', (all) => all.emails.push({ ...all.emails[0]! }), /2 times email/],
    [
      'an email to another person',
      (all) => (all.emails[0]!.recipient = 'rosa@example.com'),
      /0 times email .* to maya/,
    ],
    ['a count that orders did not lower', (all) => all.badCounts.push('herb'), /what is left of herb/],
    ['an order without its lines', (all) => all.badSums.push('A-1'), /order A-1 is not the sum/],
    ['an email still waiting', (all) => (all.emails[0]!.state = 'waiting'), /still waiting/],
    ['an email that never arrived', (all) => (all.mails = []), /never arrived/],
    ['an email that went elsewhere', (all) => (all.mails[0]!.to = ['rosa@example.com']), /went to rosa/],
    ['a mail of no email', (all) => all.mails.push({ messageId: '<9@x>', to: [email], at: 1 }), /no email/],
    ['a mail sent again without need', (all) => all.mails.push({ ...all.mails[0]!, at: 20_000 }), /without need/],
  ]
  test.each(broken)('%s', (_, breaks, sentence) => {
    const evidence = fine()
    breaks(evidence)
    expect(compare(evidence).join('\n')).toMatch(sentence)
  })

  test('no violation in the morning email', () => {
    const evidence = fine()
    evidence.emails.push({ ...evidence.emails[0]!, kind: 'today', causeId: '2026-11-22', messageId: '<2@clinic>' })
    evidence.mails.push({ ...evidence.mails[0]!, messageId: '<2@clinic>' })
    expect(compare(evidence)).toEqual([])
  })

  test('no violation in a mail repeated because a server was killed before it could record the first', () => {
    const evidence = fine()
    evidence.mails.push({ ...evidence.mails[0]!, at: 26_000 })
    evidence.interruptions.push({ from: 10_005, until: 10_900 })
    expect(compare(evidence)).toEqual([])
    evidence.interruptions = [{ from: 26_100, until: 27_000 }]
    expect(compare(evidence)).toHaveLength(1)
  })
})

test('a form accepted before a copy began must be in the copy, a later one need not', () => {
  const answered = [1_000, 2_000].map((at) => ({ form: 'contact', email: `at-${at}@example.com`, at }))
  const copy = { until: 1_500, from: 'the copy' }
  expect(missing(answered, [], copy)).toEqual([
    'lost: contact of at-1000@example.com was accepted and is not in the copy',
  ])
  expect(missing(answered, [{ ...answered[0]!, id: '1' }], copy)).toEqual([])
})

describe('a message stored twice', () => {
  const times = (first: number, second: number, clockJumped: boolean): Evidence => ({
    ...fine(),
    answered: [{ form: 'contact', email, at: 0 }],
    stored: [first, second].map((at, index) => ({ form: 'contact', id: String(index), email, at })),
    clockJumped,
  })
  const doubled = (evidence: Evidence) => compare(evidence).filter((violation) => violation.startsWith('doubled'))

  test('counts as a new one if the clock jumped by more than a minute in between', () => {
    expect(doubled(times(0, 3_600_000, true))).toEqual([])
    expect(storedAgain(times(0, 3_600_000, true))).toBe(1)
  })

  test('is doubled otherwise', () => {
    expect(doubled(times(0, 3_600_000, false))).toHaveLength(1)
    expect(doubled(times(0, 50_000, true))).toHaveLength(1)
    expect(storedAgain(times(0, 50_000, true))).toBe(0)
  })
})
