import type { Migration } from '#app/database/migrate.server.ts'
import { accounts } from './2026-11-20-accounts.ts'
import { adminSignIn } from './2026-11-20-admin-sign-in.ts'
import { audit } from './2026-11-20-audit.ts'
import { auditVerifications } from './2026-11-20-audit-verifications.ts'
import { backupState } from './2026-11-22-backup-state.ts'
import { copyDrill } from './2026-11-27-copy-drill.ts'
import { blocks } from './2026-11-20-blocks.ts'
import { attendance } from './2026-11-25-attendance.ts'
import { booking } from './2026-11-20-booking.ts'
import { calendarFeed } from './2026-11-20-calendar-feed.ts'
import { clinicOverlays } from './2026-11-20-clinic-overlays.ts'
import { content } from './2026-11-25-content.ts'
import { contentDrafts } from './2026-11-26-content-drafts.ts'
import { clinicFacts } from './2026-11-26-clinic-facts.ts'
import { staff } from './2026-11-26-staff.ts'
import { patientChanges } from './2026-11-27-patient-changes.ts'
import { patients } from './2026-11-27-patients.ts'
import { privateCalendars } from './2026-11-27-private-calendars.ts'
import { plans } from './2026-11-27-plans.ts'
import { prepaidPlans } from './2026-11-27-prepaid-plans.ts'
import { practitioner } from './2026-11-27-practitioner.ts'
import { prices } from './2026-11-26-prices.ts'
import { forms } from './2026-11-27-forms.ts'
import { paymentDifferences } from './2026-11-27-payment-differences.ts'
import { paymentHealth } from './2026-11-29-payment-health.ts'
import { textStatuses } from './2026-11-29-text-statuses.ts'
import { payments } from './2026-11-27-payments.ts'
import { textMessages } from './2026-11-27-text-messages.ts'
import { textsOfOffers } from './2026-11-27-texts-of-offers.ts'
import { waitlistPeople } from './2026-11-28-waitlist-people.ts'
import { waitlist } from './2026-11-27-waitlist.ts'
import { foundations } from './2026-11-20-foundations.ts'
import { healthHolds } from './2026-11-20-health-holds.ts'
import { holdsByResource } from './2026-11-22-holds-by-resource.ts'
import { jobsByKind } from './2026-11-20-jobs-by-kind.ts'
import { mailAndShop } from './2026-11-20-mail-and-shop.ts'
import { newsletterRuns } from './2026-11-20-newsletter-runs.ts'
import { ordersMessagesLettersInHand } from './2026-11-20-orders-messages-letters-in-hand.ts'
import { postDecisions } from './2026-11-20-post-decisions.ts'
import { stock } from './2026-11-27-stock.ts'
import { subscriberImports } from './2026-11-20-subscriber-imports.ts'
import { subscriberList } from './2026-11-20-subscriber-list.ts'
import { importReading } from './2026-11-22-import-reading.ts'
import { phoneKeys } from './2026-11-23-phone-keys.ts'
import { distinctPatients } from './2026-11-27-distinct-patients.ts'
import { replyTemplates } from './2026-11-27-reply-templates.ts'
import { handovers } from './2026-11-27-handovers.ts'
import { dataRequests } from './2026-11-27-data-requests.ts'
import { ownHours } from './2026-11-27-own-hours.ts'
import { ownHoursUndo } from './2026-11-27-own-hours-undo.ts'
import { blockSeries } from './2026-11-27-block-series.ts'
import { passkeys } from './2026-11-27-passkeys.ts'
import { pictures } from './2026-11-26-pictures.ts'
import { calendarUids } from './2026-11-23-calendar-uids.ts'
import { importEvidence } from './2026-11-23-import-evidence.ts'
import { earlierPosts } from './2026-11-23-earlier-posts.ts'
import { beats } from './2026-11-22-beats.ts'
import { checks } from './2026-11-22-checks.ts'
import { correctedAppointments } from './2026-11-22-corrected-appointments.ts'
import { lateCancellations } from './2026-11-22-late-cancellations.ts'
import { relayProof } from './2026-11-23-relay-proof.ts'
import { lettersByRecipient } from './2026-11-23-letters-by-recipient.ts'
import { ordersOfAccounts } from './2026-11-23-orders-of-accounts.ts'
import { newsletterEmails } from './2026-11-23-newsletter-emails.ts'
import { newsletterLetters } from './newsletter-letters.ts'
import { emails } from './2026-11-24-emails.ts'
import { connectionTests } from './2026-11-23-connection-tests.ts'
import { bounces } from './2026-11-27-bounces.ts'
import { inbox } from './2026-11-27-inbox.ts'
import { sortedInbox } from './2026-11-27-sorted-inbox.ts'
import { salesTax } from './2026-11-27-sales-tax.ts'
import { paidBookings } from './2026-11-27-paid-bookings.ts'
import { savedCards } from './2026-11-27-saved-cards.ts'
import { giftCardNotes } from './2026-11-27-gift-card-notes.ts'
import { giftCardOrders } from './2026-11-27-gift-card-orders.ts'
import { importPositions } from './2026-11-29-import-positions.ts'
import { giftCards } from './2026-11-27-gift-cards.ts'
import { insights } from './2026-11-25-insights.ts'
import { newAddresses } from './2026-11-23-new-addresses.ts'
import { givenAddresses } from './2026-11-29-given-addresses.ts'
import { bookingReceipts } from './2026-11-28-booking-receipts.ts'
import { calendarsReadAgain } from './2026-11-29-calendars-read-again.ts'
import { refusedNewsletters } from './2026-11-29-refused-newsletters.ts'
import { tabletSessions } from './2026-11-29-tablet-sessions.ts'
import { declinedPhones } from './2026-11-29-declined-phones.ts'
import { formerPhones } from './2026-11-29-former-phones.ts'
import { heldBack } from './2026-11-29-held-back.ts'
import { waitingRefunds } from './2026-11-29-waiting-refunds.ts'

/** In the order in which they run. Once released, a name and what it does never change. */
const inOrder: Record<string, Migration['up']> = {
  '2026-11-20-foundations': foundations,
  '2026-11-20-mail-and-shop': mailAndShop,
  '2026-11-20-jobs-by-kind': jobsByKind,
  '2026-11-20-audit': audit,
  '2026-11-20-audit-verifications': auditVerifications,
  '2026-11-20-clinic-overlays': clinicOverlays,
  '2026-11-20-orders-messages-letters-in-hand': ordersMessagesLettersInHand,
  '2026-11-20-subscriber-list': subscriberList,
  '2026-11-20-accounts': accounts,
  '2026-11-20-post-decisions': postDecisions,
  '2026-11-20-newsletter-runs': newsletterRuns,
  '2026-11-20-booking': booking,
  '2026-11-20-subscriber-imports': subscriberImports,
  '2026-11-20-blocks': blocks,
  '2026-11-20-calendar-feed': calendarFeed,
  '2026-11-20-admin-sign-in': adminSignIn,
  '2026-11-20-health-holds': healthHolds,
  '2026-11-22-holds-by-resource': holdsByResource,
  '2026-11-22-backup-state': backupState,
  '2026-11-22-checks': checks,
  '2026-11-22-beats': beats,
  '2026-11-22-late-cancellations': lateCancellations,
  '2026-11-22-import-reading': importReading,
  '2026-11-23-relay-proof': relayProof,
  '2026-11-23-phone-keys': phoneKeys,
  '2026-11-23-calendar-uids': calendarUids,
  '2026-11-23-import-evidence': importEvidence,
  '2026-11-23-letters-by-recipient': lettersByRecipient,
  '2026-11-23-orders-of-accounts': ordersOfAccounts,
  '2026-11-23-earlier-posts': earlierPosts,
  '2026-11-22-corrected-appointments': correctedAppointments,
  '2026-11-23-connection-tests': connectionTests,
  '2026-11-23-new-addresses': newAddresses,
  '2026-11-23-newsletter-emails': newsletterEmails,
  '2026-11-24-emails': emails,
  '2026-11-25-attendance': attendance,
  '2026-11-25-insights': insights,
  '2026-11-25-content': content,
  '2026-11-26-content-drafts': contentDrafts,
  '2026-11-26-prices': prices,
  '2026-11-26-pictures': pictures,
  '2026-11-26-newsletter-letters': newsletterLetters,
  '2026-11-26-clinic-facts': clinicFacts,
  '2026-11-26-staff': staff,
  '2026-11-27-inbox': inbox,
  '2026-11-27-sorted-inbox': sortedInbox,
  '2026-11-27-patients': patients,
  '2026-11-27-private-calendars': privateCalendars,
  '2026-11-27-patient-changes': patientChanges,
  '2026-11-27-bounces': bounces,
  '2026-11-27-practitioner': practitioner,
  '2026-11-27-passkeys': passkeys,
  '2026-11-27-handovers': handovers,
  '2026-11-27-data-requests': dataRequests,
  '2026-11-27-own-hours': ownHours,
  '2026-11-27-forms': forms,
  '2026-11-27-block-series': blockSeries,
  '2026-11-27-reply-templates': replyTemplates,
  '2026-11-27-distinct-patients': distinctPatients,
  '2026-11-27-stock': stock,
  '2026-11-27-own-hours-undo': ownHoursUndo,
  '2026-11-27-copy-drill': copyDrill,
  '2026-11-27-text-messages': textMessages,
  '2026-11-27-plans': plans,
  '2026-11-27-payments': payments,
  '2026-11-27-waitlist': waitlist,
  '2026-11-27-payment-differences': paymentDifferences,
  '2026-11-27-prepaid-plans': prepaidPlans,
  '2026-11-27-texts-of-offers': textsOfOffers,
  '2026-11-27-sales-tax': salesTax,
  '2026-11-27-paid-bookings': paidBookings,
  '2026-11-27-saved-cards': savedCards,
  '2026-11-27-gift-cards': giftCards,
  '2026-11-27-gift-card-orders': giftCardOrders,
  '2026-11-27-gift-card-notes': giftCardNotes,
  '2026-11-28-waitlist-people': waitlistPeople,
  '2026-11-28-booking-receipts': bookingReceipts,
  '2026-11-29-refused-newsletters': refusedNewsletters,
  '2026-11-29-calendars-read-again': calendarsReadAgain,
  '2026-11-29-payment-health': paymentHealth,
  '2026-11-29-tablet-sessions': tabletSessions,
  '2026-11-29-import-positions': importPositions,
  '2026-11-29-text-statuses': textStatuses,
  '2026-11-29-given-addresses': givenAddresses,
  '2026-11-29-held-back': heldBack,
  '2026-11-29-former-phones': formerPhones,
  '2026-11-29-waiting-refunds': waitingRefunds,
  '2026-11-29-declined-phones': declinedPhones,
}

export const migrations: Migration[] = Object.entries(inOrder).map(([name, up]) => ({ name, up }))
