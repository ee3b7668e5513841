import { patientFieldsInWords } from '../patient-fields.ts'
import type { Facts, Page, Parts } from './page.ts'

/** A hosted service that a setting can enable; the page lists only enabled ones. */
export type HostedServiceName =
  | 'smtp'
  | 'relay'
  | 'feedConverter'
  | 'hostedFeed'
  | 'stockPhotos'
  | 'scheduling'
  | 'map'
  | 'database'
  | 'authSync'

export const privacyPage = {
  title: 'Privacy',
  lead: 'What we store, why, for how long, and who else is involved.',
  seo: {
    title: 'Privacy',
    description:
      'What this website stores about you and why, which cookies it sets, which other companies take part and what you can ask for.',
  },
  /** The search indexes these. */
  sections: [
    {
      id: 'short',
      heading: 'In short',
      paragraphs: [
        'You can read this site without telling us who you are. It has no advertising and no tracking.',
        'We store what you send us and use it only for what you sent it for.',
      ],
    },
  ],
  stored: {
    id: 'stored',
    heading: 'What we store, and why',
    paragraphs: ['It depends on what you do here.'],
    list: [
      'When you subscribe to the newsletter: your email address and the day you signed up, to send it to you.',
      'When we moved your subscription here from another newsletter service: your name and the day you signed up there, as that service gave them to us, so that we can show that you asked for it.',
      'When you send a message: your name, email address and message, to answer you.',
      'When you order: your name, email address, what you ordered and any phone number or note you add, to prepare the order and keep our books.',
      `When you book: your ${patientFieldsInWords}, the service, the day and time, and your answer about your health, to prepare for your appointment.`,
      'When you create an account: your email address, your name if you give it, and your password in a scrambled form that can’t be read back.',
      'When this site sends an email, to you or to us about what you sent: a copy with your address and its text, so that we know what was said.',
      'When you send a form: fingerprints of your network address and your email address, and a count, for about a day, to prevent automated abuse. No one can read the addresses from them.',
      'When you send a message: a fingerprint of it as well, for about a day, so that pressing the button twice doesn’t send it twice.',
      'When someone tries to sign in: a count for that email address and network, as fingerprints, for about a day, to stop anyone from guessing passwords.',
      'When you come here from another website: one more in that day’s count for the name of that website, and for the campaign that the link names. When a search here finds nothing: one more in that day’s count for the words. We don’t store who it was or when exactly, and we leave out words that look like an email address or a phone number.',
      'When you’re signed in: since when, the last day you used it, and what your browser calls itself, so that you can see where you’re signed in and sign out there.',
    ],
  },
  /** 'builtIn' for our own calendar, 'hosted' while SCHEDULING_URL is set. */
  health: {
    id: 'health',
    heading: 'Your answer about your health',
    builtIn: [
      'When you book, we ask about your present health condition. The answer is stored encrypted, with its own key. It’s never emailed and never written to a log.',
      'Only the clinic reads it. You can replace or erase it through the link in your confirmation.',
    ],
    hosted: (host: string) => [
      `When you book, we ask about your present health condition. The calendar comes from ${host} and receives your answer together with your name, email address and phone number.`,
      'Please write only what you’re willing to share with that company. You can tell us the rest in person.',
    ],
    retention: (period: string) =>
      `The key is destroyed ${period} after your last appointment. After that, no one can read the answer, not even from an older backup.`,
    notSealed: `Everything else about an appointment is stored without this extra encryption: your ${patientFieldsInWords}, which service you booked, and the day and time. So are orders, messages and emails. The company that runs our server could read them; our backups are encrypted as a whole.`,
  },
  cookies: {
    id: 'cookies',
    heading: 'Cookies',
    paragraphs: [
      'Reading the site sets no cookie. We don’t use cookies for advertising or to count visitors.',
      'After you send a form, a cookie tells the next page that it arrived. It lasts a minute at most and says nothing about you.',
      'When you put something into the cart, a cookie remembers what is in it, for 30 days after the last change.',
      'When you sign in, a cookie keeps you signed in until you sign out or stay away for 30 days. Another one tells us for a year that you’ve signed in with this browser before, so someone guessing your password elsewhere can’t lock you out.',
      'While you book, a cookie keeps your place.',
      'All cookies come from this site alone.',
    ],
  },
  others: {
    id: 'others',
    heading: 'Other companies',
    intro: 'Besides the company that runs our server, these services are involved:',
    none: 'Besides the company that runs our server, no other company is involved in serving these pages.',
    links:
      'Links to other websites, a messaging app or directions are plain links. Nothing is sent there until you follow one.',
    hosted: {
      smtp: (host) =>
        `We send email through the mail server ${host}. It handles your email address and the text of the email.`,
      relay: (host) =>
        `We send email through the relay service at ${host}. It handles your email address, your name where you gave it, and the text of the email.`,
      feedConverter: (host) =>
        `Our server fetches the blog through ${host}. Your browser doesn’t connect to it, and nothing about you is sent.`,
      hostedFeed: (host) =>
        `The posts of the blog come from ${host}. Your browser connects to it only when you follow a link to a full post.`,
      stockPhotos: (host) =>
        `Photos on the blog come from ${host}. When you open a blog page, your browser loads them there and sends your network address and details of your browser, but not which page you are on.`,
      scheduling: (host) =>
        `Once you book here, the calendar comes from ${host}. It loads when you ask for it, and then receives what you entered in the booking form, your network address and details of your browser.`,
      map: (host) =>
        `The map on the contact page comes from ${host}. It loads only when you ask for it. That company then sees your network address and details of your browser.`,
      database: (host) => `What we store is kept in a database at ${host}.`,
      authSync: (host) =>
        `Once you sign in or out here, our server tells ${host}. The notice holds your account’s number and email address.`,
    } satisfies Record<HostedServiceName, (host: string) => string>,
  },
  keeping: {
    id: 'keeping',
    heading: 'How long we keep it',
    paragraphs: [
      'A newsletter address stays until you unsubscribe or ask us to delete it. After you unsubscribe, we keep it only so that we don’t email it again. If you have it deleted after that, a fingerprint of it stays for the same reason; no one can read the address from it.',
      'If we asked you to confirm a sign-up and you didn’t, we delete it after 30 days, along with the emails that asked you.',
      'The record of which newsletter reached which address is deleted 90 days after it was sent; the counts stay.',
      'The counts of visits by website and of searches are deleted after 13 months.',
      'Orders stay as long as the clinic’s books require, or until you ask us to erase your data: then the order stays without your name, email address and phone number.',
      'Appointments stay as long as the clinic’s books require, or until you ask us to erase your data: then only the service, the day and the time stay.',
      'An account stays until you delete it. If you never confirm the email address of a new account, we delete it after 30 days, along with the emails about it.',
    ],
  },
  /** From the settings, in words; undefined: never deleted. */
  periods: {
    messages: (period: string | undefined) =>
      period
        ? `A message you send us is deleted ${period} after it arrived, along with the email that passed it on to us.`
        : 'Messages stay until you ask us to delete them.',
    emails: (period: string | undefined) =>
      period
        ? `The text of an email we sent is deleted after ${period}. The address it went to and the date stay until you ask us to delete them.`
        : 'The emails we sent stay until you ask us to delete them.',
    orderNotes: (period: string) => `The note you add to an order is deleted after ${period}.`,
  },
  choices: {
    id: 'choices',
    heading: 'What you can ask for',
    paragraphs: [
      'Ask us what we store about you, and we’ll show you. Ask us to correct or delete it, and we will, unless a law requires us to keep it; then we’ll tell you which one.',
      'Every newsletter has a link to unsubscribe. It needs no sign-in and doesn’t expire.',
    ],
  },
  questions: {
    id: 'questions',
    heading: 'Questions',
    paragraphs: [
      (clinic: Facts) =>
        `Email ${clinic.emails.general} or call ${clinic.phone.display}. Please leave medical details out of emails.`,
      'If we change what this site does with your data, we’ll update this page.',
    ],
  },
} satisfies Page & Parts
