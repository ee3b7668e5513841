import { describe, expect, test } from 'vitest'
import type { Delivery } from '#app/integrations/mail-transport/mail-transport.server.ts'
import { decideRetry } from './retry-decision.ts'

const now = 1_000_000
const minute = 60_000
type BeforeTry = Parameters<typeof decideRetry>[0]
type Failure = Extract<Delivery, { ok: false }>

const fresh: BeforeTry = { tries: 0, triedAt: undefined, uncertain: false, waitsForServer: false }
const failure = (more: Partial<Failure>): Failure => ({
  ok: false,
  permanent: false,
  scope: 'email',
  reason: 'smtp 450 at RCPT TO',
  detail: 'later',
  ...more,
})
const decide = (email: Partial<BeforeTry>, delivery: Failure, server = { lastAnswerAt: 0, isDown: false }) =>
  decideRetry({ ...fresh, ...email }, delivery, { ...server, now })

test('a temporary rejection is retried after one minute and after five, and then fails', () => {
  expect(decide({}, failure({}))).toMatchObject({ retry: true, tries: 1, at: now + minute })
  expect(decide({ tries: 1 }, failure({}))).toMatchObject({ retry: true, tries: 2, at: now + 5 * minute })
  expect(decide({ tries: 2 }, failure({}))).toMatchObject({ retry: false })
})

test('a permanent rejection fails at once', () => {
  expect(decide({}, failure({ permanent: true }))).toMatchObject({ retry: false, uncertain: false })
})

describe('a failure of the server', () => {
  const away = failure({ scope: 'server' })

  test('uses up no try, and the retry is later if the server is down', () => {
    const soon = decide({ tries: 1 }, away)
    expect(soon).toMatchObject({ retry: true, tries: 1, waitsForServer: true })
    const later = decide({ tries: 1 }, away, { lastAnswerAt: 0, isDown: true })
    expect(later).toMatchObject({ retry: true, tries: 1, waitsForServer: true })
    expect(later.retry && soon.retry && later.at > soon.at).toBe(true)
  })

  test('uses up a try of this email if the server has accepted another email since the last try', () => {
    const again = { waitsForServer: true, triedAt: now - 10_000 }
    const own = decide(again, away, { lastAnswerAt: now - 5_000, isDown: false })
    expect(own).toMatchObject({ retry: true, tries: 1, at: now + minute, waitsForServer: false })
    expect(decide(again, away, { lastAnswerAt: now - 20_000, isDown: false })).toMatchObject({ tries: 0 })
  })
})

describe('a lost response', () => {
  const lost = failure({ scope: 'server', perhapsSent: true })

  test('is retried without using up a try, and marks the email as uncertain', () => {
    expect(decide({}, lost)).toMatchObject({
      ...{ retry: true, uncertain: true, tries: 0 },
      waitsForServer: false,
    })
  })

  test('to an uncertain email makes it fail', () => {
    expect(decide({ uncertain: true }, lost)).toMatchObject({ retry: false, uncertain: true })
  })

  test('leaves the email marked as uncertain, even if the next try is rejected', () => {
    expect(decide({ uncertain: true }, failure({}))).toMatchObject({ retry: true, uncertain: true, tries: 1 })
    const rejected = failure({ permanent: true })
    expect(decide({ uncertain: true }, rejected)).toMatchObject({ retry: false, uncertain: true })
  })
})
