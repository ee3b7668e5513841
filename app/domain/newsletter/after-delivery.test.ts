import { describe, expect, test } from 'vitest'
import type { Delivery } from '#app/integrations/mail-transport/mail-transport.server.ts'
import { afterDelivery, type Tried } from './after-delivery.ts'

const now = 1_000_000
const minute = 60_000
const fresh: Tried = { tries: 0, uncertain: false, troubledAt: null }
const failure = (more: Partial<Extract<Delivery, { ok: false }>>): Delivery => ({
  ok: false,
  permanent: false,
  trouble: 'letter',
  reason: 'smtp 450 at RCPT TO',
  detail: 'later',
  ...more,
})
const after = (recipient: Partial<Tried>, delivery: Delivery, tookOthersAt = 0) =>
  afterDelivery({ ...fresh, ...recipient }, delivery, { tookOthersAt, now })

test('what was taken is sent, what was only written is kept', () => {
  expect(after({}, { ok: true, state: 'sent' })).toEqual({ state: 'sent' })
  expect(after({}, { ok: true, state: 'kept' })).toEqual({ state: 'kept' })
})

test('a refusal for now is tried again after one minute, then after five, then it failed', () => {
  expect(after({}, failure({}))).toMatchObject({ state: 'queued', tries: 1, nextAt: now + minute })
  expect(after({ tries: 1 }, failure({}))).toMatchObject({ state: 'queued', tries: 2, nextAt: now + 5 * minute })
  expect(after({ tries: 2 }, failure({}))).toMatchObject({ state: 'failed', bounced: false })
})

test('a refusal for good failed at once; only one of the address itself is a bounce', () => {
  expect(after({}, failure({ permanent: true, recipientRefused: true }))).toMatchObject({
    state: 'failed',
    bounced: true,
  })
  expect(after({}, failure({ permanent: true }))).toMatchObject({ state: 'failed' })
})

describe('trouble of the server', () => {
  const away = failure({ trouble: 'server' })

  test('uses up no try, and others come first', () => {
    expect(after({ tries: 1 }, away)).toMatchObject({ state: 'queued', tries: 1, troubledAt: now })
  })

  test('that comes again while the server takes others is the mail’s own', () => {
    const troubledAt = now - 10_000
    expect(after({ troubledAt }, away, now - 5_000)).toMatchObject({ state: 'queued', tries: 1, nextAt: now + minute })
    expect(after({ troubledAt }, away, now - 20_000)).toMatchObject({ state: 'queued', tries: 0 })
  })
})

describe('a lost answer', () => {
  const lost = failure({ trouble: 'server', perhapsSent: true })

  test('is one mail more, which is marked', () => {
    expect(after({}, lost)).toMatchObject({ state: 'queued', uncertain: true, tries: 0 })
  })

  test('to that one is the end', () => {
    expect(after({ uncertain: true }, lost)).toMatchObject({ state: 'failed', uncertain: true })
  })

  test('keeps its mark whatever is said to the second mail', () => {
    expect(after({ uncertain: true }, failure({}))).toMatchObject({ state: 'queued', uncertain: true, tries: 1 })
    expect(after({ uncertain: true }, failure({ permanent: true }))).toMatchObject({ state: 'failed', uncertain: true })
  })
})
