import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { anchor, fixed, heading, link, seo, text, writing } from './fields.ts'

export const servicesPageSchema = {
  title: 'Services page',
  path: '/services',
  fields: {
    title: heading('Headline'),
    lead: text('Lead', 240),
    groups: {
      kind: 'list',
      label: 'Groups of services',
      each: 'Group',
      fields: {
        anchor,
        category: { kind: 'line', label: 'Name', max: 40, locked: fixed.group, key: true },
        intro: text('Introduction', 200),
      },
    },
    startHere: heading('Above the name of a service that is alone in its group', 40),
    guide: link('Link to the guide'),
    scope: {
      kind: 'group',
      label: 'What the services are not',
      fields: { heading: heading('Heading'), text: writing('Text') },
    },
    own: {
      kind: 'group',
      label: 'Each service’s own page',
      fields: {
        times: heading('Heading over free times'),
        hour: heading('Heading over the parts of the hour'),
        suits: heading('Heading over whom it suits'),
        wait: heading('Heading over who should wait'),
        prepare: heading('Heading over how to prepare'),
        cost: heading('Heading over the price text'),
        people: heading('Heading over the people'),
        related: heading('Heading over other services'),
        all: link('Link to all services'),
        inPerson: heading('If it is in person', 40),
        eitherWay: heading('If video can be chosen', 40),
        byVideo: heading('If it is by video', 40),
      },
    },
    seo,
  },
} as const satisfies ContentSchema
