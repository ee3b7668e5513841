import { expect, test } from 'vitest'
import { findDoneSteps, type SetupInput, setupSteps } from '#app/domain/checks/setup.ts'
import { contentFacts, toClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { deliveredClinic } from '#app/domain/clinic/sections.ts'
import { setup as words } from './setup-words.ts'
import { systemChecks } from '#content/system-checks.ts'
import { toSetupView } from './setup-view.server.ts'

const now = Date.parse('2026-11-22T12:00:00Z')
const facts = contentFacts(now)

type Change = {
  done?: boolean
  mail?: 'outbox' | 'smtp'
  reason?: string
  unwritten?: SetupInput['unwritten']
} & Partial<Pick<SetupInput, 'booking'>>

function view(change: Change) {
  const { done = false, mail = 'outbox', reason, unwritten = [], booking = { practitioners: [], rooms: [] } } = change
  const input: SetupInput = {
    facts,
    saved: deliveredClinic,
    booking,
    isEmailTested: false,
    hasSecondFactor: false,
    backup: { since: now, onDiskOfData: true },
    unwritten,
  }
  const steps = done ? setupSteps.map((step) => [step, true]) : Object.entries(findDoneSteps(input))
  const mailTest = reason ? { askedAt: now, result: { at: now, ok: false, reason } } : undefined
  const setup = { ...input, done: Object.fromEntries(steps), mailTest, backupWork: undefined }
  const clinic = { facts: () => toClinicFacts(deliveredClinic, now), saved: () => deliveredClinic }
  return toSetupView(setup, { clinic, config: { mail: { transport: mail } } } as never, now)
}

const emailRow = (change: Parameters<typeof view>[0]) => view(change).steps.find(({ key }) => key === 'email')

test('says once that the clinic can open, without the steps', () => {
  expect(view({ done: true })).toMatchObject({ ...words.ready, steps: [] })
  expect(view({ done: true }).progress).toBeUndefined()
})

test('leads to the rooms while there are fewer of them than people', () => {
  const team = (rooms: object[]) => {
    const practitioners = [{ name: 'Anna' }, { name: 'Ravi' }]
    return view({ booking: { practitioners, rooms } }).steps.find(({ key }) => key === 'team')
  }
  const says = 'Anna, Ravi. One room: one at a time.'
  expect(team([{}])).toMatchObject({ done: true, says, link: { href: '/admin/rooms' } })
  expect(team([{}, {}])).toMatchObject({ done: true, says: 'Anna, Ravi', link: { href: '/admin/team' } })
})

test('counts the steps that are done', () => {
  const { progress, steps } = view({})
  expect(progress).toMatchObject({ done: steps.filter(({ done }) => done).length, all: setupSteps.length })
})

test('has a step for each record with a placeholder, and one in all once there is none', () => {
  const unwritten: SetupInput['unwritten'] = [
    { name: 'home', title: 'Home page', placeholder: '[Name]' },
    { name: 'team/asha', title: 'Asha', placeholder: '[Role]' },
  ]
  const { progress, steps } = view({ unwritten })
  expect(steps.slice(-2)).toMatchObject([
    { done: false, says: expect.stringContaining('[Name]'), link: { href: '/admin/pages/home' } },
    { done: false, says: expect.stringContaining('[Role]'), link: { href: '/admin/team/asha' } },
  ])
  expect(progress?.all).toBe(setupSteps.length + 1)
  expect(view({}).steps.at(-1)).toMatchObject({ key: 'texts', done: true, says: words.texts.none })
})

test('email is tested in place where it is set up, and a test that failed says why', () => {
  expect(emailRow({})).toMatchObject({ says: expect.stringContaining(systemChecks.mail.notConfigured) })
  expect(emailRow({})).not.toHaveProperty('act')
  const act = { action: '/admin/connections', fields: { service: 'smtp' } }
  expect(emailRow({ mail: 'smtp' })).toMatchObject({ says: words.email.ask, act })
  expect(emailRow({ mail: 'smtp', reason: 'timeout' })).toMatchObject({
    act,
    link: { href: '/admin/connections#smtp' },
    says: expect.not.stringContaining(words.email.ask),
  })
})
