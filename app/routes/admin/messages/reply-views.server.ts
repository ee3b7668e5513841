import { findAccounts } from '#app/domain/accounts/accounts.server.ts'
import { nameOf } from '#app/domain/accounts/staff.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { findReplyWriter, listReplies } from '#app/domain/contact/replies.server.ts'
import { type EmailState, findEmailStates } from '#app/domain/outbox/email-states.server.ts'
import { findFailureCause } from '#app/domain/outbox/failure-cause.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import type { Services } from '#app/services.server.ts'
import { adminEmail, adminMail } from '#content/pages/admin-mail.ts'
import { adminMessage as words } from '#content/pages/admin-messages.ts'

/** The replies to a message as its page shows them, with how far their emails are. */
export async function toReplyViews({ database }: Pick<Services, 'database'>, messageId: string) {
  const replies = await listReplies(database, messageId)
  const [states, accounts] = await Promise.all([
    findEmailStates(
      database,
      replies.map(({ emailId }) => emailId),
    ),
    findAccounts(
      database,
      replies.map(({ sentBy }) => sentBy),
    ),
  ])
  return replies.map(({ id, emailId, text, sentBy, sentAt }) => {
    const account = accounts.get(sentBy)
    const state = states.get(emailId)
    return {
      id,
      text,
      who: account ? nameOf(account) : words.replies.someone,
      at: formatMoment(sentAt),
      state: state ? describe(state) : words.replies.gone,
      isFailed: state?.state === 'failed',
      email: state && `/admin/mail/${emailId}`,
    }
  })
}

function describe({ state, isRetrying, handledAt, lastError = '' }: EmailState) {
  const { states } = adminEmail
  if (state === 'waiting') return states[isRetrying ? 'retrying' : 'waiting']
  if (state !== 'failed') return states[state]
  const failed = handledAt === undefined ? states.failed : states.handled(formatMoment(handledAt))
  return `${failed} ${adminMail.causes[findFailureCause(lastError)]}`
}

const formatMoment = (at: number) => formatClinicMoment(at, clinicTimeZone)

/** The name of who wrote a reply. */
export async function findWriter({ database }: Pick<Services, 'database'>, replyId: string) {
  const accountId = await findReplyWriter(database, replyId)
  const account = accountId && (await findAccounts(database, [accountId])).get(accountId)
  return account ? nameOf(account) : words.replies.someone
}
