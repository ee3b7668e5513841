import type { BackupState } from '#app/database/backups/backups.server.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { UnwrittenText } from '#app/domain/content/unwritten-texts.server.ts'
import type { Sections } from '#app/domain/clinic/sections.ts'
import { listPlaceholders } from './settings-checks.ts'
import { backupPlaceCheck } from './work-checks.ts'

/** What a clinic does before it opens, in the order of the page. */
export const setupSteps = [
  'address',
  'hours',
  'holidays',
  'team',
  'email',
  'second-factor',
  'backup',
  'placeholders',
  'texts',
] as const
export type SetupStep = (typeof setupSteps)[number]

export type SetupInput = {
  facts: ClinicFacts
  saved: { holidays: Pick<Sections['holidays'], 'confirmed'> }
  booking: { practitioners: readonly { name: string }[]; rooms: readonly object[]; standIn?: boolean }
  /** An email was sent, or a test of the mail settings succeeded. */
  isEmailTested: boolean
  hasSecondFactor: boolean
  backup: BackupState
  /** Texts of the website in which a placeholder still stands. */
  unwritten: UnwrittenText[]
}

/** These have a step of their own. */
const ownSteps = new Set(['street', 'hours'])

export const listOtherPlaceholders = ({ facts, booking }: Pick<SetupInput, 'facts' | 'booking'>) =>
  listPlaceholders(facts, booking).filter((name) => !ownSteps.has(name))

/** Which steps are done, from what the clinic has and not from what was pressed. */
export function findDoneSteps(input: SetupInput): Record<SetupStep, boolean> {
  const { facts, saved, booking, isEmailTested, hasSecondFactor, backup, unwritten } = input
  const placeholders = listPlaceholders(facts, booking)
  return {
    address: !placeholders.includes('street'),
    hours: !placeholders.includes('hours'),
    holidays: saved.holidays.confirmed || facts.holidays.length === 0,
    team: booking.practitioners.length > 0,
    email: isEmailTested,
    'second-factor': hasSecondFactor,
    backup: backupPlaceCheck(backup).state === 'green' && isRestorable(backup),
    placeholders: listOtherPlaceholders(input).length === 0,
    texts: unwritten.length === 0,
  }
}

/** A backup was made, and the last one that was tested could be restored. */
const isRestorable = ({ madeAt, drill }: BackupState) =>
  madeAt !== undefined && drill !== undefined && drill.fault === undefined
