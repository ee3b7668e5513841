import type { Facts, Page, Parts, Section } from './page.ts'

/** A service of another company that a setting can switch on. The page names those that are on, and no other. */
type HostedService = { name: string; text: (host: string) => string }

export const privacyPage = {
  title: 'Privacy',
  lead: 'What we store, why, for how long, and who else is involved.',
  seo: {
    title: 'Privacy',
    description:
      'What this website stores about you and why, how health answers are protected, which cookies it sets and what you can ask for.',
  },
  /** Before the part on other companies. */
  sections: [
    {
      id: 'short',
      heading: 'In short',
      paragraphs: [
        'You can read this site without telling us who you are. It carries no advertising and no tracking.',
        'We store what you send us, use it for what you sent it for, and keep it no longer than we need it.',
      ],
    },
    {
      id: 'stored',
      heading: 'What we store, and why',
      paragraphs: ['It depends on what you do here.'],
      list: [
        'When you subscribe to the newsletter: your e-mail address and the day you signed up, to send you the letter. After you unsubscribe, we keep the address only so that we do not write to it again.',
        'When you send a message: your name, e-mail address and message, to answer you.',
        'When you order: your name, e-mail address, what you ordered and any phone number or note you add, to prepare the order and keep our books.',
        'When you book: your name, e-mail address, phone number, the service, the day and time, and your answer about your health, to prepare the visit.',
        'When you make an account: your e-mail address, your name if you give it, and a form of your password that cannot be read back.',
        'To hold back automated abuse, the site counts recent attempts from the same network address or for the same e-mail address.',
      ],
    },
  ] satisfies Section[] as Section[],
  /** 'builtIn' for our own booking, 'hosted' while SCHEDULING_URL is set. */
  health: {
    id: 'health',
    heading: 'Your answer about your health',
    builtIn: [
      'When you book, we ask about your present health condition. The answer is stored encrypted, with a key of its own. It is never e-mailed and never written to a log.',
      'Only the clinic reads it. You can replace or erase it through the link in your confirmation.',
    ],
    hosted: (host: string) => [
      `When you book, we ask about your present health condition. The calendar comes from ${host} and receives your answer together with your name, e-mail address and phone number.`,
      'Write there only what you are willing to share with that company. You can tell us the rest in person.',
    ],
    retention: (days: number) =>
      `The key is destroyed ${days} days after your last visit. From then on nobody can read the answer, not even from an older backup.`,
  },
  cookies: {
    id: 'cookies',
    heading: 'Cookies',
    paragraphs: [
      'Reading the site sets no cookie. No cookie here serves advertising or counts visitors.',
      'When you send a form, a short-lived cookie may carry the answer to the next page. When you use a cart, sign in or book, one cookie each keeps your place. All of them come from this site alone.',
    ],
  },
  others: {
    id: 'others',
    heading: 'Other companies',
    intro: 'Besides the company that runs our server, these services are involved:',
    none: 'Besides the company that runs our server, no other company takes part in serving these pages.',
    links:
      'Links to other websites, a messaging app or directions are plain links. Nothing goes there until you follow one.',
    hosted: {
      smtp: {
        name: 'E-mail',
        text: (host) =>
          `Our letters leave through the mail server ${host}. It handles your e-mail address and the text of the letter.`,
      },
      relay: {
        name: 'E-mail relay',
        text: (host) =>
          `Our letters leave through the relay service at ${host}. It handles your e-mail address, your name where you gave it, and the text of the letter.`,
      },
      feedConverter: {
        name: 'Blog conversion',
        text: (host) =>
          `Our server fetches the blog through ${host}. Your browser does not connect to it, and nothing about you is sent.`,
      },
      hostedFeed: {
        name: 'Blog',
        text: (host) =>
          `Our server fetches the blog from ${host}. You meet that company only when you follow a link to a full post.`,
      },
      stockPhotos: {
        name: 'Blog pictures',
        text: (host) =>
          `Our server fetches pictures for the blog from ${host} and shows its own copy. Nothing about you is sent.`,
      },
      scheduling: {
        name: 'Appointment calendar',
        text: (host) =>
          `The booking calendar comes from ${host}. It loads when you ask for it, and then receives what you entered in the booking form, your network address and details of your browser.`,
      },
      map: {
        name: 'Map',
        text: (host) =>
          `The map on the contact page comes from ${host}. It loads only when you ask for it. That company then sees your network address and details of your browser.`,
      },
      database: {
        name: 'Database',
        text: (host) =>
          `What we store is kept in a database at ${host}. Health answers are encrypted before they go there.`,
      },
      authSync: {
        name: 'Sign-in notice',
        text: (host) =>
          `When you sign in or out, our server tells ${host}. The notice holds your account’s number and e-mail address.`,
      },
    } satisfies Record<string, HostedService>,
  },
  /** After the part on other companies. */
  closing: [
    {
      id: 'keeping',
      heading: 'How long we keep it',
      paragraphs: [
        'A newsletter address stays until you unsubscribe. Messages stay until we have dealt with them and no longer need them. Orders and appointments stay as long as the clinic’s books require.',
        'We keep backups so that nothing is lost by accident. Something you had us delete can remain in a backup until a newer one takes its place.',
      ],
    },
    {
      id: 'choices',
      heading: 'What you can ask for',
      paragraphs: [
        'Ask us what we store about you, and we show you. Ask us to correct or delete it, and we do, unless a law makes us keep it. Then we tell you which one.',
        'Every newsletter has a link to unsubscribe. It needs no sign-in and does not expire.',
      ],
    },
    {
      id: 'questions',
      heading: 'Questions',
      paragraphs: [
        (clinic: Facts) =>
          `Write to ${clinic.emails.general} or call ${clinic.phone.display}. Please leave medical details out of e-mails.`,
        'When what this site does with your data changes, this page changes with it.',
      ],
    },
  ] satisfies Section[] as Section[],
} satisfies Page & Parts

export type HostedServiceName = keyof typeof privacyPage.others.hosted
