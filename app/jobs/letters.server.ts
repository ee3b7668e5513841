import { signConfirmLink } from '#app/domain/accounts/confirm-link.ts'
import { signInPath } from '#app/domain/accounts/sign-in-path.ts'
import { signResetLink } from '#app/domain/accounts/reset-link.ts'
import { findMessage } from '#app/domain/contact/messages.server.ts'
import { findCampaign } from '#app/domain/newsletter/campaigns.server.ts'
import { findSubscriber, findWhoCanConfirm } from '#app/domain/newsletter/subscribers.server.ts'
import {
  confirmPath,
  confirmPurpose,
  confirmText,
  unsubscribePath,
  unsubscribePurpose,
} from '#app/domain/newsletter/subscriber.ts'
import { orderPath, orderPurpose, type ToldStatus } from '#app/domain/orders/order.ts'
import { findOrder } from '#app/domain/orders/orders.server.ts'
import { idsOf, type EmailIds, type EmailKind } from '#app/domain/outbox/email-kinds.ts'
import type { Letter } from '#app/domain/outbox/letters.server.ts'
import { morningLetterOf } from '#app/domain/today/morning-letter.server.ts'
import { readToday } from '#app/domain/today/today.server.ts'
import { accountConfirm, accountKnown, passwordChanged, passwordReset } from '#app/mail/account-letters.tsx'
import { contactMessage } from '#app/mail/contact-message.tsx'
import type { RenderedEmail } from '#app/mail/email-frame.tsx'
import { newsletterConfirm } from '#app/mail/newsletter-confirm.tsx'
import { newsletterOptIn } from '#app/mail/newsletter-opt-in.tsx'
import { newsletterWelcome } from '#app/mail/newsletter-welcome.tsx'
import { orderChange } from '#app/mail/order-change.tsx'
import { orderConfirmation } from '#app/mail/order-confirmation.tsx'
import { orderNotice } from '#app/mail/order-notice.tsx'
import { todayLetter } from '#app/mail/today.tsx'
import type { Services } from '#app/services.server.ts'
import { newsletterLetters } from './newsletter-letter.server.ts'
import {
  renderAppointmentAddress,
  renderAppointmentLetter,
  renderAppointmentLinks,
  renderAppointmentNotice,
} from './appointment-letters.server.ts'

/** How each kind of letter gets its words; undefined when what it is about no longer exists. */
type Render<Kind extends EmailKind> = (services: Services, ids: EmailIds[Kind]) => Promise<RenderedEmail | undefined>

const renderers: { [Kind in EmailKind]: Render<Kind> } = {
  'newsletter-welcome': async ({ database, signer, config, clinic }, { subscriberId }) => {
    const subscriber = await findSubscriber(database, subscriberId)
    // One that bounced is tried again only because the clinic asks for it.
    if (subscriber?.state !== 'subscribed' && subscriber?.state !== 'bounced') return undefined
    const token = signer.sign(unsubscribePurpose, subscriber.id)
    return newsletterWelcome({
      clinic: clinic.facts(Date.now()),
      unsubscribeUrl: `${config.publicOrigin}${unsubscribePath(token)}`,
    })
  },
  'newsletter-opt-in': async (services, { subscriberId }) => {
    const subscriber = await findSubscriber(services.database, subscriberId)
    if (subscriber?.state !== 'pending') return undefined
    return newsletterOptIn({
      clinic: services.clinic.facts(Date.now()),
      confirmUrl: confirmUrl(services, { subscriberId }),
    })
  },
  'newsletter-confirm': async (services, ids) => {
    const { database, signer } = services
    const subscriber = await findWhoCanConfirm({ db: database.db, signer }, confirmText(ids))
    if (subscriber?.state !== 'unsubscribed') return undefined
    return newsletterConfirm({
      clinic: services.clinic.facts(Date.now()),
      confirmUrl: confirmUrl(services, ids),
    })
  },
  newsletter: async (services, { campaignId, subscriberId }) => {
    const campaign = await findCampaign(services.database, campaignId)
    return campaign && newsletterLetters(services, campaign)(subscriberId)
  },
  'newsletter-test': async (services, { campaignId }) => {
    const campaign = await findCampaign(services.database, campaignId)
    // Nobody's subscription: its link for leaving the list leads nowhere.
    return campaign && newsletterLetters(services, campaign)('test')
  },
  'order-notice': async (services, { orderId }) => {
    const order = await findOrder(services.database, orderId)
    return (
      order && orderNotice({ clinic: services.clinic.facts(Date.now()), order, orderUrl: orderUrl(services, orderId) })
    )
  },
  'order-confirmation': async (services, { orderId }) => {
    const order = await findOrder(services.database, orderId)
    return (
      order &&
      orderConfirmation({ clinic: services.clinic.facts(Date.now()), order, orderUrl: orderUrl(services, orderId) })
    )
  },
  'order-confirmed': (services, ids) => renderOrderChange(services, ids, 'confirmed'),
  'order-ready': (services, ids) => renderOrderChange(services, ids, 'ready'),
  'order-cancelled': (services, ids) => renderOrderChange(services, ids, 'cancelled'),
  'account-confirm': async ({ signIn, signer, config, clinic }, ids) => {
    const account = await signIn.findAccountById(ids.accountId)
    if (!account || account.isVerified || !(await signIn.hasConfirmation(ids, Date.now()))) return undefined
    const confirmUrl = `${config.publicOrigin}${signConfirmLink(signer, ids)}`
    return accountConfirm({ clinic: clinic.facts(Date.now()), confirmUrl })
  },
  'account-known': async ({ signIn, config, clinic }, { accountId }) => {
    if (!(await signIn.findAccountById(accountId))) return undefined
    return accountKnown({ clinic: clinic.facts(Date.now()), loginUrl: `${config.publicOrigin}/login` })
  },
  'password-reset': async ({ signIn, signer, config, clinic }, { resetId }) => {
    // One that waited for the mail server would bring a link that works no longer, and one to nobody's account nothing.
    const accountId = await signIn.findReset(resetId, Date.now())
    if (!accountId || !(await signIn.findAccountById(accountId))) return undefined
    const resetUrl = `${config.publicOrigin}${signResetLink(signer, resetId)}`
    return passwordReset({ clinic: clinic.facts(Date.now()), resetUrl })
  },
  'password-changed': async ({ signIn, config, clinic }, { accountId }) => {
    if (!(await signIn.findAccountById(accountId))) return undefined
    return passwordChanged({ clinic: clinic.facts(Date.now()), forgotUrl: `${config.publicOrigin}/login/forgot` })
  },
  appointment: renderAppointmentLetter,
  'appointment-notice': renderAppointmentNotice,
  'appointment-links': renderAppointmentLinks,
  'appointment-address': renderAppointmentAddress,
  'contact-message': async ({ database, clinic }, { contactMessageId }) => {
    const message = await findMessage(database, contactMessageId)
    return message && contactMessage({ clinic: clinic.facts(Date.now()), message })
  },
  today: renderToday,
}

async function renderToday(services: Services, { day }: EmailIds['today']) {
  const now = Date.now()
  const letter = morningLetterOf(day, now)
  if (!letter) return undefined
  const { clinic, config } = services
  const adminUrl = `${config.publicOrigin}${signInPath('/admin')}`
  return todayLetter({
    clinic: clinic.facts(now),
    today: await readToday(services, now),
    late: letter.late,
    adminUrl,
    now,
  })
}

/** A letter that waited for the mail server tells nothing that is no longer so: the next change has a letter of its own. */
async function renderOrderChange(services: Services, { orderId }: { orderId: string }, status: ToldStatus) {
  const order = await findOrder(services.database, orderId)
  if (order?.status !== status) return undefined
  return orderChange({
    clinic: services.clinic.facts(Date.now()),
    order,
    status,
    orderUrl: orderUrl(services, orderId),
  })
}

const confirmUrl = ({ signer, config }: Services, ids: EmailIds['newsletter-confirm']) =>
  `${config.publicOrigin}${confirmPath(signer.sign(confirmPurpose, confirmText(ids)))}`

const orderUrl = ({ signer, config }: Services, orderId: string) =>
  `${config.publicOrigin}${orderPath(signer.sign(orderPurpose, orderId))}`

export const renderLetterOf = (services: Services, letter: Letter) => renderAs(services, letter.kind, letter)

/** The subscriber to whom a letter about the newsletter goes. */
export function subscriberOf(letter: Letter) {
  const ids = idsOf(letter.kind, letter)
  return 'subscriberId' in ids ? ids.subscriberId : undefined
}

const renderAs = <Kind extends EmailKind>(services: Services, kind: Kind, letter: Letter) =>
  renderers[kind](services, idsOf(kind, letter))
