import { expect, test } from 'vitest'
import { findDoneSteps, type SetupInput, setupSteps } from '#app/domain/checks/setup.ts'
import { contentFacts, toClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { deliveredClinic } from '#app/domain/clinic/sections.ts'
import { setup as words } from './setup-words.ts'
import { connectionsPage } from '#content/pages/admin-connections.ts'
import { systemPage } from '#content/pages/admin-system.ts'
import { systemChecks } from '#content/system-checks.ts'
import type { Setup } from '#app/domain/checks/setup.server.ts'
import { toSetupView } from './setup-view.server.ts'

const now = Date.parse('2026-11-22T12:00:00Z')
const facts = contentFacts(now)

type Change = {
  /** All of them, or some. */
  done?: true | Partial<Setup['done']>
  mail?: 'outbox' | 'smtp'
  reason?: string
  unwritten?: SetupInput['unwritten']
} & Partial<Pick<SetupInput, 'booking' | 'facts' | 'backup'>> &
  Partial<Pick<Setup, 'backupWork' | 'mailTest'>>

function view(change: Change) {
  const { done, mail = 'outbox', reason, unwritten = [], booking = { practitioners: [], rooms: [] } } = change
  const input: SetupInput = {
    facts: change.facts ?? facts,
    saved: deliveredClinic,
    booking,
    isEmailTested: false,
    hasSecondFactor: false,
    backup: change.backup ?? { since: now, onDiskOfData: true },
    unwritten,
  }
  const steps =
    done === true ? setupSteps.map((step) => [step, true]) : Object.entries({ ...findDoneSteps(input), ...done })
  const mailTest = reason ? { askedAt: now, result: { at: now, ok: false, reason } } : change.mailTest
  const setup = { ...input, done: Object.fromEntries(steps), mailTest, backupWork: change.backupWork }
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

test('says of each step what there is, and offers what is left to do', () => {
  const row = (key: string, change: Change = {}) => {
    const { says, link, act } = view(change).steps.find((step) => step.key === key)!
    return [says, link?.text, act?.text]
  }
  const isDone = { done: Object.fromEntries(setupSteps.map((step) => [step, step !== 'texts'])) }
  const { address, hours, holidays, team, secondFactor, email, backup, placeholders, change } = words
  expect(row('address', isDone)).toEqual([expect.stringContaining('Alabama'), change, undefined])
  expect(row('address', { done: isDone.done, facts: { ...facts, withoutAddress: true } })[0]).toBe(address.hidden)
  expect(row('address')).toEqual([expect.stringMatching(/^Visitors see no street/), address.add, undefined])
  expect(row('hours')).toEqual([expect.stringMatching(/Is this right\?$/), change, hours.confirm])
  expect(row('hours', isDone)).toEqual([expect.not.stringContaining('?'), change, undefined])
  expect(row('holidays')).toEqual([expect.stringMatching(/holidays\. Next: /), change, holidays.confirm])
  const open = { facts: { ...facts, holidays: [] }, done: isDone.done }
  expect(row('holidays', open)).toEqual([holidays.none, change, undefined])
  const once = { facts: { ...facts, holidays: facts.holidays.slice(0, 1) } }
  expect(row('holidays', once)[0]).toContain('Closed on 1 holiday.')
  expect(row('team')).toEqual([team.none, team.add, undefined])
  expect(row('second-factor')[1]).toBe(secondFactor.add)
  expect(row('second-factor', isDone)).toEqual([systemChecks['second-factor'].good, undefined, undefined])
  expect(row('email', isDone)).toEqual([email.tested, undefined, undefined])
  const asked = (at: number) => row('email', { mail: 'smtp', mailTest: { askedAt: at, result: undefined } as never })[0]
  expect([asked(now), asked(0)]).toEqual([connectionsPage.underWay, connectionsPage.cutOff])
  const elsewhere = { since: now, onDiskOfData: false }
  expect(row('backup')).toEqual([expect.stringContaining(systemPage.contact), backup.details, undefined])
  expect(row('backup', { backup: elsewhere })).toEqual([backup.none, undefined, systemPage.backup.button])
  expect(row('backup', { backup: { ...elsewhere, drill: { fault: 'x' } } as never })[0]).toBe(
    systemChecks.backup.failures['not-restorable'],
  )
  expect(row('backup', { backup: elsewhere, backupWork: 'backup' } as never)[2]).toBeUndefined()
  expect(row('backup', { backup: elsewhere, done: isDone.done })[2]).toBeUndefined()
  expect(row('placeholders', isDone)).toEqual([systemChecks['stand-ins'].good, undefined, undefined])
  const withOnly = (more: object) => row('placeholders', { facts: { day: facts.day, holidays: [], ...more } as never })
  expect(withOnly({ phone: facts.phone })).toEqual([expect.stringMatching(/phone\.$/), placeholders.add, undefined])
  expect(withOnly({ standIn: true })).toEqual([expect.stringContaining(placeholders.fewMore), undefined, undefined])
})
