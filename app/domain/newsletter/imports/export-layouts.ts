import { type ColumnRole, toColumnKey } from './column-roles.ts'
import { normalize } from './status-words.ts'

/** How a column is read: by its role, not at all, or by its role except for these values (normalized). */
export type ColumnRule = ColumnRole | 'ignore' | { role: ColumnRole; on?: string[]; off?: string[] }

export type ExportLayout = {
  service: string
  /** Keys of columns that every export of this kind has. */
  has: string[]
  columns: Record<string, ColumnRule>
  /** A column by whose values the export is known, since any list may have its columns. */
  values?: Record<string, string[]>
  /** It lists patients or customers, not subscribers. */
  ofPatients?: true
}

const kitStates = { on: ['active'], off: ['cancelled', 'bounced', 'complained', 'inactive'] }

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
      // The country's code.
      cc: 'ignore',
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
    columns: { activesubscription: 'ignore', expiry: 'ignore', emaildisabled: 'leaving' },
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
    columns: { state: { role: 'status', ...kitStates } },
    values: { state: [...kitStates.on, ...kitStates.off] },
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
    ofPatients: true,
  },
  {
    service: 'Practice Better',
    has: ['firstname', 'lastname', 'emailaddress', 'dateofbirth', 'dateadded', 'status'],
    columns: { status: { role: 'status', on: ['active'], off: ['inactive', 'archived'] } },
    ofPatients: true,
  },
  {
    service: 'Cliniko',
    has: ['id', 'firstname', 'lastname', 'email', 'remindertype', 'acceptedemailmarketing'],
    columns: {
      acceptedemailmarketing: 'consent',
      acceptedprivacypolicy: 'ignore',
      archivedat: 'leaving',
      state: 'ignore',
    },
    ofPatients: true,
  },
  {
    service: 'Fresha',
    has: ['clientid', 'fullname', 'email', 'acceptsmarketing', 'blocked'],
    columns: { acceptsmarketing: 'consent', acceptssmsmarketing: 'ignore', blocked: 'leaving', state: 'ignore' },
    ofPatients: true,
  },
  {
    service: 'Acuity Scheduling',
    has: ['firstname', 'lastname', 'phone', 'email', 'notes', 'dayssincelastappointment'],
    columns: {},
    ofPatients: true,
  },
  {
    service: 'Square',
    has: ['emailaddress', 'squarecustomerid', 'emailsubscriptionstatus'],
    columns: {
      emailsubscriptionstatus: { role: 'consent', on: ['subscribed'], off: ['unsubscribed', 'unknown'] },
      blockedfromonlinebooking: 'ignore',
      instantprofile: 'ignore',
      state: 'ignore',
    },
    ofPatients: true,
  },
  {
    service: 'SimplePractice',
    has: ['client', 'email', 'clienttype', 'primaryclinician'],
    columns: {
      status: { role: 'status', on: ['active'], off: ['inactive', 'archived', 'prospective'] },
      state: 'ignore',
    },
    ofPatients: true,
  },
  {
    service: 'Mindbody',
    has: ['clientid', 'lastname', 'firstname', 'email', 'clientsince'],
    columns: { textpromooptin: 'ignore', state: 'ignore' },
    ofPatients: true,
  },
  {
    service: 'Vagaro',
    has: ['firstname', 'lastname', 'email', 'customersince', 'appointmentsbooked'],
    columns: { onlinebooking: 'ignore', creditcard: 'ignore', bank: 'ignore', state: 'ignore' },
    ofPatients: true,
  },
]

export function findLayout(header: string[], sample: string[][]): ExportLayout | undefined {
  const names = header.map(toColumnKey)
  return layouts.find(
    ({ has, values = {} }) =>
      has.every((name) => names.includes(name)) &&
      Object.entries(values).every(([name, known]) =>
        sample.every((row) => ['', ...known].includes(normalize(row[names.indexOf(name)] ?? ''))),
      ),
  )
}

/** What a service of newsletters calls its own, though elsewhere it would be somebody's card or insurance. */
export const isOwnColumn = (name: string, layout: ExportLayout | undefined) =>
  layout !== undefined &&
  !layout.ofPatients &&
  (Object.hasOwn(layout.columns, toColumnKey(name)) || toColumnKey(name) === 'subscriberid')

/** Columns that only lists of patients have; two of them name one. */
const aboutPatients =
  /^(?:patient(?:id|number|name|since|status)?|dateofbirth|dob|birthdate|emergencycontact\w*|primary(?:clinician|practitioner|provider|insurance)|practitioner|clinician|provider|medicare\w*|medicaid\w*|insurance\w*|diagnos\w*|icd\w*|medications?|allergies|lastvisit|lastappointment|nextappointment|appointmentnotes|dayssincelastappointment|mrn|chartnumber|guardian\w*|condition|treatments?)$/

export const isPatientList = (header: string[], layout: ExportLayout | undefined) =>
  layout ? layout.ofPatients === true : header.filter((name) => aboutPatients.test(toColumnKey(name))).length >= 2

const appointmentExports: { service: string; has: string[] }[] = [
  { service: 'Acuity Scheduling', has: ['starttime', 'endtime', 'calendar', 'appointmentid'] },
  { service: 'Calendly', has: ['inviteename', 'inviteeemail', 'eventtypename'] },
  { service: 'Cliniko', has: ['patientid', 'practitioner', 'appointmenttype', 'startsat'] },
  { service: 'SimplePractice', has: ['dateofservice', 'client', 'clinician', 'billingcode'] },
  { service: 'Fresha', has: ['appointmentreference', 'client', 'teammember', 'scheduleddate'] },
]

/** Columns that only exports of appointments have; two of them name one. */
const aboutAppointments =
  /^(?:(?:start|end)s?(?:at|time|date|datetime|datetimeutc)?|(?:appointment|visit|booking|session|service|event)(?:id|date|time|type|status|start|end|startdate|starttime|reference|price|typename)|dateofservice|scheduled(?:date|time|by|for)|date(?:scheduled|rescheduled)|(?:cancel?led|arrived|rescheduled)(?:at|by)?|cancel?lationreason|didnotarrive|noshow|checkedin(?:at)?|patientarrived|billingcode|duration|calendar|practitioner|clinician|provider|teammember|staff(?:member)?|room|resource)$/

/** The service, if it is known; undefined for other files. */
export function appointmentsOf(header: string[]): { service: string | undefined } | undefined {
  const names = header.map(toColumnKey)
  const known = appointmentExports.find(({ has }) => has.every((name) => names.includes(name)))
  if (known) return { service: known.service }
  const times = names.filter((name) => aboutTime.test(name)).length
  // A membership has days, too.
  const about = names.filter((name) => aboutAppointments.test(name) && !/^(?:start|end)s?(?:date)?$/.test(name)).length
  return (times > 0 && about >= 2) || isOfMeetings(names) ? { service: undefined } : undefined
}

/** It says when somebody comes, and two of: to what, to whom, who, how long. */
function isOfMeetings(names: string[]) {
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name))
  const isTimed =
    has(/^(?:(?:appointment|booking|visit|session)(?:date|time|datetime)|booked(?:at|on|for)|datetime|dateandtime)$/) ||
    (has(/^date$/) && has(/^(?:start)?time$/)) ||
    (has(/^starts?(?:at|on|time)?$/) && has(/^ends?(?:at|on|time)?$/))
  return isTimed && meetingParts.filter(has).length >= 2
}

const meetingParts = [
  /^(?:services?|servicename|treatments?|treatmentname|(?:appointment|booking|session)type|procedure)$/,
  /^(?:(?:staff|team)(?:member|name)?s?|(?:service)?provider|(?:practition|stylist|therapist|clinician|employee|doctor)\w*|with)$/,
  /^(?:client|customer|patient|guest)(?:name)?$/,
  /^(?:duration\w*|length|(?:booking|appointment)(?:ref|reference|id|number|no))$/,
]

const aboutTime =
  /^(?:start|end|appointment|visit|booking|session|scheduled|service|dateof)\w*(?:date|time|at|service)$|^starts?$/
