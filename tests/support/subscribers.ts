import { randomUUID } from 'node:crypto'
import { isBusy } from '#app/database/dialect.server.ts'
import type { Db, Tables } from '#app/database/tables.ts'
import type { SubscriberRow } from '#app/domain/newsletter/subscriber.ts'
import { insertSubscribers } from '#app/domain/newsletter/subscriber-rows.server.ts'
import { until } from './timing.ts'
import type { Insertable } from 'kysely'
import { newsletterPage } from '#app/routes/admin/newsletter/words.ts'

type Row = Partial<SubscriberRow> & { email: string }

/** Adds subscribers to a site, newest first, and updates the totals. */
export async function listSubscribers(db: Db, rows: Row[]) {
  const now = Date.now()
  const full = rows.map((row, index) => ({
    id: randomUUID(),
    state: 'subscribed' as const,
    subscriptionDate: null,
    createdAt: now - index * 1_000,
    ...row,
  }))
  // Retried, because the running site may hold SQLite's write lock.
  await until(() =>
    db
      .transaction()
      .execute(async (tx) => {
        for (let done = 0; done < full.length; done += 500) await insertSubscribers(tx, full.slice(done, done + 500))
        return true
      })
      .catch((error: unknown) => {
        if (!isBusy(error)) throw error
        return undefined
      }),
  )
}

/** Resets the subscriber list, for tests that share a site. */
export async function emptySubscriberList(db: Db) {
  for (const table of ['subscribers', 'subscriberCounts', 'deletedSubscribers'] as const)
    await db.deleteFrom(table).execute()
}

type CampaignRow = Partial<Insertable<Tables['campaigns']>>

const ended = { recipients: 42, gathered: 1, startedAt: 1, endedAt: 2 }

/** A newsletter in each state that a page shows, with a text of its page. */
const states: { name: string; row: CampaignRow; shows: string }[] = [
  {
    name: 'draft',
    row: { state: 'draft', intro: 'Our tea cures diabetes.' },
    shows: newsletterPage.checks.sendAnyway,
  },
  {
    name: 'scheduled',
    row: { state: 'scheduled', startsAt: 4_000_000_000_000 },
    shows: newsletterPage.scheduled.takeBack,
  },
  { name: 'late', row: { state: 'paused', pausedWhy: 'late', startsAt: 1 }, shows: newsletterPage.late.takeBack },
  {
    name: 'sending',
    row: { state: 'sending', recipients: 42, gathered: 1, sent: 17, failed: 1, startedAt: 1 },
    shows: newsletterPage.run.progress(18, 42),
  },
  {
    name: 'paused',
    // A newsletter paused for the mail server would resume by itself if a server responds.
    row: { state: 'paused', pausedWhy: 'admin', recipients: 42, gathered: 1, sent: 18, startedAt: 1 },
    shows: newsletterPage.run.paused.admin,
  },
  {
    name: 'done',
    row: { ...ended, state: 'done', sent: 40, failed: 1, leftOut: 1, uncertain: 1 },
    shows: newsletterPage.result.retry,
  },
  { name: 'cancelled', row: { ...ended, state: 'cancelled', sent: 12 }, shows: newsletterPage.result.cancelled(30) },
]

/** Adds these newsletters to a site's database, with one subscriber; returns the path of each. */
export async function putNewsletters(db: Db) {
  await listSubscribers(db, [{ email: `reader-${randomUUID()}@example.com` }])
  const put = states.map(({ row, ...state }) => ({ ...state, id: randomUUID(), row }))
  // One by one, because a common insert would need the same columns in all rows.
  for (const { id, row } of put)
    await db
      .insertInto('campaigns')
      .values({ state: 'draft', ...row, id, url: 'https://www.example.com/', createdAt: 1 })
      .execute()
  const done = put.find(({ name }) => name === 'done')
  await db
    .insertInto('emails')
    .values({
      id: randomUUID(),
      kind: 'newsletter',
      ids: '{}',
      campaignId: done?.id ?? '',
      subscriberId: randomUUID(),
      recipient: 'nobody@example.com',
      messageId: `<${randomUUID()}@clinic.example>`,
      state: 'failed',
      reason: 'smtp 550 at RCPT TO',
      lastError: '550 no mailbox of this name',
      createdAt: 0,
      triedAt: 0,
    })
    .execute()
  return put.map(({ name, id, shows }) => ({ name, shows, path: `/admin/newsletter/${id}` }))
}

/**
 * Exports of other services with their usual columns. The beginning of an address says whether the person is subscribed:
 * 'on', 'off', or 'ask' if only the clinic can know.
 */
export type SubscriberExport = { service: string; fileName: string; text: string }

export const exportsOfServices: SubscriberExport[] = [
  {
    service: 'Mailchimp',
    fileName: 'members_export_0a1b2c3d4e.csv',
    text: `"Email Address","First Name","Last Name",Address,"Phone Number",Birthday,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_CAMPAIGN_ID,UNSUB_REASON,UNSUB_REASON_OTHER,CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID,LAST_CHANGED,LEID,EUID,NOTES,TAGS
on1@mailchimp.example,Maya,Rao,,,,3,"2021-03-04 10:11:12",192.0.2.1,"2021-03-04 10:12:00",192.0.2.1,33.4,-86.8,-6,-5,America/Chicago,US,AL,,,,,,,,,"2022-01-01 00:00:00",1,aa,,"""yoga"""
on2@mailchimp.example,Rosa,Lima,,,,2,,,"2020-05-05 08:00:00",192.0.2.2,,,,,,,,,,,,,,,,"2022-01-01 00:00:00",2,ab,,
off1@mailchimp.example,Lin,Chen,,,,1,"2019-01-01 00:00:00",192.0.2.3,"2019-01-01 00:00:00",192.0.2.3,,,,,,,,"2020-02-03 04:05:06","Spring news",77,NORMAL,,,,,"2020-02-03 04:05:06",3,ac,,
off2@mailchimp.example,Zoe,King,,,,1,"2019-01-01 00:00:00",192.0.2.4,"2019-01-01 00:00:00",192.0.2.4,,,,,,,,,,,,,"2020-02-03 04:05:06","Spring news",77,"2020-02-03 04:05:06",4,ad,,
`,
  },
  {
    service: 'Mailchimp',
    fileName: 'unsubscribed_members_export_0a1b2c3d4e.csv',
    text: `"Email Address","First Name",MEMBER_RATING,OPTIN_TIME,CONFIRM_TIME,LAST_CHANGED,LEID,EUID,NOTES,TAGS
off1@left.example,Lin,1,"2019-01-01 00:00:00","2019-01-01 00:00:00","2020-02-03 04:05:06",3,ac,,
off2@left.example,Zoe,1,"2019-01-01 00:00:00","2019-01-01 00:00:00","2020-02-03 04:05:06",4,ad,,
`,
  },
  {
    service: 'Mailchimp',
    fileName: 'Cleaned_email_audience_export_0a1b2c.CSV',
    text: `"Email Address",MEMBER_RATING,OPTIN_TIME,CONFIRM_TIME,LEID,EUID
off1@cleaned.example,1,"2019-01-01 00:00:00","2019-01-01 00:00:00",3,ac
`,
  },
  {
    service: 'Mailchimp',
    fileName: 'nonsubscribed_members_export_0a1b2c.csv',
    text: `"Email Address",MEMBER_RATING,OPTIN_TIME,CONFIRM_TIME,LEID,EUID
off1@buyers.example,1,,,3,ac
`,
  },
  {
    service: 'Ghost',
    fileName: 'clinic.ghost.2024-05-06.csv',
    text: `id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers
641,on1@ghost.example,Maya Rao,,true,false,,2021-03-04T10:11:12.000Z,,,
642,off1@ghost.example,Lin Chen,,false,false,,2021-03-04T10:11:12.000Z,,,
643,off2@ghost.example,Zoe King,,true,false,,2021-03-04T10:11:12.000Z,2022-01-01T00:00:00.000Z,,
`,
  },
  {
    service: 'Substack',
    fileName: 'email_list.clinic.csv',
    text: `email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at
on1@substack.example,false,,other,false,2021-03-04T10:11:12.000Z,
on2@substack.example,true,2026-01-01T00:00:00.000Z,yearly,false,2021-03-04T10:11:12.000Z,2021-03-05T00:00:00.000Z
off1@substack.example,false,,other,true,2021-03-04T10:11:12.000Z,
off2@substack.example,true,2026-01-01T00:00:00.000Z,yearly,true,2021-03-04T10:11:12.000Z,
`,
  },
  {
    service: 'listmonk',
    fileName: 'subscribers.csv',
    text: `uuid,email,name,attributes,status,created_at,updated_at
a-1,on1@listmonk.example,Maya,"{""city"":""Hoover"",""note"":""x""}",enabled,2021-03-04 10:11:12.1 +0000 UTC,2021-03-04 10:11:12.1 +0000 UTC
a-2,off1@listmonk.example,Lin,{},blocklisted,2021-03-04 10:11:12.1 +0000 UTC,2021-03-04 10:11:12.1 +0000 UTC
a-3,off2@listmonk.example,Zoe,{},disabled,2021-03-04 10:11:12.1 +0000 UTC,2021-03-04 10:11:12.1 +0000 UTC
`,
  },
  {
    service: 'Brevo',
    fileName: 'contact_export_1234.csv',
    text: `CONTACT ID;EMAIL;LASTNAME;FIRSTNAME;SMS;BLOCKLISTED;SMS_BLOCKLISTED;EMAIL_MARKETING;SMS_MARKETING;ADDED_TIME;MODIFIED_TIME
1;on1@brevo.example;Rao;Maya;;false;true;Subscribed;Unsubscribed;04-03-2021 10:11:12;04-03-2021 10:11:12
2;off1@brevo.example;Chen;Lin;;true;false;Subscribed;Subscribed;04-03-2021 10:11:12;04-03-2021 10:11:12
3;off2@brevo.example;King;Zoe;;false;false;Unsubscribed;Subscribed;04-03-2021 10:11:12;04-03-2021 10:11:12
`,
  },
  {
    service: 'Shopify',
    fileName: 'customers_export.csv',
    text: `Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address City,Default Address Province Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags
'7001,Maya,Rao,on1@shopify.example,yes,,1 Main St,Hoover,AL,35244,,,no,10.00,1,,no,newsletter
'7002,Lin,Chen,off1@shopify.example,no,,,Hoover,AL,,,,yes,20.00,2,,no,
'7003,Zoe,King,off2@shopify.example,No,,,Hoover,AL,,,,no,0.00,0,,yes,
`,
  },
  {
    service: 'Squarespace',
    fileName: 'profiles_export.csv',
    text: `Email,First Name,Last Name,Shipping Name,Shipping City,Shipping Province/State,Shipping Country,Accepts Marketing,Has Account,Tags,Created On,Subscriber Since,Subscriber Source,Mailing Lists,Order Count,Total Spent
on1@squarespace.example,Maya,Rao,Maya Rao,Hoover,AL,US,TRUE,FALSE,,2021-03-04,2021-03-04,Newsletter Block,News,0,0
off1@squarespace.example,Lin,Chen,,,,,FALSE,TRUE,,2021-03-04,,,,1,20
`,
  },
  {
    service: 'Klaviyo',
    fileName: 'Newsletter list.csv',
    text: `Email,Klaviyo ID,First Name,Last Name,Phone Number,City,State / Region,Email Marketing Consent,Email Marketing Consent Timestamp,SMS Marketing Consent,Email Suppressions,Initial Source,Profile Created On,First Active
on1@klaviyo.example,01A,Maya,Rao,,Hoover,Alabama,SUBSCRIBED,2021-03-04 10:11:12,NEVER_SUBSCRIBED,[],Form,2021-03-04,2021-03-04
off1@klaviyo.example,01B,Lin,Chen,,Hoover,Alabama,UNSUBSCRIBED,2021-03-04 10:11:12,SUBSCRIBED,"['UNSUBSCRIBE']",Form,2021-03-04,2021-03-04
off2@klaviyo.example,01C,Zoe,King,,,,NEVER_SUBSCRIBED,,NEVER_SUBSCRIBED,[],Shop,2021-03-04,2021-03-04
off3@klaviyo.example,01D,Ana,Roy,,,,SUBSCRIBED,2021-03-04 10:11:12,,"['INVALID_EMAIL', 'USER_SUPPRESSED']",Form,2021-03-04,2021-03-04
`,
  },
  {
    service: 'Wix',
    fileName: 'contacts.csv',
    text: `First Name,Last Name,Phone 1,Email 1,Address 1 - City,Address 1 - State/Region,Labels,Email subscriber status,SMS subscriber status,Email deliverability status,Last Activity,Last Activity Date (UTC+0),Source,Created At (UTC+0)
Maya,Rao,,on1@wix.example,Hoover,AL,,Subscribed,Never subscribed,Valid,Form submitted,2021-03-04 10:11,Forms,2021-03-04 10:11
Lin,Chen,,off1@wix.example,,,,Unsubscribed,Subscribed,Valid,Unsubscribed,2021-03-04 10:11,Forms,2021-03-04 10:11
Zoe,King,,off2@wix.example,,,,Never subscribed,,,Contact created,2021-03-04 10:11,Store,2021-03-04 10:11
Ana,Roy,,off3@wix.example,,,,Subscribed,,Bounced,Form submitted,2021-03-04 10:11,Forms,2021-03-04 10:11
Eva,Ito,,off4@wix.example,,,,Pending,,Inactive,Form submitted,2021-03-04 10:11,Forms,2021-03-04 10:11
`,
  },
  {
    service: 'Kit',
    fileName: 'subscribers.csv',
    text: `id,first_name,email,state,created_at,tags
1,Maya,on1@kit.example,active,2021-03-04T10:11:12Z,yoga
2,Lin,off1@kit.example,cancelled,2021-03-04T10:11:12Z,
3,Zoe,off2@kit.example,bounced,2021-03-04T10:11:12Z,
4,Ana,off3@kit.example,complained,2021-03-04T10:11:12Z,
5,Eva,off4@kit.example,inactive,2021-03-04T10:11:12Z,
`,
  },
  {
    service: 'beehiiv',
    fileName: 'all_subscribers.csv',
    text: `id,email,status,created_at,subscription_tier,referral_code,utm_source,utm_medium,utm_campaign,unsubscribed_at
s1,on1@beehiiv.example,active,2021-03-04 10:11:12 UTC,free,abc,,,,
s2,off1@beehiiv.example,inactive,2021-03-04 10:11:12 UTC,free,abd,,,,2022-01-01 00:00:00 UTC
s3,off2@beehiiv.example,pending,2021-03-04 10:11:12 UTC,free,abe,,,,
s4,off3@beehiiv.example,needs_attention,2021-03-04 10:11:12 UTC,free,abf,,,,
s5,off4@beehiiv.example,validating,2021-03-04 10:11:12 UTC,free,abg,,,,
s6,off5@beehiiv.example,invalid,2021-03-04 10:11:12 UTC,free,abh,,,,
`,
  },
  {
    service: 'MailerLite',
    fileName: 'subscribers_export.csv',
    text: `Subscriber,Status,Sent,Opens,Clicks,Subscribed,Unsubscribed,Location,Name,Last name
on1@mailerlite.example,Active,10,5,1,2021-03-04 10:11:12,,United States,Maya,Rao
off1@mailerlite.example,Unsubscribed,10,5,1,2021-03-04 10:11:12,2022-01-01 00:00:00,United States,Lin,Chen
off2@mailerlite.example,Unconfirmed,0,0,0,,,,Zoe,
off3@mailerlite.example,Bounced,1,0,0,2021-03-04 10:11:12,,,Ana,
off4@mailerlite.example,Junk,1,0,0,2021-03-04 10:11:12,,,Eva,
`,
  },
  {
    service: 'Constant Contact',
    fileName: 'contact-export-1234.csv',
    text: `"First name","Last name",Company,"Job title","Email address","Email status","Email permission status","Email update source","Confirmed Opt-Out Date","Confirmed Opt-Out Source","Confirmed Opt-Out Reason","City - Home","State/Province - Home","Email Lists","Source Name","Created At","Updated At"
Maya,Rao,,,on1@constantcontact.example,Active,Express,"Added by you",,,,Hoover,AL,News,"Sign-up form","2021-03-04 10:11:12 -0600","2021-03-04 10:11:12 -0600"
Rosa,Lima,,,on2@constantcontact.example,Active,Implied,"Added by you",,,,Hoover,AL,News,Import,"2021-03-04 10:11:12 -0600","2021-03-04 10:11:12 -0600"
Lin,Chen,,,off1@constantcontact.example,Active,Unsubscribed,"Unsubscribed by contact","2022-01-01 00:00:00 -0600",Contact,"No longer interested",,,,Import,"2021-03-04 10:11:12 -0600","2021-03-04 10:11:12 -0600"
Zoe,King,,,off2@constantcontact.example,"Awaiting confirmation","Awaiting confirmation","Added by you",,,,,,,Import,"2021-03-04 10:11:12 -0600","2021-03-04 10:11:12 -0600"
Ana,Roy,,,off3@constantcontact.example,Bounced,Express,"Added by you",,,,,,,Import,"2021-03-04 10:11:12 -0600","2021-03-04 10:11:12 -0600"
Eva,Ito,,,off4@constantcontact.example,"No permissions set","Not set","Added by you",,,,,,,Import,"2021-03-04 10:11:12 -0600","2021-03-04 10:11:12 -0600"
`,
  },
  {
    service: 'Jane',
    fileName: 'Patients.csv',
    text: `Patient Number,First Name,Preferred Name,Last Name,Email,Mobile Phone,Address,City,State,Postal,Email Marketing Opt In,SMS Reminders,Deceased,Discharged,First Visit
11,Maya,,Rao,on1@jane.example,205-555-0101,1 Main St,Hoover,AL,35244,Yes,No,No,No,2021-03-04
12,Lin,,Chen,off1@jane.example,,,Hoover,Alabama,35244,No,Yes,No,No,2021-03-04
13,Zoe,,King,off2@jane.example,,,,,,Yes,Yes,Yes,No,2021-03-04
14,Ana,,Roy,ask1@jane.example,,,,,,,Yes,No,No,2021-03-04
`,
  },
  {
    service: 'Practice Better',
    fileName: 'client-export.csv',
    text: `First Name,Last Name,Email Address,Mobile Phone,Date of Birth,Gender,Status,Tags,Subscribed to Newsletter,Date Added
Maya,Rao,on1@practicebetter.example,,1980-01-01,Female,Active,,Yes,03/04/2021
Lin,Chen,off1@practicebetter.example,,1980-01-01,Female,Active,,No,03/04/2021
Zoe,King,off2@practicebetter.example,,1980-01-01,Female,Inactive,,Yes,03/04/2021
Ana,Roy,off3@practicebetter.example,,1980-01-01,Female,Archived,,Yes,03/04/2021
Eva,Ito,ask1@practicebetter.example,,1980-01-01,Female,Prospective,,Yes,03/04/2021
`,
  },
]

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')

/** Files from unknown services, or saved again by a spreadsheet program. */
export const oddExports: { what: string; fileName?: string; file: string | Buffer }[] = [
  {
    what: 'in mixed case with spaces, of several columns that disagree',
    file: 'EMAIL , Sub Status , oPt-OuT\n on1@mixed.example , sUbScRiBeD , nO \n off1@mixed.example,Subscribed, YES \noff2@mixed.example, UN-SUBSCRIBED ,no\noff3@mixed.example,subscribed,2020-01-02\n',
  },
  {
    what: 'in German, with semicolons and a mark',
    file: '\uFEFFE-Mail-Adresse;Vorname;Newsletter abonniert;Abgemeldet am\non1@german.example;Maya;Ja;\noff1@german.example;Lin;Nein;\noff2@german.example;Zoë;ja;01.02.2020\n',
  },
  {
    what: 'in Spanish, in UTF-16 with tabs',
    file: utf16(
      'correo\testado\tacepta publicidad\non1@spanish.example\tActivo\tSí\noff1@spanish.example\tBaja\tSí\noff2@spanish.example\tactivo\tno\n',
    ),
  },
  {
    what: 'in French, in Latin-1',
    file: Buffer.from(
      'courriel;statut;désabonné\non1@french.example;inscrit;non\noff1@french.example;désinscrit;non\noff2@french.example;inscrit;oui\n',
      'latin1',
    ),
  },
  {
    what: 'with ones and zeros',
    file: 'email,subscribed,is_unsubscribed\non1@bits.example,1,0\noff1@bits.example,0,0\noff2@bits.example,1,1\n',
  },
  {
    what: 'without a header',
    file: 'on1@bare.example,Maya,subscribed\noff1@bare.example,Lin,unsubscribed\noff2@bare.example,Zoe,hard bounce\n',
  },
  {
    what: 'without a header, with a mark that anything can mean',
    file: 'ask1@marks.example,Maya,yes\nask2@marks.example,Lin,no\n',
  },
  {
    what: 'with empty cells where a status should be',
    file: 'email,status\non1@empty.example,subscribed\nask1@empty.example,\noff1@empty.example,unsubscribed\nask2@empty.example,  \n',
  },
  {
    what: 'with an unknown status',
    file: 'email,status,opted_out\non1@unknown.example,active,no\nask1@unknown.example,A-7,no\noff1@unknown.example,A-7,yes\nask2@unknown.example,lapsed,no\n',
  },
  {
    what: 'with numbers for a status',
    file: 'email,status\nask1@numbers.example,1\nask2@numbers.example,0\nask3@numbers.example,2\n',
  },
  {
    what: 'with a link to unsubscribe for everybody, and states of the country',
    file: 'email,city,state,unsubscribe_url,accepts_marketing\non1@links.example,Hoover,AL,https://x.example/u/1,true\noff1@links.example,Hoover,AL,https://x.example/u/2,false\n',
  },
  {
    what: 'whose column of addresses has an odd name, with dates of leaving in words of other systems',
    file: 'Contact,Suppressed since,Do not email,Deleted?\non1@systems.example,NULL,0,false\noff1@systems.example,2020-01-01,0,false\noff2@systems.example,\\N,1,false\noff3@systems.example,,0,true\n',
  },
  {
    what: 'of people on a list to leave alone, by its name alone',
    fileName: 'Do-not-mail (2).csv',
    file: 'email\noff1@named.example\noff2@named.example\n',
  },
]
