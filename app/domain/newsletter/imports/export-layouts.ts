import { type ColumnRole, toColumnKey } from './column-roles.ts'

/** How a column is read: by its role, not at all, or by its role except for these values (normalized). */
export type ColumnRule = ColumnRole | 'ignore' | { role: ColumnRole; on?: string[]; off?: string[] }

export type ExportLayout = {
  service: string
  /** Keys of columns that every export of this kind has. */
  has: string[]
  columns: Record<string, ColumnRule>
}

/**
 * How services mark people who must not be emailed. Only names and values that have their own meaning in one service;
 * other columns are read by their names, as in any file.
 */
const layouts: ExportLayout[] = [
  {
    // Subscribers whom the admin added have no sign-up date.
    service: 'this website',
    has: ['email', 'status', 'subscribed', 'importedfrom'],
    columns: { subscribed: 'ignore' },
  },
  {
    service: 'Mailchimp',
    has: ['emailaddress', 'memberrating', 'leid', 'euid'],
    columns: {
      unsubtime: 'leaving',
      unsubcampaigntitle: 'leaving',
      unsubcampaignid: 'leaving',
      unsubreason: 'leaving',
      unsubreasonother: 'leaving',
      cleantime: 'leaving',
      cleancampaigntitle: 'leaving',
      cleancampaignid: 'leaving',
      memberrating: 'ignore',
      leid: 'ignore',
      gmtoff: 'ignore',
      dstoff: 'ignore',
    },
  },
  {
    service: 'Ghost',
    has: ['email', 'subscribedtoemails', 'complimentaryplan'],
    columns: { subscribedtoemails: 'consent', deletedat: 'leaving', complimentaryplan: 'ignore' },
  },
  {
    // An active subscription is a paid one; free readers do not have it.
    service: 'Substack',
    has: ['email', 'activesubscription', 'emaildisabled'],
    columns: { activesubscription: 'ignore', emaildisabled: 'leaving' },
  },
  {
    service: 'Substack',
    has: ['email', 'stripeplan', 'canceldate'],
    columns: { canceldate: 'ignore', emaildisabled: 'leaving' },
  },
  {
    service: 'listmonk',
    has: ['uuid', 'email', 'attributes', 'status'],
    columns: { status: { role: 'status', on: ['enabled'], off: ['blocklisted', 'disabled'] } },
  },
  {
    service: 'Brevo',
    has: ['contactid', 'email', 'addedtime', 'modifiedtime'],
    columns: { blocklisted: 'leaving', emailblacklisted: 'leaving', emailmarketing: 'consent' },
  },
  {
    service: 'Shopify',
    has: ['customerid', 'email', 'acceptsemailmarketing'],
    columns: {
      acceptsemailmarketing: 'consent',
      acceptssmsmarketing: 'ignore',
      taxexempt: 'ignore',
      totalorders: 'ignore',
      totalspent: 'ignore',
    },
  },
  {
    service: 'Shopify',
    has: ['email', 'acceptsmarketing', 'taxexempt'],
    columns: { acceptsmarketing: 'consent', taxexempt: 'ignore', totalorders: 'ignore', totalspent: 'ignore' },
  },
  {
    service: 'Squarespace',
    has: ['email', 'acceptsmarketing', 'subscribersince'],
    columns: { acceptsmarketing: 'consent', hasaccount: 'ignore', ordercount: 'ignore', totalspent: 'ignore' },
  },
  {
    service: 'Klaviyo',
    has: ['email', 'klaviyoid'],
    columns: {
      emailmarketingconsent: 'consent',
      emailsuppressions: 'leaving',
      consent: { role: 'consent', on: ['email', 'email web'], off: ['sms'] },
    },
  },
  {
    service: 'Wix',
    has: ['emailsubscriberstatus'],
    columns: { emailsubscriberstatus: 'status', smssubscriberstatus: 'ignore', lastactivity: 'ignore' },
  },
  {
    // 'Inactive' people never confirmed.
    service: 'Kit',
    has: ['id', 'firstname', 'email', 'state', 'createdat'],
    columns: { state: { role: 'status', on: ['active'], off: ['cancelled', 'bounced', 'complained', 'inactive'] } },
  },
  {
    service: 'beehiiv',
    has: ['email', 'status', 'subscriptiontier'],
    columns: {
      status: {
        role: 'status',
        on: ['active'],
        off: ['inactive', 'pending', 'validating', 'invalid', 'needs attention', 'paused'],
      },
    },
  },
  {
    service: 'MailerLite',
    has: ['subscriber', 'sent', 'opens', 'clicks', 'subscribed'],
    columns: {
      subscribed: 'ignore',
      unsubscribed: 'leaving',
      status: 'status',
      sent: 'ignore',
      opens: 'ignore',
      clicks: 'ignore',
    },
  },
  {
    service: 'Constant Contact',
    has: ['emailaddress', 'emailpermissionstatus'],
    columns: {
      emailstatus: 'status',
      emailpermissionstatus: { role: 'status', on: ['express', 'implied', 'implicit', 'explicit'], off: ['not set'] },
    },
  },
  {
    // Reminders of appointments are not the newsletter.
    service: 'Jane',
    has: ['patientnumber', 'firstname', 'lastname', 'email'],
    columns: { deceased: 'leaving', discharged: 'ignore' },
  },
  {
    service: 'Practice Better',
    has: ['firstname', 'lastname', 'emailaddress', 'dateofbirth', 'dateadded', 'status'],
    columns: { status: { role: 'status', on: ['active'], off: ['inactive', 'archived'] } },
  },
]

export function findLayout(header: string[]): ExportLayout | undefined {
  const names = new Set(header.map(toColumnKey))
  return layouts.find(({ has }) => has.every((name) => names.has(name)))
}
