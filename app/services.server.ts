import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { type Logger, pino } from 'pino'
import { auditTrail } from '#content/audit.ts'
import { recoverySheet, recoverySheetName } from '#content/recovery-sheet.ts'
import type { Config } from './config.server.ts'
import { createBackups } from './database/backups/backups.server.ts'
import { makeBackup } from './database/backups/make-backup.server.ts'
import type { TryRestoreDeps } from './database/backups/try-restore.server.ts'
import { drillCopy } from './database/copy/copy-drill.server.ts'
import { createContinuousCopy } from './database/copy/continuous-copy.server.ts'
import { findCopyDrill } from './database/copy/copy-state.server.ts'
import { type Database, type DatabaseLocation, openDatabase } from './database/connection.server.ts'
import { toOperatorError } from './database/backups/to-operator-error.ts'
import { explainDamage } from './database/explain-damage.ts'
import { needsMigration, migrate, withStartLock } from './database/migrate.server.ts'
import { migrations } from './database/migrations/all.ts'
import { describeClosing, readClosing } from './database/backups/closing.server.ts'
import { leastForStaff } from './domain/accounts/password-rules.ts'
import { ensureAdmin } from './domain/accounts/admin-account.server.ts'
import { sessionCookie } from './domain/accounts/session-cookie.ts'
import { verifyTrail } from './domain/audit/verify-trail.server.ts'
import { replaceSessionSecret } from './domain/accounts/replace-session-secret.server.ts'
import { contentFacts } from './domain/clinic/clinic-facts.ts'
import { openContent } from './domain/content/content-now.server.ts'
import { libraryTopic, openPictures, picturesTopic } from './domain/pictures/pictures-now.server.ts'
import { openClinic } from './domain/clinic/clinic-now.server.ts'
import { liveBooking } from './domain/booking/live-booking.server.ts'
import { createNextFreeTimes, type NextFreeTimes } from './domain/booking/next-free-times.server.ts'
import { payableGiftCards } from './domain/gift-cards/payable-gift-cards.server.ts'
import { payableBookings } from './domain/booking/money/payable-bookings.server.ts'
import { payableOrders } from './domain/orders/payable-orders.server.ts'
import { payableFees } from './domain/booking/fees/payable-fees.server.ts'
import type { Payables } from './domain/payments/payable.ts'
import { openRelayProof, type RelayProofDeps } from './domain/outbox/relay-proof.server.ts'
import { formatClinicDate } from './domain/shared/clinic-time.ts'
import { createDailyCounts } from './domain/insights/daily-counts.server.ts'
import { createSearchCache } from './domain/search/site-search.server.ts'
import { createCalendarReader } from './integrations/calendars/calendar-reader.server.ts'
import { createFeedReader } from './integrations/feed-reader/feed-reader.server.ts'
import { canWrite } from './database/can-write.ts'
import { clockAhead } from './integrations/machine/clock-ahead.server.ts'
import { freeSpace } from './integrations/machine/free-space.server.ts'
import { createScratchFolders, type ScratchFolders } from './integrations/machine/scratch-folders.server.ts'
import { txtRecords } from './integrations/machine/txt-records.server.ts'
import { createAlerts } from './integrations/alerts/alerts.server.ts'
import { createBounceMailbox } from './integrations/bounce-mailbox/bounce-mailbox.server.ts'
import { createObjectStore } from './integrations/object-store/object-store.server.ts'
import { testObjectStore } from './integrations/object-store/test-object-store.server.ts'
import { createMailTransport, type MailTransport } from './integrations/mail-transport/mail-transport.server.ts'
import { reEncrypt } from './integrations/sign-in/change-secret.server.ts'
import { createSignIn } from './integrations/sign-in/sign-in.server.ts'
import { createTokenSync } from './integrations/sign-in/token-sync.server.ts'
import { createStripe } from './integrations/payments/stripe.server.ts'
import { createTextMessages } from './integrations/text-messages/text-messages.server.ts'
import { createPageFetcher } from './integrations/outside/fetch-page.server.ts'
import { createPictureMaker } from './integrations/picture-maker/picture-maker.server.ts'
import { createStockPhotos } from './integrations/stock-photos/stock-photos.server.ts'
import { logOutput } from './log-output.ts'
import { createMetrics, type Metrics } from './metrics/metrics.server.ts'
import { createPageCache, type Pages } from './page-cache/page-cache.server.ts'
import { createPurges } from './page-cache/purges.server.ts'
import { OperatorError } from './operator-error.ts'
import { createQueue } from './queue/queue.server.ts'
import { createCopyLocks } from './vault/copy-locks.server.ts'
import { createFileSealing } from './vault/sealed-file.server.ts'
import { createKeyRing, type KeyRing } from './vault/key-ring.server.ts'
import { saveRecoverySheet } from './vault/recovery-sheet.server.ts'
import {
  adoptNextKey,
  adoptSessionSecret,
  checkFingerprints,
  loadSecrets,
  type MoveOver,
  type Secrets,
} from './vault/secrets.server.ts'
import { createSigner } from './vault/signing.server.ts'
import { openVault } from './vault/vault.server.ts'

export type Services = Awaited<ReturnType<typeof openServices>>

/** Opens everything that holds state, once per process, and migrates the database. */
export async function openServices(config: Config, logStream: Writable = process.stdout) {
  const log = createLog(config, logStream)
  const metrics = createMetrics()
  const location = config.database
  const database = await openConfiguredDatabase(config, log, metrics)
  const cache = createPageCache()
  try {
    const secrets = loadSecrets(config.secrets, config.dataDir)
    await migrateDatabase(location, async (old) => {
      // A backup with a wrong key would be useless, and replace a good file of record keys.
      const key = await checkFingerprints(old, secrets)
      const deps = { location, ...config.backups, sealing: createFileSealing(async () => [key]) }
      const { file } = await makeBackup(deps, { now: Date.now(), isBeforeUpgrade: true })
      log.info({ file }, 'a backup was made before the upgrade')
    })
    const keyInForce = await checkFingerprints(database, secrets)
    const moveOver: MoveOver = (tx, change) => replaceSessionSecret(tx, (data) => reEncrypt(data, change))
    if (await adoptSessionSecret(database, secrets, moveOver))
      log.info('SESSION_SECRET is another one: every sign-in has ended')
    if (keyInForce !== secrets.encryption) {
      // A rotation was killed before its last step, or the setting is still the one from before it.
      if (!config.secrets.encryption) adoptNextKey(config.dataDir)
      else log.warn('ENCRYPTION_KEY_NEXT is in force: set ENCRYPTION_KEY to it')
    }
    const keys = createKeyRing(database, () => toEncryptionKeys(loadSecrets(config.secrets, config.dataDir)))
    const sheet = () => writeRecoverySheet(database, keys, config, secrets)
    await sheet()
    // A killed process may not have done it.
    database.truncateJournal()
    const scratchFolders = createScratchFolders(join(config.dataDir, 'scratch'))
    await scratchFolders.removeOld(Date.now())
    const pictures = await openPictures(database)
    const content = await openContent(database, pictures.find)
    const clinic = await openClinic(database, content)
    const booking = liveBooking(content)
    const nextFree = createNextFreeTimes(database, clinic, booking)
    const { publicOrigin, secure } = config
    const queue = createQueue(database)
    const pages = {
      ...cache,
      ...createPurges(database, withNextFree(cache, nextFree), {
        clinic: clinic.reload,
        content: content.reload,
        [picturesTopic]: pictures.reload,
        [libraryTopic]: pictures.reload,
      }),
    }
    const vault = openVault({ database, log, keys })
    const mailDomain = new URL(publicOrigin).hostname
    const tryRestoreDeps: TryRestoreDeps = {
      migrations,
      examine: async (restored, head) => {
        const vault = openVault({ database: restored, log, keys })
        const state = await verifyTrail({ database: restored, vault }, head ?? undefined)
        return state.ok ? undefined : auditTrail.broken(state.entry, state.fault)
      },
    }
    const payments = config.payments && createStripe(config.payments)
    const bookingDeps = { database, vault, queue, mailDomain, clinic, content, booking, pages, payments }
    const payables: Payables = {
      order: payableOrders({ queue, pages, mailDomain }),
      ...payableBookings(bookingDeps),
      fee: payableFees({ database, queue, mailDomain }),
      'gift-card': payableGiftCards({ queue, mailDomain, vault }),
    }
    const emailsLeave = config.mail.transport !== 'outbox'
    const signIn = createSignIn(
      { db: database.libraryDb, type: database.kind },
      {
        secret: secrets.session,
        publicOrigin,
        secure,
        sessionCookie,
        requireVerifiedEmail: emailsLeave,
        longFrom: leastForStaff,
      },
    )
    await ensureAdmin({ database, signIn }, config.admin)
    return {
      config,
      log,
      metrics,
      database,
      queue,
      signer: createSigner(secrets.session, secrets.previousSessions),
      vault,
      pages,
      nextFree,
      signIn,
      postAlert: createAlerts({ url: config.alertUrl, site: publicOrigin }),
      syncsTokens: config.authSyncUrl !== undefined,
      postToken: createTokenSync({ url: config.authSyncUrl, secret: secrets.session, issuer: publicOrigin }),
      mail: withMetrics(await openMailTransport(config, { database, log }), metrics),
      /** If false, emails are only stored, so no text may promise that one will arrive. */
      emailsLeave,
      bounceMailbox: config.bounceImapUrl === undefined ? undefined : createBounceMailbox(config.bounceImapUrl),
      /** Undefined: the clinic sends no text messages, so no page mentions them. */
      textMessages: config.textMessages && createTextMessages(config.textMessages),
      /** Undefined: nobody can pay online, so no page mentions it. */
      payments,
      /** What the money of each payment means. */
      payables,
      confirmSignUps: config.newsletterConfirm,
      /** Right-hand side of Message-IDs. */
      mailDomain,
      feed: createFeedReader({ ...config.feed, publicFeedUrl: `${config.publicOrigin}/feed.xml` }),
      search: createSearchCache(),
      dailyCounts: createDailyCounts({ database }),
      backups: createBackups({
        location,
        ...config.backups,
        sealing: createFileSealing(keys.inForce),
        database,
        dataDir: config.dataDir,
        ...tryRestoreDeps,
      }),
      /** Undefined unless it is configured; the process that serves the site starts it. */
      copy: await openCopy(config, { database, log, keys, scratchFolders, tryRestoreDeps }),
      /** Writes it if the secrets have changed since. */
      saveRecoverySheet: sheet,
      clinic,
      content,
      pictures,
      pictureMaker: createPictureMaker(),
      calendarReader: createCalendarReader(),
      scratchFolders,
      booking,
      machine: { freeSpace, canWrite, clockAhead, txtRecords },
      fetchPage: createPageFetcher([publicOrigin, ...getFramedOrigins(config)]),
      photos: createStockPhotos(config.photos),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

type CopyDeps = {
  database: Database
  log: Logger
  keys: KeyRing
  scratchFolders: ScratchFolders
  tryRestoreDeps: TryRestoreDeps
}

async function openCopy(config: Config, { database, log, keys, scratchFolders, tryRestoreDeps }: CopyDeps) {
  const { copy: place, database: location, dataDir } = config
  if (!place || !('file' in location)) return undefined
  const store = createObjectStore(place)
  const locks = await createCopyLocks(place.recipient, keys.inForce)
  const copy = createContinuousCopy({ database, location, folder: join(dataDir, 'copy'), store, locks, log })
  return {
    start: copy.start,
    untilFirstBase: copy.untilFirstBase,
    test: () => testObjectStore(store),
    state: async () => ({ ...copy.state(), drill: await findCopyDrill(database) }),
    drill: (now: number) =>
      scratchFolders.use((folder) =>
        drillCopy(
          { database, copy, store, locks, withFolder: async (work) => work(await folder()), ...tryRestoreDeps },
          now,
        ),
      ),
  }
}

const openMailTransport = async ({ mail, newsletter: { concurrency } }: Config, deps: RelayProofDeps) =>
  createMailTransport(mail.transport === 'relay' ? { ...mail, proof: await openRelayProof(deps, mail) } : mail, {
    connections: concurrency,
  })

const getFramedOrigins = ({ mapEmbedUrl, schedulingUrl }: Config) =>
  [mapEmbedUrl, schedulingUrl].flatMap((url) => (url ? [new URL(url).origin] : []))

/** Counts each delivery attempt. */
const withMetrics = (mail: MailTransport, metrics: Metrics): MailTransport => ({
  ...mail,
  async deliver(message) {
    const delivery = await mail.deliver(message)
    metrics.email(delivery.ok ? delivery.state : delivery.scope === 'email' ? 'refused' : 'in-trouble')
    return delivery
  },
})
/** The key in force first. */
export const toEncryptionKeys = ({
  encryption,
  nextEncryption,
}: Pick<Secrets, 'encryption' | 'nextEncryption'>): [string, ...string[]] =>
  nextEncryption ? [encryption, nextEncryption] : [encryption]

async function writeRecoverySheet(database: Database, keys: KeyRing, config: Config, secrets: Secrets) {
  const { dataDir, database: location, backups, copy } = config
  const { session, previousSessions = [] } = secrets
  const [encryption] = await keys.inForce()
  const now = Date.now()
  const { name, timeZone } = contentFacts(now)
  await saveRecoverySheet(database, join(dataDir, recoverySheetName), { encryption, session, previousSessions }, () =>
    recoverySheet({
      clinicName: name,
      secrets: toSettingLines({
        ENCRYPTION_KEY: encryption,
        SESSION_SECRET: session,
        SESSION_SECRET_PREVIOUS: previousSessions.join(','),
      }),
      settings: toSettingLines({
        PUBLIC_URL: config.publicOrigin,
        ADMIN_EMAIL: config.admin.email,
        DATA_DIR: dataDir,
        BACKUP_DIR: backups.folder,
        DATABASE_URL: 'url' in location ? withoutPassword(location.url) : undefined,
        COPY_URL: copy?.url,
        COPY_RECIPIENT: copy?.recipient,
      }),
      made: formatClinicDate(now, timeZone),
    }),
  )
}

const withoutPassword = (url: string) => Object.assign(new URL(url), { password: '' }).href

const toSettingLines = (settings: Record<string, string | undefined>) =>
  Object.entries(settings)
    .flatMap(([name, value]) => (value ? [`  ${name}=${value}`] : []))
    .join('\n')

/** A change of bookings or opening hours also changes the next free times, before any page is rendered again. */
const withNextFree = (cache: Pages, nextFree: NextFreeTimes): Pick<Pages, 'invalidate'> => ({
  invalidate(...topics) {
    if (['booking', 'clinic', 'content'].some((topic) => topics.includes(topic))) nextFree.invalidate()
    cache.invalidate(...topics)
  },
})

/** Logs only the message and stack of an error: a database's error details contain the row. */
function createLog({ logLevel }: Pick<Config, 'logLevel'>, stream: Writable) {
  return pino({ level: logLevel, base: null, serializers: { err: serializeError } }, logOutput(stream))
}

function serializeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = 'code' in error ? error.code : undefined
  return { type: error.name, code, message: error.message, stack: error.stack }
}

async function openConfiguredDatabase({ database: location, dataDir }: Config, log: Logger, metrics: Metrics) {
  // A restart of the server breaks every connection; the worker and /readyz report that once.
  const onConnectionError = ({ message }: Error) => log.debug({ message }, 'a database connection broke')
  try {
    if ('file' in location) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const database = openDatabase(location, { onConnectionError, onQuery: metrics.query })
    try {
      const closing = await readClosing(database.kind, database.db)
      if (closing) throw new OperatorError(describeClosing(closing))
      return database
    } catch (error) {
      await database.close()
      throw error
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error
    const damage = explainDamage(error)
    const setting = 'url' in location ? 'DATABASE_URL' : 'DATA_DIR'
    if (damage) throw new OperatorError(`${setting}: the database cannot be opened: ${damage}`)
    const reason = firstLine(error)
    throw new OperatorError(
      'url' in location
        ? `DATABASE_URL: the database cannot be opened: ${reason}`
        : // SQLite's message names no file; the usual reason is a file of another user.
          `DATA_DIR: the database cannot be opened: ${reason}. Does this user have permission to write to ${dataDir}?`,
    )
  }
}

/** With a connection of its own: a migration, or the wait for another start's, may take longer than a request may. */
async function migrateDatabase(location: DatabaseLocation, saveFirst: (old: Database) => Promise<void>) {
  const database = openDatabase(location, { queryTimeoutMs: migrationTimeoutMs })
  try {
    await withStartLock(database, async () => {
      if (await needsMigration(database, migrations)) await saveFirst(database)
      await migrate(database, migrations)
    })
  } catch (error) {
    // Such as a user who may not create tables.
    throw 'url' in location && !explainDamage(error) ? toOperatorError(error, 'DATABASE_URL') : error
  } finally {
    await database.close()
  }
}

const migrationTimeoutMs = 10 * 60_000

/** A host with several addresses fails with one error for each of them. */
function firstLine(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return firstLine(error.errors[0])
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}
