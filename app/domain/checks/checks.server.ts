import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Backups } from '#app/database/backups/backups.server.ts'
import type { CopyHealth } from '#app/database/copy/copy-state.server.ts'
import type { Database } from '#app/database/connection.server.ts'
import { findAdmin } from '#app/domain/accounts/accounts.server.ts'
import { findLastVerification } from '#app/domain/audit/verifications.server.ts'
import { getFeedHealth } from '#app/domain/blog/posts.server.ts'
import { type ClinicFacts, clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { findMailboxHealth } from '#app/domain/outbox/bounces.server.ts'
import { countWaitingSince, findDeliveryFailure } from '#app/domain/outbox/waiting-emails.server.ts'
import { findTextTrouble } from '#app/domain/text-messages/texts.server.ts'
import { listProviderTroubles } from '#app/domain/payments/provider-health.server.ts'
import { listDifferences } from '#app/domain/payments/reconcile.server.ts'
import { clinicMoment } from '#app/domain/shared/clinic-time.ts'
import { copySheetName, recoverySheetName } from '#content/recovery-sheet.ts'
import { checkFailed } from '#content/system-checks.ts'
import { type Check, type CheckId, type CheckResult, bySeverity, red } from './check.ts'
import { senderCheck } from './sender-check.ts'
import {
  type CheckedSettings,
  keysCheck,
  mailCheck,
  proxyCheck,
  publicUrlCheck,
  settingsCheck,
  placeholdersCheck,
} from './settings-checks.ts'
import { findObservations } from './observations.server.ts'
import {
  auditCheck,
  backupCheck,
  backupPlaceCheck,
  bouncesCheck,
  clockCheck,
  copyCheck,
  diskCheck,
  feedCheck,
  emailsCheck,
  longestWaitMs,
  paymentsCheck,
  secondFactorCheck,
  textsCheck,
  timeCheck,
} from './work-checks.ts'

type Deps = {
  database: Database
  feed: { id: string }
  backups: Pick<Backups, 'state'>
  copy?: { state(): Promise<CopyHealth> } | undefined
  clinic: { facts(now: number): ClinicFacts }
  booking: { standIn?: boolean }
  bounceMailbox: { name: string } | undefined
  textMessages: object | undefined
  machine: {
    freeSpace(folder: string): Promise<number>
    canWrite(folder: string): Promise<boolean>
    clockAhead(origin: string): Promise<number | undefined>
    txtRecords(name: string): Promise<string[]>
  }
  config: CheckedSettings & {
    admin: { email: string; mustHaveSecondFactor: boolean }
    mailFrom: string | undefined
    dataDir: string
    payments: { url: string } | undefined
    copy: { url: string } | undefined
    backups: { folder: string }
  }
}

/** The worst first. */
export const runChecks = async (deps: Deps, now: number) =>
  bySeverity(await Promise.all(all.map((check) => runCheck(check, deps, now))))

/** Without outside services, for the job that runs every minute. */
export const runLocalChecks = (deps: Deps, now: number) =>
  Promise.all(all.filter(({ asksOutside }) => !asksOutside).map((check) => runCheck(check, deps, now)))

type KnownCheck = { id: CheckId; asksOutside?: true; run(deps: Deps, now: number): Promise<CheckResult> }

/** A new check is a line here and its words in content/system-checks.ts. */
const all: KnownCheck[] = [
  { id: 'settings', run: async ({ config }) => settingsCheck(config) },
  {
    id: 'public-url',
    run: async ({ database, config }, now) => publicUrlCheck(config, await findObservations(database, now)),
  },
  { id: 'proxy', run: async ({ database, config }, now) => proxyCheck(config, await findObservations(database, now)) },
  { id: 'mail', run: async ({ database, config }) => mailCheck(config, await findDeliveryFailure(database)) },
  {
    id: 'emails',
    run: async ({ database }, now) =>
      emailsCheck(await countWaitingSince(database, now - longestWaitMs), formatSince(now)),
  },
  { id: 'sender', asksOutside: true, run: checkSender },
  {
    id: 'second-factor',
    run: async ({ database, config }) => secondFactorCheck(await findAdmin(database, config.admin)),
  },
  {
    id: 'keys',
    run: async ({ config }) =>
      keysCheck(
        config,
        [recoverySheetName, copySheetName].filter((name) => existsSync(join(config.dataDir, name))),
      ),
  },
  { id: 'backup', run: async ({ backups }, now) => backupCheck(await backups.state(), now, formatSince(now)) },
  { id: 'backup-place', run: async ({ backups }) => backupPlaceCheck(await backups.state()) },
  { id: 'copy', run: async ({ copy }, now) => copyCheck(await copy?.state(), now, formatSince(now)) },
  { id: 'disk', run: checkDisk },
  { id: 'clock', run: async ({ database }) => clockCheck(await database.clockGapMs()) },
  { id: 'time', asksOutside: true, run: checkTime },
  { id: 'feed', run: async (deps) => feedCheck(await getFeedHealth(deps)) },
  { id: 'bounces', run: checkBounces },
  { id: 'texts', run: checkTexts },
  { id: 'payments', run: checkPayments },
  { id: 'audit', run: async ({ database }) => auditCheck(await findLastVerification(database)) },
  { id: 'stand-ins', run: async ({ clinic, booking }, now) => placeholdersCheck(clinic.facts(now), booking) },
]

/** A check that throws is red. */
async function runCheck({ id, run }: KnownCheck, deps: Deps, now: number): Promise<Check> {
  const result = await run(deps, now).catch((error: unknown) =>
    red(checkFailed, { details: error instanceof Error ? error.message : String(error) }),
  )
  return { id, ...result }
}

const formatSince = (now: number) => (at: number) => clinicMoment(at, clinicTimeZone, now)

function checkSender({ config, clinic, machine }: Deps, now: number) {
  const address = config.mailFrom ?? clinic.facts(now).emails.general
  const domain = /@([^@\s>]+)>?\s*$/.exec(address)?.[1]?.toLowerCase()
  return senderCheck(config.mail.transport === 'smtp' ? domain : undefined, machine.txtRecords)
}

async function checkBounces({ database, bounceMailbox }: Deps, now: number) {
  const health = bounceMailbox && (await findMailboxHealth(database, bounceMailbox.name))
  return bouncesCheck(health, now, formatSince(now))
}

async function checkTexts({ database, textMessages }: Deps, now: number) {
  return textsCheck(textMessages && (await findTextTrouble(database.db)), now, formatSince(now))
}

async function checkPayments({ database: { db }, config }: Deps, now: number) {
  const unknown = (await listDifferences(db)).filter(({ kind }) => kind === 'unknown-movement').length
  return paymentsCheck(config.payments && (await listProviderTroubles(db, now)), unknown, formatSince(now))
}

async function checkTime({ config: { mail, copy, payments }, machine }: Deps) {
  const addresses = [mail.transport === 'relay' ? mail.url : undefined, copy?.url, payments?.url]
  const origins = new Set(addresses.flatMap((address) => (address ? [new URL(address).origin] : [])))
  const compared = await Promise.all(
    [...origins].map(async (origin) => ({ server: new URL(origin).host, aheadMs: await machine.clockAhead(origin) })),
  )
  return timeCheck(compared.flatMap(({ server, aheadMs }) => (aheadMs === undefined ? [] : [{ server, aheadMs }])))
}

async function checkDisk({ config, machine }: Deps) {
  const { dataDir } = config
  const folders = [...new Set([dataDir, config.backups.folder])]
  return diskCheck(
    await Promise.all(folders.map(async (folder) => ({ folder, free: await machine.freeSpace(folder) }))),
    (await machine.canWrite(dataDir)) ? undefined : dataDir,
  )
}
