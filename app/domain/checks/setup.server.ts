import type { Backups } from '#app/database/backups/backups.server.ts'
import type { Database } from '#app/database/connection.server.ts'
import type { ClinicNow } from '#app/domain/clinic/clinic-now.server.ts'
import type { ContentNow } from '#app/domain/content/content-now.server.ts'
import { listUnwrittenTexts } from '#app/domain/content/unwritten-texts.server.ts'
import { hasSentEmail } from '#app/domain/outbox/emails.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { findBackupWork } from './ask-for-backup.server.ts'
import { findTests } from './connection-tests.server.ts'
import type { CheckedSettings } from './settings-checks.ts'
import { findDoneSteps, type SetupInput } from './setup.ts'

type Deps = {
  database: Database
  queue: Queue
  backups: Pick<Backups, 'state'>
  clinic: Pick<ClinicNow, 'facts' | 'saved'>
  content: Pick<ContentNow, 'template' | 'list' | 'titleOf'>
  booking: SetupInput['booking']
  config: Pick<CheckedSettings, 'mail'>
}

/** How far the clinic is. Asks no outside service, since Today loads it again and again. */
export async function readSetup(
  { database, queue, backups, clinic, content, booking, config }: Deps,
  { hasSecondFactor, now }: { hasSecondFactor: boolean; now: number },
) {
  const { transport } = config.mail
  const [tests, isSent, backup, backupWork] = await Promise.all([
    findTests(database),
    hasSentEmail(database),
    backups.state(),
    findBackupWork({ database, queue }),
  ])
  const mailTest = transport === 'outbox' ? undefined : tests.get(transport)
  const input: SetupInput = {
    facts: clinic.facts(now),
    saved: clinic.saved(),
    booking,
    isEmailTested: transport !== 'outbox' && (isSent || mailTest?.result?.ok === true),
    hasSecondFactor,
    backup,
    unwritten: listUnwrittenTexts(content),
  }
  return { ...input, done: findDoneSteps(input), mailTest, backupWork }
}

export type Setup = Awaited<ReturnType<typeof readSetup>>
