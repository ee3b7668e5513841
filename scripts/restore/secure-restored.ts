import { dirname } from 'node:path'
import { pino } from 'pino'
import { type Erasure, readErasures } from '../../app/database/backups/erased-list.server.ts'
import type { CheckedBackup } from '../../app/database/backups/restore.server.ts'
import type { Database } from '../../app/database/connection.server.ts'
import type { Tx } from '../../app/database/tables.ts'
import { renewStaffFeedsAfterRestore } from '../../app/domain/accounts/staff-feed.server.ts'
import { revokeAllAccess } from '../../app/domain/accounts/revoke-access.server.ts'
import { canRecord, recordAct } from '../../app/domain/audit/audit.server.ts'
import { renewFeedAfterRestore } from '#app/domain/booking/calendar/clinic-feed.server.ts'
import { type ErasedAgain, eraseAgain } from '../../app/domain/erasure/erase-again.server.ts'
import { createQueue } from '../../app/queue/queue.server.ts'
import { createKeyRing } from '../../app/vault/key-ring.server.ts'
import type { Secrets } from '../../app/vault/secrets.server.ts'
import { createSigner } from '../../app/vault/signing.server.ts'
import { openVault } from '../../app/vault/vault.server.ts'
import { formatClinicMoment } from '../../app/domain/shared/clinic-time.ts'
import { toEncryptionKeys } from '../../app/services.server.ts'
import { deliveredBooking as booking } from '../../app/domain/booking/live-booking.server.ts'
import { clinic } from '../../content/clinic.ts'
import { erasedText } from '../../content/pages/admin-erase.ts'

/** `isOther`: SESSION_SECRET is not the one of the backup. */
type Deps = {
  erased: ErasedLists
  isOther: boolean
  secrets: Partial<Secrets> & { encryption: string }
  backup: CheckedBackup
}

const operator = { who: 'operator', from: 'here' }

/**
 * A restore must not undo sign-outs and erasures that happened after the backup: all access ends, and people who were
 * erased since are erased again, in the transaction that restores. Returns the lines to print.
 */
export async function secureRestored(
  { database, tx }: { database: Database; tx: Tx },
  { erased, isOther, secrets, backup }: Deps,
): Promise<string[]> {
  const now = Date.now()
  const keys = createKeyRing(database, () => toEncryptionKeys(secrets))
  const vault = openVault({ database, log: pino({ level: 'silent' }), keys })
  const signIns = await revokeAllAccess(tx)
  await renewFeedAfterRestore(tx, now)
  await renewStaffFeedsAfterRestore(tx, now)
  const lines = [
    `Signed out ${signIns} ${signIns === 1 ? 'session' : 'sessions'} and canceled all password links and codes. Everyone needs to sign in again.`,
    'The calendar feed has a new link: copy it from the calendar page of the dashboard into your calendar app.',
  ]
  const { takenAt } = backup.manifest
  const erasures = erased.entries.filter(({ at }) => at >= takenAt)
  // Fingerprints cannot be matched without the secret.
  const { session, previousSessions } = secrets
  const again = session
    ? await eraseAgain(
        {
          database,
          vault,
          signer: createSigner(session, previousSessions),
          pages: { purge: async () => {} },
          queue: createQueue(database),
          booking,
        },
        tx,
        { erasures, now },
      )
    : undefined
  lines.push(...explainErasedLists(erased))
  if (erased.isThere && !(erased.isDamaged && erasures.length === 0))
    lines.push(...(again ? formatErasures(again, { isOther, erased }) : formatWithoutSecret(erasures.length)))
  if (await canRecord({ tx, vault })) {
    for (const { erased } of again ?? [])
      if (erased) await recordAct({ tx, vault }, operator, { act: 'person.erased', detail: 'again, after a restore' })
    const detail = `as of ${new Date(takenAt).toISOString()}`
    await recordAct({ tx, vault }, operator, { act: 'backup.restored', detail })
  } else lines.push('The audit trail has no entry for this restore: its key is not in clinic.keys.')
  return lines
}

export type ErasedLists = { entries: Erasure[]; isThere: boolean; isDamaged: boolean }

/** From the lists next to the backup and in BACKUP_DIR, without duplicates, the oldest first. */
export async function readErasedLists(backup: CheckedBackup, folder: string): Promise<ErasedLists> {
  const folders = new Set([dirname(backup.file), folder])
  const lists = (await Promise.all([...folders].map((one) => readErasures(one)))).filter((list) => list !== undefined)
  const all = new Map(lists.flatMap(({ entries }) => entries).map((entry) => [JSON.stringify(entry), entry]))
  return {
    entries: [...all.values()].toSorted((one, other) => one.at - other.at),
    isThere: lists.length > 0,
    isDamaged: lists.some(({ isDamaged }) => isDamaged),
  }
}

/** What keeps these lists from saying who was erased; nothing if they do. */
export function explainErasedLists({ isThere, isDamaged }: ErasedLists): string[] {
  if (!isThere) return [withoutList]
  return isDamaged ? [damagedList] : []
}

const damagedList =
  'clinic.erased is damaged or empty, so not everyone who was erased since this backup may be known. Copy it again, and restore again with --force.'

const withoutList =
  'There is no clinic.erased next to the backup or in BACKUP_DIR, so it isn’t known whether anyone was erased since this backup. If the clinic erased anyone, put the newest clinic.erased there and restore again with --force.'

function formatErasures(again: ErasedAgain[], { isOther, erased }: Pick<Deps, 'isOther' | 'erased'>) {
  const last = erased.entries.at(-1)
  if (again.length === 0 && last)
    return [
      `clinic.erased names nobody who was erased since this backup was made; its last entry is from ${formatClinicMoment(last.at, clinic.timeZone)}. If that isn’t the newest one, restore again with it and --force.`,
    ]
  return again.map(({ at, erased }) => {
    const when = formatClinicMoment(at, clinic.timeZone)
    if (erased && erasedText(erased)) return `Erased again (first erased ${when}): ${erasedText(erased)}.`
    return isOther
      ? `Someone erased ${when} can’t be found with this SESSION_SECRET, and may be back. Erase them again in the dashboard.`
      : `Someone erased ${when} isn’t in this backup, so there was nothing to erase again.`
  })
}

const formatWithoutSecret = (count: number) =>
  count === 0
    ? []
    : [
        `${count} ${count === 1 ? 'person was' : 'people were'} erased since this backup was made. They are back, and can’t be found without the SESSION_SECRET from that time. Erase them again in the dashboard.`,
      ]
