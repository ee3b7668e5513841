import { expect, test } from 'vitest'
import type { EmailKind } from './email-kinds.server.ts'
import { isForRecipientOnly, withoutPatientLinks } from './stored-email.server.ts'

const owner = { emailsLeave: false, adminEmail: 'owner@clinic.example', isOwner: true, mayPassOn: true }
const manager = { ...owner, isOwner: false }
const desk = { ...manager, mayPassOn: false }

const kinds: [EmailKind, { owner: boolean; manager: boolean; desk: boolean }][] = [
  ['password-reset', { owner: true, manager: false, desk: false }],
  ['account-confirm', { owner: true, manager: false, desk: false }],
  ['staff-invitation', { owner: true, manager: false, desk: false }],
  ['gift-card', { owner: true, manager: true, desk: false }],
  ['order-notice', { owner: true, manager: true, desk: true }],
]

test.each(kinds)('%s is read, while no email is sent, by %j', (kind, readers) => {
  const email = { kind, recipient: 'maya@example.com' }
  const isReadBy = (reader: typeof owner) => !isForRecipientOnly(email, reader)
  expect({ owner: isReadBy(owner), manager: isReadBy(manager), desk: isReadBy(desk) }).toEqual(readers)
  // Nobody reads the owner's own, and once emails are sent only who gets them.
  if (!readers.desk) {
    expect(isForRecipientOnly({ kind, recipient: owner.adminEmail }, owner)).toBe(true)
    expect(isForRecipientOnly(email, { ...owner, emailsLeave: true })).toBe(true)
  }
})

test('links that answer for a patient are not for everybody, those of the dashboard are', () => {
  const [id, token] = [crypto.randomUUID(), `${crypto.randomUUID()}.1.c2lnbmF0dXJl`]
  const said = `https://clinic.example/appointments/${token}/data <a href="/appointments/confirm/${token}">, /admin/appointments/${id}`
  expect(withoutPatientLinks(said)).toBe(
    `https://clinic.example/appointments/…/data <a href="/appointments/…">, /admin/appointments/${id}`,
  )
})
