import { verifyAndSave } from '#app/domain/audit/verifications.server.ts'
import { fetchPostPictures } from '#app/domain/blog/post-pictures.server.ts'
import { extendSeries } from '#app/domain/booking/blocks/block-series.server.ts'
import { releaseHour } from '#app/domain/booking/cancel-appointment.server.ts'
import { offerOpened, offerOpenedHours } from '#app/domain/booking/waitlist/opened.server.ts'
import { expireOffer } from '#app/domain/booking/waitlist/offers.server.ts'
import { recordRedChecks } from '#app/domain/checks/alerts.server.ts'
import { runLocalChecks } from '#app/domain/checks/checks.server.ts'
import { verifyForms } from '#app/domain/forms/verify-forms.server.ts'
import { findUnbalanced } from '#app/domain/ledger/ledger.server.ts'
import { isContentName } from '#app/domain/content/content-record.ts'
import { publishScheduled } from '#app/domain/content/schedule.server.ts'
import { checkCalendar } from '#app/domain/private-calendars/check-calendar.server.ts'

import { enqueueReading } from '#app/domain/private-calendars/private-calendars.server.ts'
import { readSitePages } from '#app/domain/search/site-pages.server.ts'
import { pauseSending } from '#app/domain/newsletter/campaign-results.server.ts'
import { recordImportFailure } from '#app/domain/newsletter/imports/imports.server.ts'
import { acceptMorningEmail } from '#app/domain/today/morning-email.server.ts'
import type { JobHandlers } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'
import { recordEmailFailure } from './delivery-outcomes.server.ts'
import { importSubscribers } from './import-subscribers.server.ts'
import { drillCopy } from './drill-copy.server.ts'
import { drillBackup, makeBackup } from './make-backup.server.ts'
import { noteErasure } from './note-erasure.server.ts'
import { paymentJobs } from './payments.server.ts'
import { readBounces } from './read-bounces.server.ts'
import { readFeed } from './read-feed.server.ts'
import { remind } from './remind.server.ts'
import { deliverEmail } from './send-email.server.ts'
import { sendNewsletter } from './send-newsletter.server.ts'
import { followTexts, sendText } from './send-text.server.ts'
import { giveUp } from '#app/domain/text-messages/texts.server.ts'
import { sweep } from './sweep.server.ts'
import { tellContactChange } from './tell-contact-change.server.ts'

const emailHandler = { run: deliverEmail, failed: recordEmailFailure }

/** What the worker runs for each kind of job. */
export const jobs: JobHandlers<Services> = {
  'send-email': { ...emailHandler, concurrency: () => 20 },
  'send-newsletter-email': { ...emailHandler, concurrency: ({ config }) => config.newsletter.concurrency },
  'send-newsletter': {
    run: sendNewsletter,
    failed: async (tx, { campaignId }) => void (await pauseSending(tx, campaignId, 'fault')),
  },
  'sync-token': {
    async run({ signIn, postToken }, { accountId, event }) {
      const account = await signIn.findAccountById(accountId)
      // The account may have been deleted meanwhile.
      if (account) await postToken({ accountId, email: account.email, event }, Date.now())
    },
  },
  remind: { run: remind },
  'send-text': {
    run: sendText,
    failed: async (tx, { textId }) => void (await giveUp(tx, textId, Date.now())),
    // A silent service keeps no other job waiting.
    concurrency: () => 2,
  },
  'follow-texts': { run: followTexts, recurring: true },
  ...paymentJobs,
  'release-hour': {
    async run(services, { appointmentId }) {
      const at = await releaseHour(services, appointmentId, Date.now())
      return at === undefined ? undefined : { state: 'again', at }
    },
  },
  'end-offer': {
    async run(services, { offerId }) {
      const at = await expireOffer(services, offerId, Date.now())
      return at === undefined ? undefined : { state: 'again', at }
    },
  },
  'offer-opened': { run: (services, { opened }) => offerOpened(services, opened, Date.now()) },
  'offer-opened-hours': {
    async run(services, before) {
      // Another process may have saved the hours.
      await services.content.reload()
      await services.clinic.reload()
      await offerOpenedHours(services, before, Date.now())
    },
  },
  'read-feed': { run: readFeed, recurring: true },
  'read-bounces': { run: readBounces, recurring: true },
  'fetch-post-pictures': {
    // At worst a minute: three fetches of four seconds for each of five posts.
    async run(services) {
      const { stored, failed } = await fetchPostPictures(services)
      if (failed > 0) services.log.warn({ stored, failed }, 'some pictures of blog posts could not be fetched')
    },
    recurring: true,
  },
  'read-calendars': { run: (services) => enqueueReading(services, 'everything'), recurring: true },
  'read-calendar': {
    async run(services, { calendarId }) {
      const now = Date.now()
      const checked = await checkCalendar(services, calendarId, now)
      return checked === 'chosen-meanwhile' ? { state: 'again', at: now } : undefined
    },
    recurring: true,
    // Each has a process of its own.
    concurrency: () => 2,
  },
  'extend-blocks': {
    async run(services) {
      // Another process may have published the rules.
      await services.content.reload()
      await extendSeries(services, Date.now())
    },
  },
  'tell-contact-change': {
    async run(services, change) {
      await services.clinic.reload()
      await tellContactChange(services, change)
    },
  },
  'publish-content': {
    async run(services, { name }) {
      const deps = { ...services, readSitePages: () => readSitePages(services) }
      const again = isContentName(name) ? await publishScheduled(deps, name, Date.now()) : undefined
      return again === undefined ? undefined : { state: 'again', at: again }
    },
  },
  'import-subscribers': {
    run: importSubscribers,
    failed: (tx, { importId }) => recordImportFailure(tx, importId, Date.now()),
  },
  sweep: { run: sweep, recurring: true },
  'verify-audit': {
    async run(services) {
      const state = await verifyAndSave(services, Date.now())
      if (!state.ok) services.log.error({ entry: state.entry, fault: state.fault }, 'the audit trail is broken')
      const unbalanced = await findUnbalanced(services.database.db)
      if (unbalanced.length > 0) services.log.error({ unbalanced }, 'transactions of the ledger do not add up to 0')
      const { faults } = await verifyForms(services)
      if (faults.length > 0) services.log.error({ faults }, 'signed forms are not as they were signed')
    },
    recurring: true,
  },
  'morning-email': {
    // Run late, after the server was down at 7 am, it still accepts the email, on the same day.
    run: (services) => acceptMorningEmail({ ...services, adminEmail: services.config.admin.email }, Date.now()),
  },
  'watch-checks': {
    async run(services) {
      if (services.config.alertUrl === undefined) return
      const now = Date.now()
      await recordRedChecks(services, await runLocalChecks(services, now), now)
    },
    recurring: true,
  },
  'post-alert': { run: ({ postAlert }, alert) => postAlert(alert) },
  'make-backup': { run: makeBackup, recurring: true },
  'drill-backup': { run: drillBackup, recurring: true },
  'drill-copy': { run: drillCopy, recurring: true },
  'note-erasure': { run: noteErasure },
}
