import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { email, emailWithAfter } from './email.ts'
import { ofTheProgram, text } from './fields.ts'

// No email names the service, which can reveal a person's health (product decisions, 'Health data').

const discreet = 'Name no service and no condition: others may read it. {day} and {time} stand for the appointment’s.'
const times = ['day', 'time'] as const

const news = (label: string) => email(label, discreet, times)

const planNews = (label: string) =>
  email(label, `${discreet} {count} stands for how many there are.`, [...times, 'count'])

export const appointmentEmailsSchema = {
  title: 'Emails about appointments',
  emails: ['appointment', 'appointment-links', 'appointment-address'],
  fields: {
    booked: news('Booked'),
    requested: news('Asked for'),
    unheld: news('Asked for, and not held'),
    released: news('When you release its time'),
    moved: news('Moved'),
    cancelled: news('Canceled'),
    restored: news('Canceled by mistake'),
    accepted: news('A request that you accepted'),
    declined: news('A request that you declined'),
    closed: news('When you close at its time'),
    reminder: news('Reminder'),
    forms: news('With the link to forms'),
    planBooked: planNews('A plan: booked'),
    planRequested: planNews('A plan: asked for'),
    planUnheld: planNews('A plan: asked for, and not held'),
    planMoved: planNews('A plan: all days moved'),
    planCancelled: planNews('A plan: canceled'),
    planRestored: planNews('A plan: canceled by mistake'),
    planAccepted: planNews('A plan: a request that you accepted'),
    planDeclined: planNews('A plan: a request that you declined'),
    parts: {
      kind: 'group',
      label: 'Sentences in several of them',
      fields: {
        bring: text('What to bring', 160),
        changes: {
          ...text('Below the button', 300),
          hint: '{until} stands for the day and time until it can be moved.',
          requires: ['until'],
        },
        tooLate: text('The same, once it’s too late to move it', 300),
        freeTimes: { ...text('When you close at its time', 200), requires: ['times'] },
        undo: { ...text('While it can be undone', 200), requires: ['until'] },
        prepare: text('In a reminder', 300),
        planChanges: text('Below the button, of a plan', 300),
        hold: text('Above the link that confirms the email of a request without a time', 200),
        forms: text('While a form is to be filled in', 200),
      },
    },
    links: {
      ...emailWithAfter('With the links to a patient’s appointments', ofTheProgram),
      fields: {
        ...emailWithAfter('', ofTheProgram).fields,
        more: text('Over other appointments', 100),
        others: text('Over past and canceled ones', 120),
      },
    },
    address: emailWithAfter('With a link to confirm an address', ofTheProgram),
  },
} as const satisfies ContentSchema
